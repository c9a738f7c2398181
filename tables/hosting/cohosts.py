"""Name and remove co-hosts, and hand a table over to another host."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import ban_in_force
from tables.core.host_log import log_event
from tables.core.lock_order import account_lock
from tables.core.locking import locked, mark_changed, mark_changed_for_lobby
from tables.core.refusals import Refused
from tables.models import Cohost, Seat, Table
from tables.play.lifecycle import MOST_OPEN_TABLES, refuse_unless_owner


def name_cohost(table_id: int, by: User, whom: User) -> None:
    with locked(table_id) as table:
        refuse_unless_owner(table, by)
        if whom.pk == table.owner_id:
            raise Refused(_("You are the host already."))
        if whom.is_bot or not whom.is_active or _is_banned(table, whom):
            raise Refused(_("This player cannot be a host here."))
        if Cohost.objects.get_or_create(table=table, user=whom)[1]:
            log_event(table, by, "name_cohost", whom)


def unname_cohost(table_id: int, by: User, whom: User) -> None:
    with locked(table_id) as table:
        refuse_unless_owner(table, by)
        if not table.cohosts.filter(user=whom).delete()[0]:
            raise Refused(_("This player is not a co-host."))
        log_event(table, by, "unname_cohost", whom)


def hand_over(table_id: int, by: User, whom: User) -> None:
    """Make a seated player or a co-host the owner; the former owner becomes a co-host."""
    with account_lock(whom), locked(table_id) as table:  # counts the tables of `whom` one at a time
        refuse_unless_owner(table, by)
        if whom.pk == by.pk:
            raise Refused(_("You are the host already."))
        if not _may_take_over(table, whom):
            raise Refused(_("Hand the table over to somebody who sits there, or to a co-host."))
        if Table.objects.filter(owner=whom).exclude(state=Table.State.CLOSED).count() >= MOST_OPEN_TABLES:
            raise Refused(_("This player has %(most)s open tables already."), most=MOST_OPEN_TABLES)
        table.cohosts.filter(user=whom).delete()
        Cohost.objects.get_or_create(table=table, user=by)
        table.owner = whom
        mark_changed(table, "owner")
        mark_changed_for_lobby(table)
        log_event(table, by, "hand_over", whom)


def _is_banned(table: Table, whom: User) -> bool:
    """Tell whether the user is banned from this table or from the site: either keeps them from hosting."""
    return table.bans.filter(user=whom).exists() or ban_in_force(whom.pk) is not None


def _may_take_over(table: Table, whom: User) -> bool:
    if _is_banned(table, whom):
        return False
    seats = table.seated.filter(user=whom, house=Seat.House.NOBODY).exclude(state=Seat.State.HELD)
    return seats.exists() or table.cohosts.filter(user=whom).exists()
