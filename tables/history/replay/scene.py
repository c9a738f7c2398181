"""Show a step of a hand with the elements of a live table."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from poker_site.web.fragments import Fragment, ViewModel, view_model
from tables.core import words
from tables.engine.opening import SeatNumber
from tables.engine.steps import END, Step
from tables.engine.view import FeltView, SeatView
from tables.history.replay.source import Source
from tables.page import narration, own_place, seats
from tables.page.felt import BoardCard, Face, Felt, FeltCentre, felt_centre
from tables.page.own_place import EmptySeat, OwnHand, SeatPosition
from tables.page.seats import PublicSeat, SeatShown, seat_shown


@view_model
class ReplaySeat(ViewModel):
    shown: SeatShown
    place: SeatPosition


@view_model
class ReplayPage(ViewModel):
    middle: FeltCentre
    seats: tuple[ReplaySeat, ...]
    """The seats, clockwise from the bottom."""


@dataclass
class StepScene(Felt):
    """Shows a step of a hand on the felt."""

    source: Source
    step: Step
    bottom: SeatNumber
    amounts: words.Amounts
    shows_hand: bool = True

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
    def board(self) -> tuple[BoardCard | None, ...]:
        """Show all cards at once, because each street is a step of its own."""
        return self.padded([BoardCard(face=self.face(card), wait=0) for card in self.seen.board])

    @cached_property
    def did(self) -> Mapping[int, str]:
        return narration.last_actions(self.seen, self.amounts)

    @cached_property
    def clockwise(self) -> list[SeatView]:
        """List those who were dealt in, clockwise from the one at the bottom."""
        found = sorted(self.seen.seats, key=lambda seat: seat.seat)
        first = [seat.seat for seat in found].index(self.bottom)
        return [*found[first:], *found[:first]]

    @cached_property
    def page(self) -> ReplayPage:
        seats = tuple([_seat(self, seen, at) for at, seen in enumerate(self.clockwise)])
        public = tuple([_public(self, seen) for seen in self.clockwise])
        return ReplayPage(middle=felt_centre(self, public), seats=seats)


def _seat(scene: StepScene, seen: SeatView, at: int) -> ReplaySeat:
    number, me = int(seen.seat), at == 0 and seen.seat in scene.source.known
    public, part = (
        _public(scene, seen),
        Fragment(f"own-{number}", "tables/page/empty_seat.html", EmptySeat(number=number)),
    )
    hand = OwnHand()
    if me:
        value = own_place.own_seat(number, scene.deck, public.cards)
        part = Fragment(f"own-{number}", "tables/page/own_seat.html", value)
        hand = OwnHand(cards=own_place.named_cards(seen))
        public = replace(public, cards=(), best="", has_cards=False)
    place = SeatPosition(
        place=own_place.place(number, at, me=me),
        own=part,
        hand=Fragment(f"hand-{number}", "tables/page/own_hand.html", hand),
    )
    return ReplaySeat(shown=seat_shown(public, scene), place=place)


def _public(scene: StepScene, seen: SeatView) -> PublicSeat:
    number = int(seen.seat)
    state, status = _state(scene, seen)
    faces, best = _cards(scene, seen)
    return PublicSeat(
        number=number,
        state=state,
        status=status,
        name=scene.names[number],
        bot=_("bot") if seen.seat in scene.source.bots else "",
        stack_text=scene.amounts(seen.stack),
        bet=seen.bet,
        bet_text=scene.amounts(seen.bet),
        did="" if scene.step.part == END else scene.did.get(number, ""),
        button=scene.seen.button == number,
        has_cards=bool(faces) or (scene.step.dealt and not seen.folded),
        cards=faces,
        best=best,
        won_text=scene.amounts(seen.won) if seen.won else "",
    )


def _cards(scene: StepScene, seen: SeatView) -> tuple[tuple[Face, ...], str]:
    """Return open cards and the hand they make. Known ones lie open from the deal on, and leave when they are folded.

    The cards of the seat at the bottom and those that were shown voluntarily stay.
    """
    me = seen.seat == scene.bottom and seen.seat in scene.source.known
    if not scene.step.dealt or (seen.folded and not (me or seen.shown)):
        return (), ""
    return seats.open_cards(scene, seen)


def _state(scene: StepScene, seen: SeatView) -> tuple[str, str]:
    """Return the state for styles, and in words."""
    if seen.won:
        return "won", _("Won")
    if seen.folded:
        return "folded", _("Folded")
    return ("allin", _("All-in")) if seen.all_in else ("live", "")
