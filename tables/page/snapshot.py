"""Read everything that a table's viewers need, once for all of them, and reuse what has not changed."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from accounts.models import Bot, User
from poker_site.runtime.prepared_sql import Prepared
from tables.access.permissions import Tie, Ties, open_invitations, ties_of
from tables.core import hand_cache
from tables.core.deadlines import ClockColumn, clock_of, now
from tables.core.locking import FIELDS_OF_A_MOVE
from tables.core.money import FIRST_CHIPS
from tables.core.refusals import Unreadable
from tables.engine.hand import HandState
from tables.engine.view import HandView
from tables.formats.standings import Placed, ranking
from tables.models import Epoch, Game, Hand, Invitation, Presence, Purse, Seat, Table, TableEvent, Wish
from tables.play import presence
from tables.play.acting import seats_of
from tables.play.seating import buy_in_bounds
from tables.play.settling import players_of

if TYPE_CHECKING:
    from tables.page.narration import LogLine

MOST_EVENTS = 50
FULL_RELOAD_AFTER = timedelta(minutes=10)
"""Limits how long ties, invitations and the rest are reused; less if an invitation expires earlier."""


class SeatedTable(NamedTuple):
    """Names a table where a user sits, and says whether it is their turn there."""

    table_id: int
    code: str
    name: str
    my_turn: bool


class BuyIn(NamedTuple):
    """Holds how many chips a player may bring, and has."""

    least: int
    most: int
    purse: int


@dataclass(frozen=True)
class Snapshot:
    """Holds all of one version of a table, with its secret cards: only what a scene makes of it leaves the server."""

    table: Table
    host: User
    seats: Mapping[int, Seat]
    hand: Hand | None
    play: HandState | None
    """Holds the hand as the engine knows it, once the deck is cut."""
    players: Mapping[int, User]
    """Maps seats to the users who were dealt in, even if they have left since."""
    present: frozenset[int]
    watchers: int
    waiting: tuple[User, ...]
    taken_at: datetime
    good_until: datetime
    """Holds the time after which the next hand has all of it read again, not only hand and seats."""
    epoch: int
    """Changes when a backup is restored: all is read again then, and versions may be lower than before."""
    ties: Ties = field(default_factory=Ties)
    """Says who has which tie to the table, from which permissions follow."""
    owners: Mapping[int, User] = field(default_factory=dict)
    """Maps the user ids of players' bots that sit here to their owners."""
    named: tuple[User, ...] = ()
    """Holds the co-hosts and the players banned from this table."""
    events: tuple[TableEvent, ...] = ()
    """Lists what hosts and moderators did, newest last."""
    wishes: tuple[Wish, ...] = ()
    invitations: tuple[Invitation, ...] = ()
    """Lists the open invitations, which only hosts see."""
    game: Game | None = None
    """Holds the game with an end; None at a ring game."""
    standings: tuple[Placed, ...] = ()
    buy_ins: Mapping[int, BuyIn] = field(default_factory=dict)
    """Holds, by user, what those may bring whose seat is held while they buy in."""
    watched: dict[tuple[int, int], HandView] = field(default_factory=dict, compare=False)
    """Holds the hands as watchers see them, by number and length."""

    told: dict[Hashable, list["LogLine"]] = field(default_factory=dict, compare=False)
    """Caches the lines of this hand's log by language and unit; moves only add lines."""

    lasting: dict[Hashable, Any] = field(default_factory=dict, compare=False)
    """Caches what viewers share and neither moves nor new hands change."""

    @property
    def version(self) -> int:
        return self.table.version


def take(table_id: int, known: Snapshot | None = None) -> Snapshot:
    """Read the table as of one version; reuse from `known` what cannot have changed since."""
    return (known and _moved_on(known)) or _take(table_id)


def _unless_restored(table: int, around: int, epoch: int) -> QuerySet[Table]:
    """Select the table if neither what surrounds its hand nor the epoch has changed since it was read."""
    return Table.objects.filter(Exists(Epoch.objects.filter(value=epoch)), pk=table, around_version=around)


_MOVED_COLUMNS: Final = (*FIELDS_OF_A_MOVE, "hand_id")
_MOVED: Final = Prepared(
    Table, lambda *read: _unless_restored(*read).values_list(*_MOVED_COLUMNS, ClockColumn()), blanks=3
)
_ROW: Final = Prepared(Table, _unless_restored, blanks=3)
_HAND: Final = Prepared(Hand, lambda hand: Hand.objects.defer("sealed").filter(pk=hand))
_SEATED: Final = Prepared(User, lambda table: User.objects.filter(seats__table=table))


def _moved_on(known: Snapshot) -> Snapshot | None:
    """Update a snapshot: one row tells all if only moves were made. Return None if all must be read again."""
    before = known.table
    found = next(_MOVED.rows(before.pk, before.around_version, known.epoch), None)
    if found is None or found[0] < before.version:
        return None
    *columns, clock = found
    table = _with(before, dict(zip(_MOVED_COLUMNS, columns, strict=True)))
    if _hand_has_turned(known, table):
        return _next_hand(known)
    return replace(known, table=table, play=_play(table, known.hand), taken_at=clock_of(clock), watched={})


def _with(before: Table, columns: Mapping[str, Any]) -> Table:
    table = copy(before)
    vars(table).update(columns)
    return table


def _hand_has_turned(known: Snapshot, table: Table) -> bool:
    """Return whether the hand was cut, ended or replaced, which changes seats; a hand that is over stays as it is."""
    hand = known.hand
    if hand is None or table.hand_id != hand.pk:
        return table.hand_id is not None
    return hand.state == Hand.State.CUTTING or (hand.state == Hand.State.RUNNING and table.turn is None)


