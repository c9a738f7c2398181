"""What a replayer shows: a hand as the engine knows it, and who sat there. It needs no row of the database."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tables.engine.hand import Hand as Play
from tables.engine.opening import Seat as Place


@dataclass(frozen=True)
class Source:
    """Holds all cards: of these only those of `known` seats are shown."""

    play: Play
    """The hand as it ended."""
    names: Mapping[Place, str]
    known: frozenset[Place]
    """Whose cards may be told."""
    title: str
    about: str = ""
    """Where and when it was, in a line below the title."""
    viewer: Place | None = None
    """Who looks at it and was dealt in: sits at the bottom at first."""
    bots: frozenset[Place] = field(default_factory=frozenset)
    number: int = 0
    """The hand's own, if it has one: tells hands apart."""

    def bottom(self, wanted: str) -> Place:
        """From whose seat the table is looked at: the one wished for, if somebody sat there."""
        seats = {str(seat): seat for seat in self.play.seats}
        first = min(self.play.seats) if self.viewer is None else self.viewer
        return seats.get(wanted, first)
