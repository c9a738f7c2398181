"""Handle `__join`: whose key it is, which table it wants, and under which name the player is shown there."""

import hashlib
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from accounts.bot_keys import LONGEST_KEY, KnownBot, bot_with_key
from accounts.models import User
from accounts.services.bots import retire_md5
from tables.access.permissions import may_come_in, needs_password, table_at, ties_of
from tables.bots.api.verbs import NoSuchTable
from tables.core.refusals import Refused
from tables.hosting import admission, bot_entry
from tables.models import Game, Seat, Table

KNOCKOUT: Final = "knockout"
State = Game.State
LONGEST_NAME: Final = 40


class BadKey(Refused):
    code = "bad_key"

    def __init__(self) -> None:
        super().__init__(_("This key is nobody's, or not any more."))


class JoinRequest(NamedTuple):
    """Holds the data of a `__join`; numbers are taken as texts."""

    ticket: str
    name: str
    password: str
    player: str
    token: str

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "JoinRequest":
        return cls(*(_text(data.get(name)) for name in ("ticket", "phoneNumber", "password", "playerName", "token")))


def _text(value: object) -> str:
    if isinstance(value, Decimal):
        return str(value)[:LONGEST_KEY]
    if not isinstance(value, str):
        return ""
    return value.encode(errors="replace").decode().strip()[: LONGEST_KEY + 1]  # JSON can name lone surrogates


def identify(wanted: JoinRequest) -> tuple[KnownBot | None, str]:
    """Return the bot, or None for a guest, and the name to show: the one sent, or the MD5 of what stands for a key."""
    if wanted.name or wanted.password:
        known = bot_with_key(wanted.password)
        if known is None or not _is_called(known.user, wanted.name):
            raise BadKey
        return known, wanted.name[:LONGEST_NAME]
    known = bot_with_key(wanted.player) if wanted.player else None
    if known is None and wanted.player and not wanted.ticket:
        raise BadKey
    return known, md5(wanted.player) if known else ""


def _is_called(user: User, name: str) -> bool:
    return name.casefold() in (user.display_name.casefold(), user.username.casefold())


def md5(text: str) -> str:
    return hashlib.md5(text.encode(errors="replace"), usedforsecurity=False).hexdigest()


def players_table(known: KnownBot, known_as: str, wanted: JoinRequest, *, address: str) -> Table:
    """Return the bot's table, after signing it up if that is still possible.

    A name that could serve as a key is made useless as one first, because everybody there will see it.
    """
    user = known.user
    table = _table(wanted.ticket) if wanted.ticket else _entered(user)
    if not may_come_in(table, user):
        raise NoSuchTable
    if wanted.token and needs_password(table, user, ties_of(table.pk, user)):
        admission.give_password(table.pk, user, wanted.token, address=address)
    if known_as and bot_with_key(known_as):
        retire_md5(user.pk)
    bot_entry.enter_contest(table.pk, user, known_as=known_as)
    return table


def guests_table(wanted: JoinRequest) -> Table:
    table = _table(wanted.ticket)
    if table.is_closed or not may_watch(table):
        raise NoSuchTable
    return table


def may_watch(table: Table) -> bool:
    """Tell whether this table may be watched without an account: invitation tables may not."""
    return table.watchable and table.found_by != Table.FoundBy.INVITATION


def _table(ticket: str) -> Table:
    table = table_at(ticket) if ticket.isascii() else None
    if table is None or table.strategy != KNOCKOUT:
        raise NoSuchTable
    return table


def _entered(user: User) -> Table:
    """Return the one knock-out that this bot has signed up for, as keys of the older dialect come without a ticket."""
    seats = Seat.objects.filter(user=user, table__strategy=KNOCKOUT).exclude(state=Seat.State.HELD)
    open_ones = seats.exclude(table__game__state__in=[State.FINISHED, State.ENDED]).exclude(table__state="closed")
    tables = list(Table.objects.filter(seated__in=open_ones).select_related("game"))
    running = [table for table in tables if table.game.state == State.RUNNING]
    choice = tables if len(tables) == 1 else running
    if len(choice) == 1:
        return choice[0]
    if not tables:
        raise Refused(_("This bot is signed up for no knock-out. Name the table as the ticket."))
    raise Refused(_("This bot is signed up for several knock-outs. Name the table as the ticket."))


def ticket_of(data: Mapping[str, Any]) -> str:
    """Read which table a host's request names; empty if it names none."""
    return _text(data.get("ticket")) or _text(data.get("tableNumber"))


def owned_table(known: KnownBot, code: str) -> Table:
    """Return this knock-out, or refuse unless the bot's owner is its host."""
    table = _table(code)
    if table.owner_id != known.owner_id:
        raise Refused(_("Only the host of this table can do this, not a co-host."))
    return table
