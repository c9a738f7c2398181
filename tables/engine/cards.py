"""Cards are small integers: four times the rank (0 is the deuce, 12 the ace) plus the suit (clubs first)."""

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", int)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final = tuple(Card(number) for number in range(52))

_TEXTS: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_SUIT_SIGNS: Final = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
_CARDS: Final = {text: Card(number) for number, text in enumerate(_TEXTS)}
_VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"  # an emoji suit sign carries one


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
    """`As`, `TD`, `10h`, `A♠`."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise NotACard(text)
    return cards[0]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards one after the other, with or without blanks and commas between: `AsKd`, `10h, 9♣`."""
    cards = []
    rest = "".join(sign for sign in text if sign not in _VARIATION_SELECTORS and sign != "," and not sign.isspace())
    while rest:
        rank, rest = ("T", rest[2:]) if rest.startswith("10") else (rest[0].upper(), rest[1:])
        suit, rest = _SUIT_SIGNS.get(rest[:1], rest[:1].lower()), rest[1:]
        card = _CARDS.get(rank + suit)
        if card is None:
            raise NotACard(text)
        cards.append(card)
    return tuple(cards)
