"""Change who finds and watches the table, who needs approval, and how people chat there."""

from typing import Any, Final

from django.contrib.auth.hashers import make_password
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.core.host_log import log_event
from tables.core.locking import locked, mark_changed, mark_changed_for_lobby
from tables.core.refusals import Refused
from tables.hosting.admission import remove_unadmitted
from tables.models import Table
from tables.play.lifecycle import refuse_unless_host

LONGEST_PASSWORD: Final = 64
SLOWEST_CHAT: Final = 300


def set_access(
    table_id: int,
    by: User,
    *,
    found_by: str,
    watchable: bool,
    approves: bool,
    admits_bots: bool = False,
    allows_same_owner: bool = False,
    shares_hands: bool = False,
) -> None:
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        if found_by not in Table.FoundBy.values:
            raise Refused(_("Choose who may find the table."))
        _change(table, by, found_by=found_by, watchable=watchable, approves=approves)
        _change(table, by, admits_bots=admits_bots, allows_same_owner=allows_same_owner, shares_hands=shares_hands)
        remove_unadmitted(table)


def set_password(table_id: int, by: User, password: str) -> None:
    """Set the password, or none if it is empty; guests who knew the old one must give the new one."""
    refuse_unless_host(Table.objects.get(pk=table_id), by)
    password = password.strip()
    if len(password) > LONGEST_PASSWORD:
        raise Refused(_("The password can have %(most)s characters."), most=LONGEST_PASSWORD)
    hashed = make_password(password) if password else ""  # takes a while, so it is done before the table is locked
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        if not hashed and not table.password:
            return
        table.password = hashed
        table.guests.filter(knows_password=True).update(knows_password=False)
        mark_changed(table, "password")
        mark_changed_for_lobby(table)
        log_event(table, by, "password", value=bool(password))
        remove_unadmitted(table)


def set_chat(table_id: int, by: User, *, says_slowly: int, watchers_apart: bool, quiet_all_in: bool) -> None:
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        if not 0 <= says_slowly <= SLOWEST_CHAT:
            raise Refused(_("From 0 to %(most)s seconds between two messages."), most=SLOWEST_CHAT)
        _change(table, by, says_slowly=says_slowly, watchers_apart=watchers_apart, quiet_all_in=quiet_all_in)


def set_pace(table_id: int, by: User, pace: int) -> None:
    """Choose how long a finished hand and the streets of an all-in are looked at, from the next pause on."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        if pace not in Table.Pace.values:
            raise Refused(_("Choose fast, normal or slow."))
        _change(table, by, pace=pace)


def _change(table: Table, by: User, **wanted: Any) -> None:
    """Set each field that differs, and log an event for it."""
    for field, value in wanted.items():
        if getattr(table, field) != value:
            setattr(table, field, value)
            mark_changed(table, field)
            mark_changed_for_lobby(table)
            log_event(table, by, field, value=value)
