"""Hold what a replayer shows: a hand as the engine knows it, and who sat there. It needs no row of the database."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber


@dataclass(frozen=True)
class Source:
    """Holds all cards: only those of `known` seats are shown."""

    play: HandState
    """The hand as it ended."""
    names: Mapping[SeatNumber, str]
    known: frozenset[SeatNumber]
    """The seats whose cards may be shown."""
    title: str
    about: str = ""
    """Says where and when it was, in a line below the title."""
    viewer: SeatNumber | None = None
    """The viewer's seat, if they were dealt in: it is at the bottom at first."""
    bots: frozenset[SeatNumber] = field(default_factory=frozenset)
    number: int = 0
    """The hand's own number, if it has one, which tells hands apart."""

    def bottom(self, wanted: str) -> SeatNumber:
        """Return the seat at the bottom: the one asked for if somebody had it, else the viewer's or the first."""
        seats = {str(seat): seat for seat in self.play.seats}
        first = min(self.play.seats) if self.viewer is None else self.viewer
        return seats.get(wanted, first)
