"""Cards are small integers: four times the rank (0 is the deuce, 12 the ace) plus the suit (clubs first)."""

import re
from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", int)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final = tuple(Card(number) for number in range(52))

_TEXTS: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_SUIT_SIGNS: Final = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
_CARDS: Final = {text: Card(number) for number, text in enumerate(_TEXTS)}
_CARD: Final = re.compile(r"[\s,]*(10|[2-9TJQKAtjqka])([cdhsCDHS♣♧♦♢♥♡♠♤])[\ufe0e\ufe0f]?[\s,]*")
"""Matches one card; an emoji suit sign carries a variation selector."""


class NotACard(ValueError):
    def __init__(self, text: str) -> None:
        super().__init__(f"not a card: {text[:20]!r}; write rank and suit, as in As or 10h")


def rank_of(card: Card) -> int:
    return card >> 2


def suit_of(card: Card) -> int:
    return card & 3


def card_text(card: Card) -> str:
    return _TEXTS[card]


def cards_text(cards: Iterable[Card]) -> str:
    return "".join(_TEXTS[card] for card in cards)


def parse_card(text: str) -> Card:
    """Parse a single card: `As`, `TD`, `10h`, `A♠`."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise NotACard(text)
    return cards[0]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse cards one after the other, with or without blanks and commas between: `AsKd`, `10h, 9♣`."""
    cards = []
    place = 0
    rest = text.rstrip(" \t\r\n,")
    while place < len(rest):
        found = _CARD.match(rest, place)
        if found is None:
            raise NotACard(text)
        rank, suit = found.groups()
        cards.append(_CARDS[("T" if rank == "10" else rank.upper()) + _SUIT_SIGNS.get(suit, suit.lower())])
        place = found.end()
    return tuple(cards)
