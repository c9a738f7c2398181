"""How somebody played one finished hand, as far as it is counted. Pure: what follows from the hand alone."""

from collections.abc import Iterator
from typing import NamedTuple

from tables.engine.events import Acted, DealtBoard, Event
from tables.engine.hand import Hand as Play
from tables.engine.opening import Seat

THOUSAND = 1000


class Figures(NamedTuple):
    """Of one player. Whoever folds a blind, or is left the blinds without a fight, has played the hand too."""

    net: int
    mbb: int
    """Won or lost, in thousandths of this hand's big blind."""
    vpip: bool
    """Put chips in before the flop that no rule asked for: called, bet, raised or went all-in. Blinds do not count."""
    pfr: bool
    """Raised before the flop: made it dearer than it was, by how little soever."""
    three_bet_chance: bool
    """Was to act before the flop when exactly one raise had been made, by somebody else, and might have raised."""
    three_bet: bool
    """Did so: made the second raise before the flop."""
    flop: bool
    """Was still in when a flop was dealt to two or more, be it all-in."""
    showdown: bool
    """Was still in when hands were compared: one of two or more at the end, whether cards were shown or mucked."""
    showdown_won: bool
    """And got chips from a pot."""


def figures(play: Play) -> dict[Seat, Figures]:
    """By seat."""
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
    """Thousandths of a chip in thousandths of a big blind: to the nearest, halves away from zero."""
    rounded = (2 * abs(thousandths) + big_blind) // (2 * big_blind)
    return rounded if thousandths >= 0 else -rounded


def not_folded(play: Play) -> frozenset[Seat]:
    """Who compared hands at the end; nobody where all but one had folded."""
    left = frozenset(seat for seat, out in zip(play.seats, play.folded, strict=True) if not out)
    return left if len(left) > 1 else frozenset()


def _on_the_flop(play: Play) -> frozenset[Seat]:
    """Some rules deal the board out even when all but one have folded: nobody has seen that flop."""
    left = {*play.seats}
    for event in _until_the_flop(play):
        if type(event) is Acted and event.verb == "fold":
            left.remove(event.seat)
    return frozenset(left) if play.board and len(left) > 1 else frozenset()


def _until_the_flop(play: Play) -> Iterator[Event]:
    for event in play.events:
        if type(event) is DealtBoard:
            return
        yield event


class _BeforeFlop:
    """Plays the hand again up to the flop: what one might have done then is in no event."""

    def __init__(self, play: Play) -> None:
        self.paid: set[Seat] = set()
        self.raised: set[Seat] = set()
        self.chances: set[Seat] = set()
        self.three_bet: set[Seat] = set()
        self.raises: list[Seat] = []
        now = Play.deal(play.opening)
        for event in _until_the_flop(play):
            if type(event) is Acted:
                now = self._act(now, event)

    def _act(self, now: Play, event: Acted) -> Play:
        if len(self.raises) == 1 and self.raises[0] != event.seat and _may_raise(now):
            self.chances.add(event.seat)
        if event.amount:
            self.paid.add(event.seat)
        if event.to > now.price and event.amount:
            self._raise(event.seat)
        return now.act(event.verb, _amount(event), seat=event.seat)

    def _raise(self, seat: Seat) -> None:
        self.raised.add(seat)
        self.raises.append(seat)
        if len(self.raises) == 2:
            self.three_bet.add(seat)


def _may_raise(now: Play) -> bool:
    legal = now.legal
    return legal is not None and bool(legal.raise_ or legal.overbet or (legal.all_in or 0) > now.price)


def _amount(event: Acted) -> int | None:
    return event.to if event.verb in ("bet", "raise", "overbet") else None
