"""Show the chances to win at each street, of the hands that the viewer knows."""

from dataclasses import dataclass

from tables.core import words
from tables.engine.opening import SeatNumber
from tables.equity.asking import Unanswered
from tables.equity.streets import AtStreet, chances_at_streets
from tables.history.replay.narration import PARTS
from tables.history.replay.source import Source
from tables.page import narration

WORTH_TELLING = 0.0005


@dataclass(frozen=True)
class Cell:
    street: str
    win: str
    tie: str
    width: int
    """The width of the bar, in hundredths."""


@dataclass(frozen=True)
class Row:
    name: str
    cards: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class ChanceTable:
    streets: tuple[tuple[str, str], ...]
    """Names each street, and its title."""
    rows: tuple[Row, ...]
    ties: bool
    error: str
    """The widest error of estimated chances, in per cent; empty if all are exact."""
    unknown: bool
    left_out: bool


def chances(source: Source) -> ChanceTable | None:
    """Return the table of chances; None if no hand is known, or if too much is being asked."""
    try:
        streets = chances_at_streets(source.play, source.known)
    except Unanswered:
        return None
    seats = [seat for seat in source.play.seats if any(seat in at.seats for at in streets)]
    if not seats:
        return None
    rows = tuple(_row(source, seat, streets) for seat in seats)
    return ChanceTable(
        streets=tuple((at.street, str(PARTS[at.street])) for at in streets),
        rows=rows,
        ties=any(cell and cell.tie for row in rows for cell in row.cells),
        error=_error(streets),
        unknown=any(at.unknown for at in streets),
        left_out=any(at.left_out for at in streets),
    )


def _row(source: Source, seat: SeatNumber, streets: list[AtStreet]) -> Row:
    cards = narration.by_sign(source.play.hole(seat))
    return Row(source.names[seat], cards, tuple(_cell(at, seat) for at in streets))


def _cell(at: AtStreet, seat: SeatNumber) -> Cell | None:
    found = at.of(seat)
    if found is None:
        return None
    win, tie = found
    told = words.percent(tie) if tie >= WORTH_TELLING else ""
    return Cell(at.street, words.percent(win), told, round(win * 100))


def _error(streets: list[AtStreet]) -> str:
    """Return the widest error of the streets that were sampled."""
    widest = max(0.0 if at.chances.exact else at.chances.error for at in streets)
    return words.percent(widest) if widest else ""
