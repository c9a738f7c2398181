"""Decide who may see, sit at, watch and host a table: every entry point, the lobby and the tasks ask here."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.bot_keys import MOST_TABLES
from accounts.models import Aside, User
from tables.models import Cohost, Departure, Game, Guest, Invitation, Seat, Table, TableBan, Waiting

MODERATES = "tables.moderate"


class Tie(StrEnum):
    """Names what connects a user to a table, besides owning it."""

    COHOST = "cohost"
    INVITED = "invited"
    KNOWS = "knows"
    """Knows the table's password."""
    BANNED = "banned"
    SEATED = "seated"
    HOLDS = "holds"
    WAITS = "waits"
    LEFT = "left"


@dataclass(frozen=True)
class Ties:
    """Holds the ties of all users of a table, or of one user."""

    users: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def has(self, user: User, *any_of: Tie) -> bool:
        return any(user.pk in self.users.get(tie, ()) for tie in any_of)


def ties_of(table_id: int, user: User | None = None, *, at: datetime | None = None) -> Ties:
    """Read the ties to a table in one query: everybody's, or those of `user`."""
    sql, blanks = _query(connection.vendor, personal=user is not None)
    now = connection.ops.adapt_datetimefield_value(at or timezone.now())
    filled = {_A_TABLE: table_id, _A_USER: user.pk if user else 0, _a_moment(): now}
    users: defaultdict[str, set[int]] = defaultdict(set)
    with connection.cursor() as cursor:
        cursor.execute(sql, [filled.get(blank, blank) for blank in blanks])
        for tie, user_id in cursor.fetchall():
            users[tie].add(user_id)
    return Ties({tie: frozenset(ids) for tie, ids in users.items()})


# Placeholders in the prepared query for the table, the user and the time; no real value equals them.
_A_TABLE, _A_USER, _A_MOMENT = -1, -2, datetime(1901, 2, 3, tzinfo=UTC)


def _a_moment() -> Any:
    return connection.ops.adapt_datetimefield_value(_A_MOMENT)


@cache
def _query(vendor: str, *, personal: bool) -> tuple[str, tuple[Any, ...]]:
    """Build the query once: building it takes ten times as long as running it."""
    rows = [_tied(found, tie, _A_USER if personal else None) for found, tie in _kinds([_A_TABLE], _A_MOMENT)]
    sql, blanks = rows[0].union(*rows[1:], all=True).query.sql_with_params()
    return sql, tuple(blanks)


def ties_with(user: User, table_ids: Collection[int]) -> Mapping[int, Ties]:
    """Read the ties of one user to many tables, in one query."""
    rows = (
        found.filter(user=user).order_by().values_list(F("table_id"), Value(tie.value))
        for found, tie in _kinds(table_ids, timezone.now())
    )
    kinds: defaultdict[int, set[str]] = defaultdict(set)
    for table_id, tie in next(rows).union(*rows, all=True):
        kinds[table_id].add(tie)
    own = frozenset({user.pk})
    return {table_id: Ties(dict.fromkeys(kinds[table_id], own)) for table_id in table_ids}


def _kinds(table_ids: Collection[int], at: datetime) -> Iterator[tuple[QuerySet[Any], Tie]]:
    guests, seats = Guest.objects.filter(table__in=table_ids), Seat.objects.filter(table__in=table_ids)
    yield Cohost.objects.filter(table__in=table_ids), Tie.COHOST
    yield guests.filter(invited=True), Tie.INVITED
    yield guests.filter(knows_password=True), Tie.KNOWS
    yield open_personal_invitations(at).filter(table__in=table_ids), Tie.INVITED
    yield TableBan.objects.filter(table__in=table_ids), Tie.BANNED
    yield seats.exclude(state=Seat.State.HELD), Tie.SEATED
    yield seats.filter(state=Seat.State.HELD), Tie.HOLDS
    yield Waiting.objects.filter(table__in=table_ids), Tie.WAITS
    yield Departure.objects.filter(table__in=table_ids), Tie.LEFT


def _tied(found: QuerySet[Any], tie: Tie, user_id: int | None) -> QuerySet[Any]:
    mine = found.filter(user=user_id) if user_id else found
    return mine.order_by().values_list(Value(tie.value), F("user_id"))


def open_invitations(at: datetime) -> QuerySet[Invitation]:
    """Return the invitations that can still be used."""
    lasts, has_uses = Q(until=None) | Q(until__gt=at), Q(most_uses=None) | Q(uses__lt=F("most_uses"))
    return Invitation.objects.filter(lasts, has_uses, answer=Invitation.Answer.NONE, revoked_at=None)


def open_personal_invitations(at: datetime) -> QuerySet[Invitation]:
    """Return open invitations to one person each; those from a blocked user count only after unblocking."""
    blocked = Aside.objects.filter(by=OuterRef("user"), whom=OuterRef("by"), kind=Aside.Kind.BLOCK)
    return open_invitations(at).filter(~Exists(blocked), user__isnull=False)


