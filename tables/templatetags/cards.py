import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext

from tables.core import words
from tables.core.words import card_label, short_amount, signed
from tables.engine.cards import Card, parse_card
from tables.engine.ranks import best_five

if TYPE_CHECKING:
    from tables.page.felt import Face

register = template.Library()

SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
SIGNS = {suit: sign for sign, suit in SUITS.items()}
IN_TEXT = re.compile("(10|[2-9TJQKA])([♠♥♦♣])\N{VARIATION SELECTOR-15}?")


@register.simple_tag
def card(face: "Face", *, named: bool = True) -> str:
    """Draw a card, with its name for screen readers unless the template says it beside the card."""
    return _card(face, get_language(), named=named)


@lru_cache(2_000)
def _card(face: "Face", language: str | None, *, named: bool) -> str:
    return mark_safe(render_to_string("tables/page/card.html", {"card": face, "named": named}).strip())  # noqa: S308


@register.filter
def names(faces: Iterable["Face"]) -> str:
    """Name cards in words, separated by commas."""
    return pgettext("between names", ", ").join([face.label for face in faces])


@register.filter
def hand_name(cards: Sequence[Card]) -> str:
    """Name the hand that the best five of these cards make."""
    return words.hand_name(best_five(cards))


@register.filter
def digits(number: int) -> str:
    """Write a number without grouping, for machines and for the accessible names of buttons."""
    return str(number)


register.filter("signed", signed)


@register.filter
def inked(text: str) -> str:
    """Draw the cards in a sentence ("K♣") as cards, which have names for screen readers."""
    return _inked(text, get_language())


@lru_cache(5_000)
def _inked(text: str, language: str | None) -> str:
    pieces = IN_TEXT.split(text)
    drawn = [
        (before, _small(*face) if face else "")
        for before, face in zip(pieces[::3], [*zip(pieces[1::3], pieces[2::3], strict=True), None], strict=True)
    ]
    return format_html_join("", "{}{}", drawn)


@register.filter
def faces(cards: str) -> SafeString:
    """Draw cards as they are stored ("AsTd") in the small style of lists."""
    language = get_language()
    drawn = [_face(cards[place : place + 2], language) for place in range(0, len(cards), 2)]
    return mark_safe("".join(drawn))  # noqa: S308


@cache
def _face(card: str, language: str | None) -> str:
    return _small(card[0].replace("T", "10"), SIGNS[card[1]])


def _small(rank: str, suit: str) -> str:
    return format_html(
        '<i data-s="{0}" role="img" aria-label="{2}">{1}</i>',
        SUITS[suit],
        rank.replace("T", "10"),
        card_label(parse_card(rank.replace("10", "T") + SUITS[suit])),
    )


@register.filter
def is_long(amount: str | None) -> bool:
    """Return whether an amount needs smaller figures; `amount.js` uses the same limit."""
    return len(amount or "") > 9


@register.filter
def figure(amount: str) -> str:
    """Write an amount, abbreviated if it is too long; the full amount is then its title and is read aloud."""
    short = short_amount(amount)
    if not short:
        return amount
    pattern = '<span title="{}"><span aria-hidden="true">{}</span><span class="sr">{}</span></span>'
    return format_html(pattern, amount, short, amount)
