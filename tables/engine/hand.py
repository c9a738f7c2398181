"""Represent a hand of hold'em as a value that each action turns into the next one."""

from collections.abc import Iterable
from typing import Any, Final, Literal, NamedTuple, get_args

from tables.engine.board import hole_cards
from tables.engine.cards import Card
from tables.engine.dealing import begin
from tables.engine.events import Acted, Event, Sized
from tables.engine.legal import Legal
from tables.engine.moving import resolve
from tables.engine.opening import Move, Opening, SeatNumber, is_seat
from tables.engine.play import advance, play
from tables.engine.pots import build_pots
from tables.engine.ranks import Best, best_five
from tables.engine.rejection import Refusal, Rejection
from tables.engine.rules import Rules
from tables.engine.showdown import show
from tables.engine.state import STREETS, State

_SIZED: Final[tuple[str, ...]] = get_args(Sized)


class Pot(NamedTuple):
    """Holds chips of the streets that are over; this street's bets are not in it yet."""

    amount: int
    seats: tuple[SeatNumber, ...]
    """Seats that may win it."""


class HandState:
    """Never changes: `act` returns another hand. Lists by player run from the left of the button, as `seats` does."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    @classmethod
    def deal(cls, opening: Opening) -> "HandState":
        state = begin(opening)
        advance(state)
        return cls(state)

    @classmethod
    def replay(cls, opening: Opening, moves: Iterable[Move]) -> "HandState":
        """Return the hand after these moves; raise `Rejection` at one that was not legal."""
        state = begin(opening)
        advance(state)
        for move in moves:
            _act(state, move.verb, move.amount, move.seat, late=move.late)
            state.legal = None
        return cls(state)

    def act(self, verb: str, amount: Any = None, *, seat: int | None = None, late: bool = False) -> "HandState":
        """Return the hand after this action; `amount` is a total on this street, and `seat`, if given, must be to act.

        `late` says that the clock decides for the player: the rules are the same, but the log shows it.
        """
        state = self._state.copy()
        state.legal = self._state.legal
        _act(state, verb, amount, seat, late=late)
        state.legal = None
        return HandState(state)

    @property
    def legal(self) -> Legal | None:
        """Return what the player to act may do, or None if nobody is to act."""
        state = self._state
        if state.legal is None and state.queue:
            state.legal = state.way.legal(state)
        return state.legal

    @property
    def turn(self) -> SeatNumber | None:
        state = self._state
        return state.opening.seats[state.queue[0]] if state.queue else None

    @property
    def waiting(self) -> tuple[SeatNumber, ...]:
        """Return the seats that still have to act on this street, in order."""
        seats = self.seats
        return tuple([seats[position] for position in self._state.queue])

    @property
    def passed(self) -> tuple[SeatNumber, ...]:
        return tuple([self.seats[position] for position in sorted(self._state.passed)])

    @property
    def over(self) -> bool:
        return self._state.over

    @property
    def opening(self) -> Opening:
        return self._state.opening

    @property
    def rules(self) -> Rules:
        return self._state.opening.rules

    @property
    def seats(self) -> tuple[SeatNumber, ...]:
        return self._state.opening.seats

    @property
    def stacks(self) -> tuple[int, ...]:
        """Return the chips behind; once the hand is over they include what was won."""
        return tuple(self._state.stacks)

    @property
    def bets(self) -> tuple[int, ...]:
        """Return what each player has bet on this street."""
        return tuple(self._state.bets)

    @property
    def folded(self) -> tuple[bool, ...]:
        return tuple(self._state.folded)

    @property
    def price(self) -> int:
        """Return what a player must have in on this street to stay."""
        return self._state.price

    @property
    def prompt(self) -> Literal["bet", "act"] | None:
        """Return what the contest protocol asks for: a first bet on this street, or an answer to one."""
        if not self._state.queue:
            return None
        return "act" if self._state.price else "bet"

    @property
    def street(self) -> str:
        return STREETS[self._state.street]

    @property
    def board(self) -> tuple[Card, ...]:
        return self._state.board

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self._state.events)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return the decisions from which the hand can be replayed."""
        state = self._state
        acted = [
            Move(event.seat, event.verb, _chosen(event), event.late) for event in state.events if type(event) is Acted
        ]
        return (*acted, *state.afterwards)

    @property
    def middle(self) -> int:
        """Return all chips put in so far and not returned."""
        return self._state.middle

    @property
    def pots(self) -> tuple[Pot, ...]:
        state, seats = self._state, self.seats
        pots = build_pots(paid=state.paid, folded=state.folded, dead=state.dead)
        return tuple([Pot(amount, tuple([seats[place] for place in contenders])) for amount, contenders in pots])

    @property
    def won(self) -> tuple[int, ...]:
        """Return what each player won from the pots; all zero until the hand is over."""
        won = [0] * len(self.seats)
        for position, amount, _ in self._state.shares:
            won[position] += amount
        return tuple(won)

    @property
    def net(self) -> tuple[int, ...]:
        return tuple([now - before for now, before in zip(self._state.stacks, self.opening.stacks, strict=True)])

    @property
    def shown(self) -> frozenset[SeatNumber]:
        return frozenset([self.seats[position] for position in self._state.face_up])

    @property
    def put_away(self) -> frozenset[SeatNumber]:
        """Return the seats that decided, after the end, not to show."""
        return frozenset([move.seat for move in self._state.afterwards if move.verb == "muck"])

    def hole(self, seat: int) -> tuple[Card, Card]:
        """Return hole cards, secret unless `seat` is among the shown; raise `Rejection` if it was not dealt in."""
        return hole_cards(self.opening, _position(self._state, seat))

    def best(self, seat: int) -> Best | None:
        """Return the player's best five from the flop on, as secret as the hole cards; None before."""
        hole = self.hole(seat)
        return best_five((*hole, *self.board)) if self.board else None

    def __eq__(self, other: object) -> bool:
        """Compare opening, events and the decisions made after the end: everything else follows from them."""
        if not isinstance(other, HandState):
            return NotImplemented
        ours, theirs = self._state, other._state
        return (ours.opening, ours.events, ours.afterwards) == (theirs.opening, theirs.events, theirs.afterwards)

    def __hash__(self) -> int:
        return hash((self.opening, self.events))

    def __repr__(self) -> str:
        return f"<Hand of {len(self.seats)} players, {self.street}, {len(self._state.events)} events>"


