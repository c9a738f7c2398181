"""Everything a table's viewers need, read in one go and shared by all of them."""

from collections.abc import Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from poker_site.prepared import Prepared
from tables import live
from tables.access import Tie, Ties, open_invitations, ties_of
from tables.engine.hand import Hand as Play
from tables.models import Game, Hand, Invitation, Presence, Seat, Table, TableEvent, Wish
from tables.refusals import Unreadable
from tables.services import presence
from tables.services.clock import now
from tables.services.locking import OF_A_MOVE
from tables.standings import Placed, ranking

MOST_EVENTS = 50


class Elsewhere(NamedTuple):
    """A table where somebody sits."""

    table_id: int
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
    taken_at: datetime
    ties: Ties = field(default_factory=Ties)
    """Who may see it, sit down and so on."""
    named: tuple[User, ...] = ()
    """Co-hosts, and who is banned from here."""
    events: tuple[TableEvent, ...] = ()
    """What hosts and moderators did, the newest last."""
    wishes: tuple[Wish, ...] = ()
    invitations: tuple[Invitation, ...] = ()
    """Those that are good: for hosts."""
    game: Game | None = None
    """Where the table plays towards an end."""
    standings: tuple[Placed, ...] = ()
    drawn: dict[Hashable, Any] = field(default_factory=dict, compare=False)
    """What several viewers share."""

    told: dict[Hashable, list[dict[str, str]]] = field(default_factory=dict, compare=False)
    """What happened in this hand, in the words that several viewers share; with moves it only grows."""

    @property
    def version(self) -> int:
        return self.table.version


def take(table_id: int, known: Snapshot | None = None) -> Snapshot:
    """Consistent in itself: whatever changes meanwhile is of a later version."""
    return (known and _moved_on(known)) or _take(table_id)


_MOVED: Final = Prepared(
    Table,
    lambda table, around: Table.objects.filter(pk=table, around_version=around).values_list(*OF_A_MOVE),
    blanks=2,
)


_HAND: Final = Prepared(Hand, lambda hand: Hand.objects.defer("sealed").filter(pk=hand))


def _moved_on(known: Snapshot) -> Snapshot | None:
    """If nothing but moves was made since: the log only grows, so one row says all that is new.

    A deck that was being cut is perhaps cut by now; nothing else can have become of the hand.
    """
    before, hand = known.table, known.hand
    cutting = hand is not None and hand.state == Hand.State.CUTTING
    with _one_moment() if cutting else nullcontext():
        now_known = next(_MOVED.rows(before.pk, before.around_version), None)
        if now_known is None or now_known[0] < before.version:
            return None
        if hand is not None and cutting:
            hand = _HAND.one(hand.pk)
    table = copy(before)
    vars(table).update(zip(OF_A_MOVE, now_known, strict=True))
    return replace(known, table=table, hand=hand, play=_play(table, hand), taken_at=now(), drawn={})


def _take(table_id: int) -> Snapshot:
    with _one_moment():
        at = now()
        # The sealed deck is large, and only a hand that this process has forgotten is replayed from it.
        table = Table.objects.select_related("hand", "owner", "game").defer("hand__sealed").get(pk=table_id)
        hand, game = table.hand, getattr(table, "game", None)
        dealt_in = list(hand.players.select_related("user")) if hand else []
        seats = {seat.number: seat for seat in table.seated.select_related("user")}
        present = frozenset(presence.present(table, at))
        ties = ties_of(table_id, at=at)
        return Snapshot(
            table=table,
            host=table.owner,
            seats=seats,
            hand=hand,
            play=_play(table, hand),
            players={player.seat: player.user for player in dealt_in},
            present=present,
            watchers=len(present - {seat.user_id for seat in seats.values() if seat.state != Seat.State.HELD}),
            waiting=tuple(entry.user for entry in table.waiting.select_related("user")),
            taken_at=at,
            ties=ties,
            named=_named(ties),
            events=tuple(reversed(table.events.select_related("by", "whom").order_by("-pk")[:MOST_EVENTS])),
            wishes=tuple(table.wishes.select_related("user")),
            invitations=tuple(open_invitations(at).filter(table=table).select_related("user").order_by("pk")),
            game=game,
            standings=tuple(ranking(game)) if game else (),
        )


def _named(ties: Ties) -> tuple[User, ...]:
    """Most tables have nobody to name."""
    ids = ties.users.get(Tie.COHOST, frozenset()) | ties.users.get(Tie.BANNED, frozenset())
    return tuple(User.objects.filter(pk__in=ids)) if ids else ()


def _play(table: Table, hand: Hand | None) -> Play | None:
    """Nothing while the deck is being cut, of a void hand, and of one that nobody can replay."""
    if hand is None or hand.cut is None or hand.state == Hand.State.VOID:
        return None
    try:
        return live.play_of(hand, moves_made=table.moves_made)
    except Unreadable:
        return None


def wanderers(process: str) -> QuerySet[Presence, int]:
    """Who looks at one table there and sits at another."""
    elsewhere = Seat.objects.filter(user=OuterRef("user")).exclude(table=OuterRef("table"))
    return Presence.objects.filter(Exists(elsewhere), process=process).values_list("user", flat=True)


def tables_of(user_ids: Collection[int] | QuerySet[Presence, int]) -> dict[int, tuple[Elsewhere, ...]]:
    """Where these people sit, and where it is their turn."""
    seats = (
        Seat.objects.filter(user__in=user_ids)
        .exclude(state=Seat.State.HELD)
        .order_by("table")
        .values_list("user", "number", "table", "table__code", "table__name", "table__turn")
    )
    found: dict[int, tuple[Elsewhere, ...]] = {}
    for user, number, table, code, name, turn in seats:
        found[user] = (*found.get(user, ()), Elsewhere(table, code, name, turn == number))
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
