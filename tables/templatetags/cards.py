import re
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join

register = template.Library()

SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
IN_TEXT = re.compile("(10|[2-9TJQKA])([♠♥♦♣])\N{VARIATION SELECTOR-15}?")


@register.inclusion_tag("tables/room/card.html")
def card(card: dict[str, Any], name: str = "") -> dict[str, Any]:
    """A face. With a name of its own an update lets it lie instead of dealing it again."""
    return {"card": card, "id": name}


@register.filter
def digits(number: int) -> str:
    """Without grouping, for machines and for the names of buttons."""
    return str(number)


@register.filter
def inked(text: str) -> str:
    """A sentence with its cards ("K♣") drawn as cards."""
    pieces = IN_TEXT.split(text)
    drawn = [
        (before, _small(*face) if face else "")
        for before, face in zip(pieces[::3], [*zip(pieces[1::3], pieces[2::3], strict=True), None], strict=True)
    ]
    return format_html_join("", "{}{}", drawn)


def _small(rank: str, suit: str) -> str:
    return format_html(
        '<span class="in" data-s="{0}" role="img" aria-label="{1}{2}">{1}'
        '<svg viewBox="0 0 20 20" aria-hidden="true"><use href="#p-{0}"/></svg></span>',
        SUITS[suit],
        rank.replace("T", "10"),
        suit,
    )