def _next_hand(known: Snapshot) -> Snapshot | None:
    """Read only hand and seats again; return None if a user is missing or the rest is too old to reuse."""
    before = known.table
    with _one_moment():
        at = now()
        row = _ROW.one(before.pk, before.around_version, known.epoch) if at < known.good_until else None
        hand = _HAND.one(row.hand_id or 0) if row else None
        if row is None or hand is None or row.version < before.version:
            return None
        table = _with(before, {name: value for name, value in vars(row).items() if name[0] != "_"})
        users = {user.pk: user for user in _SEATED(before.pk)}
        seats = seats_of(before)
        dealt_in = {player.seat: player.user_id for player in players_of(hand)}
        play = _play(table, hand)
    users = {user.pk: user for user in known.players.values()} | users
    if not {*dealt_in.values()} <= {*users}:
        return None
    for seat in seats.values():
        seat.user = users[seat.user_id]
    players = {number: users[user_id] for number, user_id in dealt_in.items()}
    return replace(
        known, table=table, seats=seats, hand=hand, play=play, players=players, taken_at=at, told={}, watched={}
    )


def _take(table_id: int) -> Snapshot:
    with _one_moment():
        at = now()
        # The sealed deck is large, and only a hand that this process has forgotten is replayed from it.
        found = Table.objects.select_related("hand", "owner", "game").defer("hand__sealed")
        table = found.annotate(epoch=Subquery(Epoch.objects.values("value")[:1])).get(pk=table_id)
        hand, game = table.hand, getattr(table, "game", None)
        dealt_in = list(hand.players.select_related("user")) if hand else []
        seats = {seat.number: seat for seat in table.seated.select_related("user")}
        present = frozenset(presence.present(table, at))
        ties = ties_of(table_id, at=at)
        invitations = tuple(open_invitations(at).filter(table=table).select_related("user").order_by("pk"))
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
            epoch=table.epoch,
            good_until=min([at + FULL_RELOAD_AFTER, *(each.until for each in invitations if each.until)]),
            ties=ties,
            owners=_owners(seats.values()),
            named=_named(ties),
            events=tuple(reversed(table.events.select_related("by", "whom").order_by("-pk")[:MOST_EVENTS])),
            wishes=tuple(table.wishes.select_related("user")),
            invitations=invitations,
            game=game,
            standings=tuple(ranking(game)) if game else (),
            buy_ins=_buy_ins(table, seats.values()),
        )


def _buy_ins(table: Table, seats: Iterable[Seat]) -> dict[int, BuyIn]:
    """Read purses and limits only while somebody buys in; a new account finds its first chips then."""
    held = [seat.user for seat in seats if seat.state == Seat.State.HELD]
    purses = dict(Purse.objects.filter(user__in=held).values_list("user", "chips")) if held else {}
    return {user.pk: BuyIn(*buy_in_bounds(table, user), purses.get(user.pk, FIRST_CHIPS)) for user in held}


def _owners(seats: Iterable[Seat]) -> dict[int, User]:
    """Map bots to their owners; most tables have no such bots, which saves the query."""
    ids = [seat.user_id for seat in seats if seat.user.is_bot and not seat.house]
    found = Bot.objects.filter(pk__in=ids).select_related("owner") if ids else ()
    return {bot.pk: bot.owner for bot in found}


def _named(ties: Ties) -> tuple[User, ...]:
    """Read the co-hosts and banned users; most tables have none, which saves the query."""
    ids = ties.users.get(Tie.COHOST, frozenset()) | ties.users.get(Tie.BANNED, frozenset())
    return tuple(User.objects.filter(pk__in=ids)) if ids else ()


def _play(table: Table, hand: Hand | None) -> HandState | None:
    """Return the hand; None while the deck is being cut, if it is void, or if it cannot be replayed."""
    if hand is None or hand.cut is None or hand.state == Hand.State.VOID:
        return None
    try:
        return hand_cache.hand_state_of(hand, moves_made=table.moves_made)
    except Unreadable:
        return None


def users_seated_elsewhere(process: str) -> QuerySet[Presence, int]:
    """Select the users whom this process shows one table while they sit at another."""
    elsewhere = Seat.objects.filter(user=OuterRef("user")).exclude(table=OuterRef("table"))
    return Presence.objects.filter(Exists(elsewhere), process=process).values_list("user", flat=True)


def tables_of(user_ids: Collection[int] | QuerySet[Presence, int]) -> dict[int, tuple[SeatedTable, ...]]:
    """Map these users to the tables where they sit, and whether it is their turn there."""
    seats = (
        Seat.objects.filter(user__in=user_ids)
        .exclude(state=Seat.State.HELD)
        .order_by("table")
        .values_list("user", "number", "table", "table__code", "table__name", "table__turn")
    )
    found: dict[int, tuple[SeatedTable, ...]] = {}
    for user, number, table, code, name, turn in seats:
        found[user] = (*found.get(user, ()), SeatedTable(table, code, name, turn == number))
    return found


@contextmanager
def _one_moment() -> Iterator[None]:
    """Let all reads in the block see one state of the database, without making writers wait."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _one_moment_of_sqlite():
            yield
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def _one_moment_of_sqlite() -> Iterator[None]:
    """Begin with a plain BEGIN, which needs no lock and sees the state at its first SELECT; `atomic()` would lock.

    Django does not know of this transaction, so it must end with the block, whatever happens there: the connection may
    even have been closed.
    """
    with connection.cursor() as cursor:
        raw = connection.connection
        if raw.in_transaction:  # a block within a block
            yield
            return
        cursor.execute("BEGIN")
        try:
            yield
        finally:
            if connection.connection is raw and raw.in_transaction:
                cursor.execute("ROLLBACK")