def _act(state: State, verb: str, amount: Any, seat: int | None, *, late: bool) -> None:
    """Make a move; everything is checked before anything changes."""
    if verb in ("show", "muck"):
        _show_or_muck(state, verb, amount, seat)
        return
    if not state.queue:
        raise Rejection(Refusal.HAND_IS_OVER)
    legal = state.legal or state.way.legal(state)
    if seat is not None and state.opening.seats[_position(state, seat)] != legal.seat:
        raise Rejection(Refusal.NOT_YOUR_TURN)
    play(state, *resolve(state, legal, verb, amount), late=late)


def _position(state: State, seat: object) -> int:
    """Find the place of the player at this seat; any other value is refused."""
    if not is_seat(seat) or seat not in state.opening.seats:
        raise Rejection(Refusal.NOT_IN_THE_HAND)
    return state.opening.seats.index(seat)


def _chosen(event: Acted) -> int | None:
    return event.to if event.verb in _SIZED else None


def _show_or_muck(state: State, verb: str, amount: Any, seat: int | None) -> None:
    """Let a player show or muck once, after the hand. A muck here is no event, because nobody else sees it."""
    if amount is not None:
        raise Rejection(Refusal.NO_AMOUNT_WANTED)
    position = _position(state, seat)
    if not state.over:
        raise Rejection(Refusal.HAND_NOT_OVER)
    if position in state.face_up:
        raise Rejection(Refusal.SHOWN_ALREADY)
    move = Move(state.opening.seats[position], verb)
    if any(move.seat == before.seat for before in state.afterwards):
        raise Rejection(Refusal.MUCKED_ALREADY)
    if verb == "show":
        show(state, position)
    state.afterwards += (move,)
