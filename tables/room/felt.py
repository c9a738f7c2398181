"""A hand on the felt as somebody sees it: what the parts around cards and chips show, live or looked at afterwards."""

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tables.engine.cards import Card, card_text
from tables.engine.view import FeltView
from tables.room import story, words
from tables.room.common import common

BOARD: Final = 5


class Felt:
    """Built lazily, part by part. All of it comes from `seen`, which is what the engine's `view` gives."""

    if TYPE_CHECKING:  # whoever is one has these
        is_public: bool

        @property
        def public(self) -> "Felt": ...
        @property
        def seen(self) -> FeltView | None: ...
        @property
        def shows_hand(self) -> bool: ...
        @property
        def names(self) -> dict[int, str]: ...
        @property
        def amounts(self) -> words.Amounts: ...

    __getitem__ = object.__getattribute__
    """What templates try first: an exception there would cost them more than all the rest."""

    @common
    def winning(self) -> frozenset[Card]:
        """The five cards of each winner who has shown, once it is over."""
        if not self.seen or not self.seen.over:
            return frozenset()
        hands = [seat.best for seat in self.seen.seats if seat.won and seat.shown and seat.best]
        return frozenset(card for hand in hands for card in hand.cards)

    def card(self, card: Card) -> dict[str, Any]:
        text = card_text(card)
        return {
            "code": text,
            "rank": "10" if text[0] == "T" else text[0],
            "suit": text[1],
            "label": words.card_label(card),
            "win": card in self.winning,
        }

    @common
    def board(self) -> list[dict[str, Any] | None]:
        dealt = story.board(self.seen) if self.seen and self.shows_hand else []
        cards = [{**self.card(card), "wait": wait} for card, wait in dealt]
        return [*cards, *[None] * (BOARD - len(cards))]

    @common
    def street(self) -> str:
        return self.seen.street if self.seen and self.shows_hand else ""

    @common
    def pots(self) -> list[dict[str, Any]]:
        """Worth showing apart once there are several."""
        if not self.seen or not self.shows_hand:
            return []
        return [
            {
                "label": story.pot_name(number, of=len(self.seen.pots)),
                "amount": pot.amount,
                "amount_text": self.amounts(pot.amount),
            }
            for number, pot in enumerate(self.seen.pots)
        ]

    @property
    def pot_total(self) -> int:
        return self.seen.middle if self.seen and self.shows_hand else 0

    @common
    def pot_total_text(self) -> str:
        return self.amounts(self.pot_total)

    @cached_property
    def results(self) -> list[str]:
        if not self.seen or not self.seen.over or not self.shows_hand:
            return []
        return story.results(self.seen, self.names, self.amounts)
