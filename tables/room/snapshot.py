"""Everything a table's viewers need, read in one go and shared by all of them."""

from collections.abc import Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db import connection, transaction

from accounts.models import User
from tables import live
from tables.engine.hand import Hand as Play
from tables.models import Hand, Seat, Table
from tables.refusals import Unreadable
from tables.services import presence
from tables.services.clock import now


class Elsewhere(NamedTuple):
    """Another table where somebody sits."""

    code: str
    name: str
    my_turn: bool


@dataclass(frozen=True)
class Snapshot:
    """Of one version of a table. Holds cards: nothing of it but a scene leaves the server."""

    table: Table
    host: User
    seats: Mapping[int, Seat]
    hand: Hand | None
    play: Play | None
    """The hand as the engine knows it, once it is cut."""
    players: Mapping[int, User]
    """Who was dealt in, by seat, even if gone since."""
    present: frozenset[int]
    watchers: int
    waiting: tuple[User, ...]
    elsewhere: Mapping[int, tuple[Elsewhere, ...]]
    """By user, of those who are here."""
    taken_at: datetime
    drawn: dict[Hashable, str] = field(default_factory=dict, compare=False)
    """Fragments that several viewers share."""

    @property
    def version(self) -> int:
        return self.table.version


def take(table_id: int) -> Snapshot:
    """Consistent in itself: whatever changes meanwhile is of a later version."""
    with _one_moment():
        at = now()
        # The sealed deck is large, and only a hand that this process has forgotten is replayed from it.
        table = Table.objects.select_related("hand", "owner").defer("hand__sealed").get(pk=table_id)
        hand = table.hand
        dealt_in = list(hand.players.select_related("user")) if hand else []
        seats = {seat.number: seat for seat in table.seated.select_related("user")}
        present = frozenset(presence.present(table, at))
        return Snapshot(
            table=table,
            host=table.owner,
            seats=seats,
            hand=hand,
            play=_play(table),
            players={player.seat: player.user for player in dealt_in},
            present=present,
            elsewhere=elsewhere(present | {seat.user_id for seat in seats.values() if not seat.house}, but=table_id),
            watchers=len(present - {seat.user_id for seat in seats.values() if seat.state != Seat.State.HELD}),
            waiting=tuple(entry.user for entry in table.waiting.select_related("user")),
            taken_at=at,
        )


def _play(table: Table) -> Play | None:
    """Nothing while the deck is being cut, of a void hand, and of one that nobody can replay."""
    hand = table.hand
    if hand is None or hand.cut is None or hand.state == Hand.State.VOID:
        return None
    try:
        return live.play_of(hand, moves_made=table.moves_made)
    except Unreadable:
        return None


def elsewhere(user_ids: Collection[int], *, but: int = 0) -> dict[int, tuple[Elsewhere, ...]]:
    """Where else these people sit, and where it is their turn."""
    seats = (
        Seat.objects.filter(user__in=user_ids)
        .exclude(state=Seat.State.HELD)
        .exclude(table=but)
        .select_related("table")
        .order_by("table")
    )
    found: dict[int, tuple[Elsewhere, ...]] = {}
    for seat in seats:
        entry = Elsewhere(seat.table.code, seat.table.name, seat.table.turn == seat.number)
        found[seat.user_id] = (*found.get(seat.user_id, ()), entry)
    return found


@contextmanager
def _one_moment() -> Iterator[None]:
    """A read transaction that sees one state of PostgreSQL; SQLite's would take the write lock."""
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
