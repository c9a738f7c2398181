"""Draw the final board of a hand as an image that needs nothing around it."""

from dataclasses import dataclass
from typing import Final
from unicodedata import east_asian_width

from django.utils.translation import gettext as _

from tables.core import words
from tables.engine.cards import card_text, parse_card
from tables.engine.places import BOARD_SIZE
from tables.engine.view import view
from tables.history.replay.source import Source
from tables.page import narration

RED: Final = "dh"
LEFT, STEP = 58, 108
ABOVE, BELOW = 524, 584
"""The width of a line of text above the cards and of one below, in units of the image."""
WIDE, CAPITAL, NARROW = 1.0, 0.68, 0.52
"""The rough width of a character, as a part of its font size: the fonts are those of whatever shows the image."""
TITLE, ABOUT, TOLD = 26, 15, 20
"""Font sizes, as in `replay/board.svg`."""


@dataclass(frozen=True)
class Face:
    x: int
    rank: str = ""
    """Empty if the card was not dealt."""
    suit: str = ""

    @property
    def red(self) -> bool:
        return self.suit in RED


@dataclass(frozen=True)
class Image:
    title: str
    about: str
    told: str
    """Says who won, or how large the pot is if there is more to say."""
    alt: str
    faces: tuple[Face, ...]


def image_of(source: Source) -> Image:
    amounts = words.chips
    cards = [card_text(card) for card in source.play.board]
    faces = [Face(LEFT + STEP * at, "10" if text[0] == "T" else text[0], text[1]) for at, text in enumerate(cards)]
    blank = [Face(LEFT + STEP * at) for at in range(len(cards), BOARD_SIZE)]
    names = {int(seat): name for seat, name in source.names.items()}
    results = narration.results(view(source.play, None), names, amounts)
    pot = _("Pot %(amount)s") % {"amount": amounts(sum(source.play.won))}
    labels = [words.card_label(parse_card(text)) for text in cards]
    return Image(
        title=_cut(source.title, TITLE, ABOVE),
        about=_cut(source.about, ABOUT, ABOVE),
        told=_cut(results[0] if len(results) == 1 else pot, TOLD, BELOW),
        alt=". ".join([source.title, ", ".join(labels) or _("No board"), pot]),
        faces=(*faces, *blank),
    )


def _cut(text: str, size: int, room: int) -> str:
    """Cut a text that is too wide: an image does not break lines."""
    width = 0.0
    for place, sign in enumerate(text):
        width += size * (WIDE if east_asian_width(sign) in "WF" else CAPITAL if sign.isupper() else NARROW)
        if width > room:
            return text[: place - 1] + "…"
    return text
