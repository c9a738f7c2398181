"""Build what the lobby shows: one's own tables, those with a free seat, those to watch, and one's chips."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils import timezone

from accounts.models import User
from accounts.selectors import shown_name
from poker_site.web.fragments import Fragment, ViewModel, view_model
from poker_site.web.rows import Rows
from tables.access.permissions import open_personal_invitations
from tables.core import money, words
from tables.formats import strategy_of
from tables.lobby.closed import closed_lately
from tables.lobby.games import finished_games
from tables.lobby.rows import Row
from tables.lobby.table_reader import LobbyTables
from tables.lobby.table_relations import TableRelations, bonds_of
from tables.models import Game, Invitation, Purse, Table

LISTS: Final = ("free", "watch", "starting", "running")
"""The lists of others' tables."""


@view_model
class InvitationRow(ViewModel):
    """Shows the reader an invitation."""

    code: str
    by: str
    name: str
    game: str
    stakes: str
    starts: str


@view_model
class Rest(ViewModel):
    """Tells what stands below the lists."""

    more: bool
    """True if there are more tables than are listed here."""
    no_others: bool
    has_own: bool


@view_model
class Chips(ViewModel):
    chips: int
    at_tables: int
    refill: int
    """The chips to which a refill brings the reader back; 0 if none is possible."""


@view_model
class LobbyPage(ViewModel):
    """Holds all of one reader's lobby that changes while it is open; a list without rows is not shown."""

    letters: Rows
    yours: Rows
    closed: Rows
    free: Rows
    watch: Rows
    starting: Rows
    running: Rows
    finished: Rows
    rest: Fragment
    chips: Fragment

    @property
    def turns(self) -> int:
        """Count the tables at which it is the reader's turn."""
        return sum(isinstance(row.value, Row) and row.value.turn for row in self.yours.lines)


@dataclass(frozen=True)
class ReaderPart:
    """Holds what is in one reader's lobby besides tables."""

    letters: tuple[Fragment, ...]
    closed: tuple[Fragment, ...]
    finished: tuple[Fragment, ...]
    chips: int


def lobby_of(user: User) -> LobbyPage:
    """Read and build the lobby of a single reader, whose language and time zone must be active."""
    bonds = bonds_of([user.pk])[user.pk]
    return lobby_page(LobbyTables([bonds]), user, bonds, read_own(user, bonds))


def read_own(user: User, bonds: TableRelations) -> ReaderPart:
    purse = Purse.objects.filter(user=user).values_list("chips", flat=True).first()
    return ReaderPart(
        letters=_letters(user),
        closed=closed_lately(user),
        finished=finished_games(user, but=bonds.own),
        chips=money.FIRST_CHIPS if purse is None else purse,  # a new account has no purse before it moves chips
    )


def lobby_page(look: LobbyTables, user: User, bonds: TableRelations, own: ReaderPart) -> LobbyPage:
    tables = look.own_tables(bonds)
    others, more = look.others_tables(bonds)
    yours = look.own_rows(tables, user)
    lists: defaultdict[str, list[Row]] = defaultdict(list)
    for row in look.others_rows(others):
        lists[_list_of(row)].append(row)
    rest = Rest(more=more, no_others=not any(lists[name] for name in LISTS), has_own=bool(yours))
    return LobbyPage(
        letters=Rows("lobby-letters", own.letters),
        yours=Rows("lobby-yours", _drawn(sorted(yours, key=lambda row: not row.seated))),
        closed=Rows("lobby-closed", own.closed),
        finished=Rows("lobby-finished", own.finished),
        rest=Fragment("lobby-rest", "tables/lobby/rest.html", rest),
        chips=Fragment("lobby-chips", "tables/lobby/chips.html", _chips(own.chips, tables, user)),
        **{name: Rows(f"lobby-{name}", _drawn(lists[name])) for name in LISTS},
    )


def _list_of(row: Row) -> str:
    """Return the list in which another's table stands; empty if there is nothing to be done there."""
    if not row.phase and not row.full:
        return "free"
    if row.phase in (Game.State.STANDBY, Game.State.PREPARING):
        return "starting"
    if not row.watchable:
        return ""
    return {"": "watch", str(Game.State.RUNNING): "running"}.get(row.phase, "")


def _drawn(rows: Iterable[Row]) -> tuple[Fragment, ...]:
    return tuple(Fragment(f"table-{row.code}", "tables/lobby/row.html", row) for row in rows)


def _chips(chips: int, tables: Iterable[Table], user: User) -> Chips:
    at_tables = sum(_stack(table, user) for table in tables)
    refill = money.FIRST_CHIPS if chips + at_tables < money.FIRST_CHIPS else 0
    return Chips(chips=chips, at_tables=at_tables, refill=refill)


def _stack(table: Table, user: User) -> int:
    """Return the user's chips at this table; the counters of a game are no chips."""
    if strategy_of(table).counters:
        return 0
    return sum(seat.stack for seat in table.seated.all() if seat.user_id == user.pk)


def _letters(user: User) -> tuple[Fragment, ...]:
    mine = open_personal_invitations(timezone.now()).filter(user=user).exclude(table__state=Table.State.CLOSED)
    return tuple(_letter(letter) for letter in mine.select_related("table", "by").order_by("-made_at"))


def _letter(invitation: Invitation) -> Fragment:
    table = invitation.table
    letter = InvitationRow(
        code=invitation.code,
        by=shown_name(invitation.by),
        name=table.name,
        game=words.game(table.rules),
        stakes=words.stakes(table.played_by),
        starts=words.day_and_time(table.starts_at) if table.starts_at else "",
    )
    return Fragment(f"letter-{letter.code}", "tables/lobby/letter.html", letter)
