"""Tell how players played one finished hand, as far as it is counted: pure functions of the hand alone."""

from collections.abc import Iterator
from typing import NamedTuple

from tables.engine.events import Acted, DealtBoard, Event
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber

THOUSAND = 1000


class Figures(NamedTuple):
    """Holds figures of one player; one who folds a blind, or wins the blinds unopposed, has played too."""

    net: int
    mbb: int
    """The result, in thousandths of this hand's big blind."""
    vpip: bool
    """True if chips went in before the flop by choice: a call, bet, raise or all-in. Blinds do not count."""
    pfr: bool
    """True if the player raised before the flop: made the price higher, however little."""
    three_bet_chance: bool
    """True if the player could raise before the flop after exactly one raise, made by another player."""
    three_bet: bool
    """True if the player made the second raise before the flop."""
    flop: bool
    """True if the player was still in when a flop was dealt to two or more, even all-in."""
    showdown: bool
    """True if the player was one of two or more left at the end, whether cards were shown or mucked."""
    showdown_won: bool
    """True if the player got chips from a pot at the showdown."""


def figures(play: HandState) -> dict[SeatNumber, Figures]:
    """Return the figures of everybody who was dealt in, by seat."""
    before = _BeforeFlop(play)
    saw, compared = _on_the_flop(play), not_folded(play)
    nets, won = (dict(zip(play.seats, chips, strict=True)) for chips in (play.net, play.won))
    return {
        seat: Figures(
            net=nets[seat],
            mbb=in_mbb(nets[seat] * THOUSAND, play.rules.big_blind),
            vpip=seat in before.paid,
            pfr=seat in before.raised,
            three_bet_chance=seat in before.chances,
            three_bet=seat in before.three_bet,
            flop=seat in saw,
            showdown=seat in compared,
            showdown_won=seat in compared and won[seat] > 0,
        )
        for seat in play.seats
    }


def in_mbb(thousandths: int, big_blind: int) -> int:
    """Convert thousandths of a chip to thousandths of a big blind: to the nearest, halves away from zero."""
    rounded = (2 * abs(thousandths) + big_blind) // (2 * big_blind)
    return rounded if thousandths >= 0 else -rounded


def not_folded(play: HandState) -> frozenset[SeatNumber]:
    """Return the seats that compared hands at the end; none if all but one had folded."""
    left = frozenset(seat for seat, out in zip(play.seats, play.folded, strict=True) if not out)
    return left if len(left) > 1 else frozenset()


def _on_the_flop(play: HandState) -> frozenset[SeatNumber]:
    """Return the seats that saw the flop; one that rules deal out though all but one have folded was seen by nobody."""
    left = {*play.seats}
    for event in _until_the_flop(play):
        if type(event) is Acted and event.verb == "fold":
            left.remove(event.seat)
    return frozenset(left) if play.board and len(left) > 1 else frozenset()


def _until_the_flop(play: HandState) -> Iterator[Event]:
    for event in play.events:
        if type(event) is DealtBoard:
            return
        yield event


class _BeforeFlop:
    """Plays the hand again up to the flop, because no event says what a player could have done."""

    def __init__(self, play: HandState) -> None:
        self.paid: set[SeatNumber] = set()
        self.raised: set[SeatNumber] = set()
        self.chances: set[SeatNumber] = set()
        self.three_bet: set[SeatNumber] = set()
        self.raises: list[SeatNumber] = []
        now = HandState.deal(play.opening)
        for event in _until_the_flop(play):
            if type(event) is Acted:
                now = self._act(now, event)

    def _act(self, now: HandState, event: Acted) -> HandState:
        if len(self.raises) == 1 and self.raises[0] != event.seat and _may_raise(now):
            self.chances.add(event.seat)
        if event.amount:
            self.paid.add(event.seat)
        if event.to > now.price and event.amount:
            self._raise(event.seat)
        return now.act(event.verb, _amount(event), seat=event.seat)

    def _raise(self, seat: SeatNumber) -> None:
        self.raised.add(seat)
        self.raises.append(seat)
        if len(self.raises) == 2:
            self.three_bet.add(seat)


def _may_raise(now: HandState) -> bool:
    legal = now.legal
    return legal is not None and bool(legal.raise_ or legal.overbet or (legal.all_in or 0) > now.price)


def _amount(event: Acted) -> int | None:
    return event.to if event.verb in ("bet", "raise", "overbet") else None
