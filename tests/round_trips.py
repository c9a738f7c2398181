"""Write every hand that a test plays to its end as PHH, and read it again when that test is over.

Hands are caught where the engine makes them, whoever plays them; a hand that comes twice is checked once. A test that
plays more than a few dozen has only an even sample of them checked, unless the whole matrix is wanted.
"""

from typing import Final

from tables.engine.events import Acted, Event
from tables.engine.hand import HandState
from tables.engine.opening import Move
from tables.engine.phh import to_phh
from tables.engine.phh_reading import read_phh
from tables.engine.state import State
from tests.samples import sample

MOST_OF_A_TEST: Final = 40
_ended: Final[list[HandState]] = []
_checked: Final[set[int]] = set()
_make = HandState.__init__


def catch() -> None:
    """Collect every hand that ends from now on."""
    HandState.__init__ = _make_and_catch  # type: ignore[method-assign,assignment]  # called as the method is


def _make_and_catch(hand: HandState, state: State) -> None:
    _make(hand, state)
    if state.over:
        _ended.append(hand)


def check() -> None:
    """Check the hands caught since the last time: moves, events and every card must come back."""
    hands = {key: hand for hand in _ended if (key := hash(hand)) not in _checked}
    _ended.clear()
    for key, hand in sample([*hands.items()], quick=MOST_OF_A_TEST):
        _check(hand)
        _checked.add(key)


def as_phh_has_it(hand: HandState) -> tuple[list[Move], list[Event]]:
    """Return moves and events as PHH has them: only our own log says who mucked and who was late."""
    moves = [move._replace(late=False) for move in hand.moves if move.verb != "muck"]
    return moves, [event._replace(late=False) if isinstance(event, Acted) else event for event in hand.events]


def _check(hand: HandState) -> None:
    seen, whole = read_phh(to_phh(hand)).hand, read_phh(to_phh(hand, known=hand.seats)).hand
    for again in (seen, whole):
        assert (again.rules, again.seats, again.stacks) == (hand.rules, hand.seats, hand.stacks)
        assert as_phh_has_it(again) == as_phh_has_it(hand)
    assert [whole.hole(seat) for seat in hand.seats] == [hand.hole(seat) for seat in hand.seats]
