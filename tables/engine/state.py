"""Hold the working state of a hand: the rules change it in place, on a copy that nobody else holds (see `hand`)."""

from typing import TYPE_CHECKING, Final

from tables.engine.cards import Card
from tables.engine.events import Event
from tables.engine.legal import Legal
from tables.engine.opening import Move, Opening
from tables.engine.pots import Share
from tables.engine.rules import MOST_PLAYERS

if TYPE_CHECKING:
    from tables.engine.betting.structure import BettingStructure

STREETS: Final = ("preflop", "flop", "turn", "river")
PREFLOP: Final = 0
RIVER: Final = 3

# CLOCKWISE[players][position] lists everybody else, in order from that player's left.
CLOCKWISE: Final = tuple(
    tuple(tuple((position + step) % players for step in range(1, players)) for position in range(players))
    for players in range(MOST_PLAYERS + 1)
)


class State:
    """Holds a hand in progress. Players are positions here: 0 is left of the button, the button is last."""

    __slots__ = (
        "able",
        "acted",
        "afterwards",
        "aggressor",
        "bets",
        "bets_made",
        "board",
        "dead",
        "events",
        "face_up",
        "folded",
        "last_raise",
        "legal",
        "level",
        "live",
        "middle",
        "opening",
        "over",
        "paid",
        "passed",
        "price",
        "queue",
        "raises",
        "shares",
        "stacks",
        "street",
        "way",
    )

    opening: Opening
    way: "BettingStructure"
    stacks: list[int]
    bets: list[int]
    """Chips bet on this street."""
    paid: list[int]
    """Chips paid on the streets before, and antes that count for side pots."""
    dead: int
    """Antes that one player paid for all: they lie in the main pot, without counting as that player's."""
    middle: int
    """All chips put in and not returned."""
    folded: list[bool]
    live: int
    """Number of players who have not folded."""
    able: int
    """Number of live players who have chips behind."""

    street: int
    queue: list[int]
    """Positions that still have to act on this street, in order; empty when the street is over."""
    acted: int
    """Bits of the positions that have acted on this street."""
    price: int
    """Chips that a player must have put in on this street to stay."""
    last_raise: int
    """The last full bet or raise, by which the next one must raise."""
    level: int
    """Price without all-ins too short to count; only fixed limit uses it."""
    raises: int
    bets_made: int
    passed: frozenset[int]
    aggressor: int
    """Position that bet or raised last on this street, or -1."""

    board: tuple[Card, ...]
    face_up: frozenset[int]
    over: bool
    shares: tuple[Share, ...]
    """Shares of each pot, once the hand is over."""
    events: list[Event]
    afterwards: tuple[Move, ...]
    """Decisions of players, after the end, to show cards without having to or to muck them."""
    legal: Legal | None
    """Actions that the next to act may take, once the caller has asked for them."""

    def copy(self) -> "State":
        twin = State.__new__(State)
        twin.opening = self.opening
        twin.way = self.way
        twin.stacks = self.stacks[:]
        twin.bets = self.bets[:]
        twin.paid = self.paid
        twin.dead = self.dead
        twin.middle = self.middle
        twin.folded = self.folded[:]
        twin.live = self.live
        twin.able = self.able
        twin.street = self.street
        twin.queue = self.queue[:]
        twin.acted = self.acted
        twin.price = self.price
        twin.last_raise = self.last_raise
        twin.level = self.level
        twin.raises = self.raises
        twin.bets_made = self.bets_made
        twin.passed = self.passed
        twin.aggressor = self.aggressor
        twin.board = self.board
        twin.face_up = self.face_up
        twin.over = self.over
        twin.shares = self.shares
        twin.events = self.events[:]
        twin.afterwards = self.afterwards
        twin.legal = None
        return twin
