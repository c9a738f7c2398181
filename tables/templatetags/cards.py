import re
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join

from tables.room.words import chips

register = template.Library()

SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
IN_TEXT = re.compile("(10|[2-9TJQKA])([♠♥♦♣])\N{VARIATION SELECTOR-15}?")


@register.simple_tag
def card(card: dict[str, Any]) -> str:
    return _card(**card)


@lru_cache(2_000)
def _card(**card: Any) -> str:
    return render_to_string("tables/room/card.html", {"card": card})


@register.filter
def digits(number: int) -> str:
    """Without grouping, for machines and for the names of buttons."""
    return str(number)


@register.filter
def signed(number: int) -> str:
    """Won or lost."""
    sign = {True: "+", False: "\N{MINUS SIGN}"}[number > 0] if number else ""
    return f"{sign}{chips(abs(number))}"


@register.filter
@lru_cache(5_000)
def inked(text: str) -> str:
    """A sentence with its cards ("K♣") drawn as cards."""
    pieces = IN_TEXT.split(text)
    drawn = [
        (before, _small(*face) if face else "")
        for before, face in zip(pieces[::3], [*zip(pieces[1::3], pieces[2::3], strict=True), None], strict=True)
    ]
    return format_html_join("", "{}{}", drawn)


@register.simple_tag
def log_line(line: dict[str, str]) -> str:
    return _line(line["key"], line["kind"], line["text"])


@lru_cache(5_000)
def _line(key: str, kind: str, text: str) -> str:
    return format_html('<li id="l-{}" data-kind="{}">{}</li>\n', key, kind, inked(text))


def _small(rank: str, suit: str) -> str:
    return format_html(
        '<span class="in" data-s="{0}" role="img" aria-label="{1}{2}">{1}'
        '<svg viewBox="0 0 20 20" aria-hidden="true"><use href="#p-{0}"/></svg></span>',
        SUITS[suit],
        rank.replace("T", "10"),
        suit,
    )
