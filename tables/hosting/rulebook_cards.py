"""Describe the rulebooks among which a host chooses."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tables.core.words import RULEBOOKS as RULEBOOK_NAMES
from tables.engine.rulebooks import RULEBOOKS, Rulebook
from tables.engine.rules import Rules
from tables.hosting.open_game import KINDS, Kind

USUAL_SEATS: Final = 6


@dataclass(frozen=True)
class Card:
    """Describes a rulebook to choose: its name, a sentence, and the buy-in in big blinds."""

    value: str
    title: str | Promise
    sentence: str | Promise
    least: int = 0
    most: int = 0

    @property
    def rules(self) -> Rules:
        return RULEBOOKS[self.value].rules

    @property
    def game(self) -> Kind | None:
        """Return the kind of game, if the rulebook has an end."""
        return KINDS.get(self.value)

    @property
    def seats(self) -> int:
        """Return the usual number of seats."""
        return self.game.seats if self.game else USUAL_SEATS

    @property
    def book(self) -> Rulebook:
        return RULEBOOKS[self.value]


CARDS: Final = {
    card.value: card
    for card in (
        Card(
            "cash",
            gettext_lazy("Ring game"),
            gettext_lazy("The standard. Sit down and leave as you like; no-limit, pot-limit or fixed-limit."),
            least=40,
            most=200,
        ),
        Card(
            "home",
            RULEBOOK_NAMES["home"],
            gettext_lazy("Relaxed. Bet from one chip, raise by any amount."),
            least=40,
            most=200,
        ),
        Card(
            "queue",
            RULEBOOK_NAMES["queue"],
            gettext_lazy("Bets in fixed steps, and once a round you may pass and act later."),
            least=10,
            most=50,
        ),
        Card(
            "duel",
            RULEBOOK_NAMES["duel"],
            gettext_lazy("A series of hands, each from scratch with the same chips. Who wins most in all is first."),
        ),
        Card(
            "contest",
            RULEBOOK_NAMES["contest"],
            gettext_lazy("Blinds double every round. Who has lost all chips is out, until half are left."),
        ),
    )
}
