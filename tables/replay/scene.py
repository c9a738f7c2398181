"""A step of a hand as the parts of a live table show it: the same partials, drawn from a moment that is over."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from tables.engine.opening import Seat as Place
from tables.engine.steps import END, Step
from tables.engine.view import FeltView, SeatView
from tables.replay.source import Source
from tables.room import seats, story, words
from tables.room.felt import BOARD, Felt


@dataclass(frozen=True)
class Player:
    """As much of somebody as a face is drawn from."""

    display_name: str


@dataclass
class StepScene(Felt):
    """What a template calls `scene`."""

    source: Source
    step: Step
    bottom: Place
    amounts: words.Amounts
    is_public: bool = True
    shows_hand: bool = True
    cutting: bool = False

    @property
    def seen(self) -> FeltView:
        return self.step.seen

    @property
    def hand_number(self) -> int:
        return self.source.number

    @cached_property
    def names(self) -> dict[int, str]:
        return {int(seat): name for seat, name in self.source.names.items()}

    @cached_property
    def board(self) -> list[dict[str, Any] | None]:
        """Nothing is waited for: each street is a step of its own."""
        cards = [{**self.card(card), "wait": 0} for card in self.seen.board]
        return [*cards, *[None] * (BOARD - len(cards))]

    @cached_property
    def did(self) -> Mapping[int, str]:
        return story.last_actions(self.seen, self.amounts)

    @cached_property
    def me(self) -> dict[str, str]:
        """Of the seat at the bottom."""
        own = self.seen.at(self.bottom)
        return {"hand_name": "" if own is None or own.folded else words.hand_name(own.best)}

    @cached_property
    def seats(self) -> list[dict[str, Any]]:
        """Clockwise from the one at the bottom; only who was dealt in."""
        seen = {seat.seat: seat for seat in self.seen.seats}
        clockwise = sorted(seen)
        first = clockwise.index(self.bottom)
        return [_place(self, seen[number], at) for at, number in enumerate([*clockwise[first:], *clockwise[:first]])]


def _place(scene: StepScene, seen: SeatView, place: int) -> dict[str, Any]:
    number = seen.seat
    state, status = _state(scene, seen)
    me = place == 0 and number in scene.source.known
    return {
        "number": number,
        "place": place,
        "empty": False,
        "held": False,
        "me": me,
        "user": Player(scene.names[number]),
        "name": scene.names[number],
        "bot": number in scene.source.bots,
        "stack_text": scene.amounts(seen.stack),
        "bet": seen.bet,
        "bet_text": scene.amounts(seen.bet),
        "state": state,
        "status": status,
        "did": "" if scene.step.part == END else scene.did.get(number, ""),
        "button": scene.seen.button == number,
        **_cards(scene, seen, me=me),
        "won": seen.won,
        "won_text": scene.amounts(seen.won),
    }


def _cards(scene: StepScene, seen: SeatView, *, me: bool) -> dict[str, Any]:
    """Known ones lie open from the deal on; folded ones are gone, but one's own and what was shown of free will."""
    if not scene.step.dealt or (seen.folded and not (me or seen.shown)):
        return {"cards": None, "shown": False, "best": ""}
    found = seats.cards(scene, seen)
    return {**found, "shown": bool(seen.cards), "best": found["best"]}


def _state(scene: StepScene, seen: SeatView) -> tuple[str, str]:
    """For the looks, and in words."""
    if seen.won:
        return "won", _("Won")
    if seen.folded:
        return "folded", _("Folded")
    return ("allin", _("All-in")) if seen.all_in else ("live", "")
