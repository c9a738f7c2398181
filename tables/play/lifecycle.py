"""Open, pause, resume and close tables."""

from datetime import datetime
from typing import Any, Final, TypedDict, Unpack

from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from poker_site.web.limits import allow
from tables.access.permissions import may_host
from tables.core.deadlines import clear_deadline, now
from tables.core.host_log import log_event
from tables.core.lock_order import account_lock
from tables.core.locking import locked, mark_changed, mark_changed_for_lobby
from tables.core.refusals import Refused
from tables.engine.rulebooks import rules_for
from tables.formats import strategy_of
from tables.models import Table
from tables.models.table import new_code
from tables.play import leaving
from tables.play.acting import take_up_hand
from tables.play.dealing import is_in_hand
from tables.play.seating import schedule_deal_if_idle
from tables.play.unattended import plan_closing

MOST_OPEN_TABLES = 10
COPIED_FIELDS: Final = (
    *("name", "rules", "buy_in_least", "buy_in_most", "seconds_to_act", "pace", "original_pace", "strategy"),
    *("found_by", "watchable", "password", "approves", "admits_bots", "allows_same_owner", "shares_hands"),
    *("says_slowly", "watchers_apart", "quiet_all_in", "bet_sizes"),
)
"""A table that is opened again takes over these fields."""


class Settings(TypedDict, total=False):
    """Holds the fields of a table that its host chooses; the others have the model's defaults."""

    seconds_to_act: int
    found_by: Table.FoundBy
    watchable: bool
    approves: bool
    admits_bots: bool
    allows_same_owner: bool
    pace: int
    original_pace: bool
    strategy: str
    starts_at: datetime | None


def open_table(
    owner: User,
    *,
    name: str,
    rulebook: str,
    options: dict[str, Any],
    buy_in_least: int,
    buy_in_most: int,
    password: str = "",
    code: str = "",
    **settings: Unpack[Settings],
) -> Table:
    """Open a table; raise `RulesError`, which names the option, if the rulebook does not have it."""
    table = Table(
        owner=owner,
        name=name,
        rules=rules_for(rulebook, **options).to_json(),
        buy_in_least=buy_in_least,
        buy_in_most=buy_in_most,
        password=make_password(password) if password else "",
        code=code or new_code(),
        **settings,
    )
    return _opened(table, owner)


def open_like(old: Table, owner: User) -> Table:
    """Open a table with the same rules and settings as an old one."""
    table = _opened(Table(owner=owner, **{name: getattr(old, name) for name in COPIED_FIELDS}), owner)
    strategy_of(table).copy_to(table, old)
    return table


def _opened(table: Table, owner: User) -> Table:
    allow("table", owner.pk)
    with account_lock(owner):
        if Table.objects.filter(owner=owner).exclude(state=Table.State.CLOSED).count() >= MOST_OPEN_TABLES:
            raise Refused(_("You have %(most)s open tables. Close one first."), most=MOST_OPEN_TABLES)
        table.opened_at = now()
        table.save()
        with locked(table.pk) as fresh:
            plan_closing(fresh)
            mark_changed_for_lobby(fresh)
    return table


def refuse_unless_host(table: Table, user: User) -> None:
    """Refuse unless this is the owner or a co-host."""
    if not may_host(table, user):
        raise PermissionDenied(_("Only the host of this table can do this."))


def refuse_unless_owner(table: Table, user: User) -> None:
    if table.owner_id != user.pk:
        raise PermissionDenied(_("Only the host of this table can do this, not a co-host."))


def pause(table_id: int, by: User) -> None:
    """Pause the table; a running hand is played to its end."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        pause_locked(table, by)


def pause_locked(table: Table, by: User | None, **values: str) -> None:
    """Pause a locked table. `by` is None for a moderator, whose reason is in `values`."""
    if table.state == Table.State.PAUSED and by:
        return
    table.state = Table.State.PAUSED
    log_event(table, by, "pause", **values)
    mark_changed(table, "state")
    mark_changed_for_lobby(table)
    if not is_in_hand(table):
        clear_deadline(table)


def resume(table_id: int, by: User) -> None:
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        if is_paused_by_moderator(table):
            raise Refused(_("A moderator has paused this table, and a moderator resumes it."))
        reopen(table, by)


def is_paused_by_moderator(table: Table) -> bool:
    last = table.events.filter(verb__in=["pause", "resume"]).last()
    return table.state == Table.State.PAUSED and last is not None and last.verb == "pause" and last.by_id is None


def reopen(table: Table, by: User | None, **values: str) -> None:
    if table.state == Table.State.OPEN:
        return
    table.state = Table.State.OPEN
    log_event(table, by, "resume", **values)
    mark_changed(table, "state")
    mark_changed_for_lobby(table)
    take_up_hand(table)
    schedule_deal_if_idle(table)


def close(table_id: int, by: User) -> None:
    """Close the table, after the hand that is running."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        if is_in_hand(table) and table.closes_after_hand:
            return
        log_event(table, by, "close")
        if is_in_hand(table):
            table.closes_after_hand = True
            mark_changed(table, "closes_after_hand")
        else:
            leaving.close(table)
