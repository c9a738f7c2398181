"""Split a finished hand into steps to look at one after the other: what happened, and how the table was then."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tables.engine.cards import Card
from tables.engine.events import Acted, DealtBoard, DealtIn, Event, Mucked, Posted, Returned, Shown, Won
from tables.engine.hand import HandState, Pot
from tables.engine.opening import SeatNumber
from tables.engine.pots import build_pots
from tables.engine.rules import AnteFrom
from tables.engine.state import STREETS
from tables.engine.view import FeltView, SeatView

END: Final = "end"


@dataclass(frozen=True)
class Step:
    events: tuple[Event, ...]
    """Usually one event; antes go in together, and so do the shares of a pot."""
    part: str
    """Street in which it happened, or `END` once nothing is dealt or bet any more."""
    dealt: bool
    """True once the players have their cards."""
    seen: FeltView
    """Table as `view` gave it then, with two differences: known cards lie open from the deal on, and the events are
    only those that still show, the last action of each player on this street and what was won.
    """


def steps_of(hand: HandState, known: Collection[SeatNumber], viewer: SeatNumber | None = None) -> tuple[Step, ...]:
    """Return the steps of a hand that is over; `known` are the seats whose cards the viewer may see."""
    then = _TableDuringReplay(hand, known, viewer)
    found, number = [], 0
    last = _last_of_betting(hand.events)
    for group in _groups(hand.events):
        for event in group:
            number += 1
            then.happen(event, hand.events[number] if number < len(hand.events) else None)
        then.over = then.over or number >= then.length
        part = END if number > last else then.street
        found.append(Step(group, part, then.dealt, then.seen()))
    return tuple(found)


def _groups(events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
    group: tuple[Event, ...] = ()
    for event in events:
        if group and not _belong(group[-1], event):
            yield group
            group = ()
        group = (*group, event)
    yield group


def _belong(before: Event, event: Event) -> bool:
    if isinstance(before, Posted) and isinstance(event, Posted):
        return before.kind == event.kind == "ante"
    return isinstance(before, Won) and isinstance(event, Won) and before.pot == event.pot


def _last_of_betting(events: Sequence[Event]) -> int:
    """Return how many events there were when the last card had been dealt and the last bet made."""
    still = (Acted, DealtBoard, Returned, DealtIn, Posted)
    return max(number for number, event in enumerate(events, start=1) if isinstance(event, still))


class _TableDuringReplay:
    """Follows the table through the events of a hand, one at a time. Players are positions, as in the state."""

    def __init__(self, hand: HandState, known: Collection[SeatNumber], viewer: SeatNumber | None) -> None:
        players = len(hand.seats)
        self.hand, self.known, self.viewer = hand, known, viewer
        self.at = {seat: position for position, seat in enumerate(hand.seats)}
        self.stacks = list(hand.opening.stacks)
        self.bets, self.paid, self.won = [0] * players, [0] * players, [0] * players
        self.folded, self.shown = [False] * players, [False] * players
        self.dead = self.middle = 0
        self.street = STREETS[0]
        self.board: tuple[Card, ...] = ()
        self.acted: dict[SeatNumber, Acted] = {}
        self.wins: list[Won] = []
        self.turn: SeatNumber | None = None
        self.dealt = self.over = False
        self.length = len(hand.events) - sum([move.verb == "show" for move in hand.moves])
        """Number of events until the hand was over; cards shown after that are shown voluntarily."""

    def happen(self, event: Event, following: Event | None) -> None:
        if isinstance(event, (DealtBoard, Shown, Mucked, Won)):
            self._gather()
        match event:
            case Posted(seat, kind, amount):
                self._post(self.at[seat], kind, amount)
            case DealtIn():
                self.dealt = True
            case DealtBoard(street, cards):
                self.street, self.board, self.acted = street, (*self.board, *cards), {}
            case Acted(seat, verb, amount, to):
                self._act(self.at[seat], verb, amount, to)
                self.acted[seat] = event
            case Returned(seat, amount):
                self._give_back(self.at[seat], amount)
            case Shown(seat, _):
                self.shown[self.at[seat]] = True
            case Won(seat, amount, _):
                self._win(self.at[seat], amount)
                self.wins.append(event)
            case Mucked():
                pass
        self.turn = following.seat if isinstance(following, Acted) else None

    def _post(self, position: int, kind: str, amount: int) -> None:
        self.stacks[position] -= amount
        self.middle += amount
        if kind != "ante":
            self.bets[position] += amount
        elif self.hand.rules.ante_from is AnteFrom.EVERYONE:
            self.paid[position] += amount
        else:
            self.dead += amount

    def _act(self, position: int, verb: str, amount: int, to: int) -> None:
        self.stacks[position] -= amount
        self.middle += amount
        self.bets[position] = to
        self.folded[position] = verb == "fold"

    def _give_back(self, position: int, amount: int) -> None:
        self.stacks[position] += amount
        self.bets[position] -= amount
        self.middle -= amount

    def _gather(self) -> None:
        """Move the bets of the street that is over into the pots."""
        self.paid = [paid + bet for paid, bet in zip(self.paid, self.bets, strict=True)]
        self.bets = [0] * len(self.bets)

    def _win(self, position: int, amount: int) -> None:
        self.stacks[position] += amount
        self.won[position] += amount
        self.over = True

    def seen(self) -> FeltView:
        """Return the table as it is now. The cost must not grow with the number of steps, which may be thousands."""
        if self.over:
            self._gather()
        seats = self.hand.seats
        pots = build_pots(paid=self.paid, folded=self.folded, dead=self.dead)
        return FeltView(
            viewer=self.viewer,
            rulebook=self.hand.rules.rulebook,
            street=self.street,
            board=self.board,
            button=self.hand.opening.button,
            middle=self.middle,
            pots=tuple([Pot(amount, tuple([seats[place] for place in contenders])) for amount, contenders in pots]),
            turn=self.turn,
            seats=tuple([self._seat(position) for position in range(len(seats))]),
            events=(*self.acted.values(), *self.wins),
            over=self.over,
        )

    def _seat(self, position: int) -> SeatView:
        seat, stack = self.hand.seats[position], self.stacks[position]
        known = self.dealt and seat in self.known
        return SeatView(
            seat=seat,
            stack=stack,
            bet=self.bets[position],
            folded=self.folded[position],
            all_in=not (stack or self.folded[position] or self.over),
            cards=self.hand.hole(seat) if known else None,
            shown=self.shown[position],
            board=self.board,
            won=self.won[position],
            net=stack - self.hand.opening.stacks[position],
        )