def is_moderator(user: User) -> bool:
    return user.is_active and user.is_staff and user.has_perm(MODERATES)


def may_host(table: Table, user: User | None, ties: Ties | None = None) -> bool:
    """Tell whether the user is the owner or a co-host."""
    if user is None or not user.is_active:
        return False
    return table.owner_id == user.pk or (ties or ties_of(table.pk, user)).has(user, Tie.COHOST)


def may_come_in(table: Table, user: User | None, ties: Ties | None = None) -> bool:
    """Tell whether the user may open the table's page, where perhaps a password is asked for."""
    if user is None or not user.is_active:
        return False
    ties = ties or ties_of(table.pk, user)
    if table.owner_id == user.pk:
        return True
    if ties.has(user, Tie.BANNED):
        return ties.has(user, Tie.SEATED)  # banned during a hand: they stay until it is over
    if table.found_by != Table.FoundBy.INVITATION:
        return True
    return ties.has(user, Tie.COHOST, Tie.INVITED, Tie.SEATED) or _was_there(table, user, ties)


def may_see(table: Table, user: User | None, ties: Ties | None = None) -> bool:
    """Tell whether the user may see the table and all that happens there; the engine decides who sees cards."""
    if user is None or not user.is_active:
        return False
    ties = ties or ties_of(table.pk, user)
    if not may_come_in(table, user, ties):
        return is_moderator(user)
    return table.watchable or _belongs(table, user, ties) or is_moderator(user)


def _belongs(table: Table, user: User, ties: Ties) -> bool:
    tied = ties.has(user, Tie.COHOST, Tie.INVITED, Tie.KNOWS, Tie.SEATED)
    return tied or table.owner_id == user.pk or _was_there(table, user, ties)


def _was_there(table: Table, user: User, ties: Ties) -> bool:
    """Tell whether the table is closed and the user played there: they may still read it."""
    return table.is_closed and ties.has(user, Tie.LEFT)


def follows_to_new_address(table: Table, user: User, ties: Ties) -> bool:
    """Tell whether the user is led to the table's new address; knowing the old link alone is not enough."""
    if table.found_by == Table.FoundBy.LOBBY or is_moderator(user):
        return True
    return _belongs(table, user, ties) or ties.has(user, Tie.HOLDS, Tie.WAITS)


def needs_password(table: Table, user: User, ties: Ties) -> bool:
    """Tell whether the user must give a password; an invitation replaces it."""
    return bool(table.password) and not _belongs(table, user, ties)


def reason_not_to_sit(table: Table, user: User, ties: Ties | None = None) -> Any | None:
    """Return why the user may not sit down, or None. `neighbours` checks beside whom."""
    ties = ties or ties_of(table.pk, user)
    if sentence := reason_not_to_hold_seat(table, user, ties):
        return sentence
    if needs_password(table, user, ties):
        return _("This table has a password. Give it before you sit down.")
    return None


def reason_not_to_hold_seat(table: Table, user: User, ties: Ties | None = None) -> Any | None:
    """Return why the user may not hold a seat, or None. A password can still be given while the seat is held."""
    ties = ties or ties_of(table.pk, user)
    if table.owner_id != user.pk and ties.has(user, Tie.BANNED):
        return _("You may not come to this table any more.")
    if not may_come_in(table, user, ties):
        return _("Only who is invited may sit down at this table.")
    return _keeps_bot_out(table, user, ties) if user.is_bot else None


def _keeps_bot_out(table: Table, bot: User, ties: Ties) -> Any | None:
    """Return why a player's bot may not sit, or None. House bots are seated by the host without asking here."""
    if not table.admits_bots and not ties.has(bot, Tie.SEATED):
        return _("The host of this table does not let bots play.")
    if _seats_in_use(bot).exclude(table=table).count() >= MOST_TABLES:
        return _("A bot plays at four tables at most. Leave one of them first.")
    return None


def _seats_in_use(user: User) -> QuerySet[Seat]:
    """Return the user's seats, except where the game is over: the table may stay open long after it."""
    over = [Game.State.FINISHED, Game.State.ENDED]
    return Seat.objects.filter(user=user).exclude(table__game__state__in=over)


def needs_approval(table: Table, user: User, ties: Ties | None = None) -> bool:
    """Tell whether sitting down and topping up wait for the host's approval."""
    return table.approves and not may_host(table, user, ties)


def visible_table(code: str, user: User | None) -> Table | None:
    """Return the table at this address if the user may see it."""
    table = table_at(code)
    return table if table and may_see(table, user) else None


def table_at(code: str) -> Table | None:
    return Table.objects.filter(code=code).first() if code.isalnum() else None  # PostgreSQL refuses zero bytes
