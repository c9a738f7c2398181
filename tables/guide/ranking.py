"""Show the ten kinds of hands, each by an example."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from tables.engine.cards import parse_cards
from tables.engine.ranks import Category
from tables.page.felt import Face

EXAMPLES: Final = {
    Category.ROYAL_FLUSH: ("AsKsQsJsTs", _("Royal flush"), _("Ten to ace of one suit: the best straight flush.")),
    Category.STRAIGHT_FLUSH: ("9h8h7h6h5h", _("Straight flush"), _("Five in a row, all of one suit.")),
    Category.FOUR_OF_A_KIND: ("QsQhQdQc7d", _("Four of a kind"), _("All four of a rank.")),
    Category.FULL_HOUSE: ("KcKdKs4h4s", _("Full house"), _("Three of one rank, two of another.")),
    Category.FLUSH: ("AdJd8d6d3d", _("Flush"), _("Five of one suit, not in a row.")),
    Category.STRAIGHT: (
        "Tc9h8d7s6c",
        _("Straight"),
        _("Five in a row; A-2-3-4-5 is the lowest, and the ace is high in 10-J-Q-K-A."),
    ),
    Category.THREE_OF_A_KIND: ("8h8d8cKsJd", _("Three of a kind"), _("Three of a rank, two that do not match.")),
    Category.TWO_PAIR: ("JhJs5d5cAh", _("Two pair"), _("Two of one rank, two of another.")),
    Category.PAIR: ("AhAcTd7s4c", _("Pair"), _("Two of a rank.")),
    Category.HIGH_CARD: ("KdJc9s6h2d", _("High card"), _("Nothing of all that: the highest card counts.")),
}


@dataclass(frozen=True)
class HandKind:
    name: str
    sentence: str
    cards: tuple[Face, ...]
    """Five cards as an example."""


def ranking() -> list[HandKind]:
    """Return the kinds of hands, the best first."""
    return [
        HandKind(str(name), str(sentence), tuple(Face(card=card) for card in parse_cards(cards)))
        for cards, name, sentence in EXAMPLES.values()
    ]
