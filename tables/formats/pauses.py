"""Tell how long a finished hand stays on the table before the next one is dealt."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from tables.engine.events import Acted, DealtBoard
from tables.engine.hand import HandState
from tables.models import Seat, Table

STREET: Final = timedelta(milliseconds=1500)
"""The time for each street when browsers turn the board over after an all-in: `--street` in tokens.css."""
AFTER_FOLDS: Final = timedelta(seconds=2)
AFTER_SHOWDOWN: Final = timedelta(seconds=5)
SHOW_OR_MUCK: Final = timedelta(seconds=4)


def run_out(table: Table, play: HandState) -> timedelta:
    """Return how long the board of an all-in takes: the hands lie open first, then it comes street by street."""
    streets = 0
    for event in reversed(play.events):
        if isinstance(event, Acted):
            break
        streets += isinstance(event, DealtBoard)
    return table.paced((streets + 1) * STREET) if streets and _are_hands_compared(play) else timedelta()


def after_hand(table: Table, play: HandState, seats: Sequence[Seat]) -> timedelta:
    """Return the time for everybody to see how it ended, and for a player who may show or muck to choose."""
    pause = table.paced(AFTER_SHOWDOWN if _are_hands_compared(play) else AFTER_FOLDS)
    if _is_anybody_asked(play, seats):
        # At every pace that a host can choose these seconds stay whole; only tests play faster.
        pause = max(pause, min(SHOW_OR_MUCK, table.paced(SHOW_OR_MUCK * 100 / Table.Pace.FAST)))
    return run_out(table, play) + pause


def _are_hands_compared(play: HandState) -> bool:
    return play.folded.count(False) > 1


def _is_anybody_asked(play: HandState, seats: Sequence[Seat]) -> bool:
    """Tell whether a person was in to the end without having to show."""
    people = {seat.number for seat in seats if not seat.house}
    ended = zip(play.seats, play.folded, strict=True)
    return any(seat in people and not folded and seat not in play.shown for seat, folded in ended)
