"""Decide how long a table stays open while nobody looks at it."""

from datetime import datetime, timedelta
from typing import Final

from tables.access.permissions import open_invitations
from tables.core.deadlines import now, plan
from tables.formats import strategy_of
from tables.models import Table

KEPT_FOR: Final = timedelta(hours=24)
PRACTICE_KEPT_FOR: Final = timedelta(minutes=10)
INVITATION_WITHOUT_END_COUNTS_FOR: Final = timedelta(days=30)


def plan_closing(table: Table) -> None:
    """Plan when a locked table closes that nobody has open."""
    plan(table, Table.Due.CLOSE, closes_at(table, now()))


def wait_for_invited(table: Table) -> None:
    """Put off the closing of an empty table to which a user was just invited."""
    if table.due == Table.Due.CLOSE:
        plan_closing(table)


def closes_at(table: Table, left_at: datetime) -> datetime:
    """Return when a table closes that the last person left at this time."""
    if not strategy_of(table).waits_for_people:
        return left_at + PRACTICE_KEPT_FOR
    return max([left_at + KEPT_FOR, *_expected_until(table, left_at)])


def _expected_until(table: Table, at: datetime) -> list[datetime]:
    """Return until when people may still come by invitations, or to the start that the host has announced."""
    invitations = open_invitations(at).filter(table=table).values_list("made_at", "until")
    ends = [until or made_at + INVITATION_WITHOUT_END_COUNTS_FOR for made_at, until in invitations]
    return [*ends, table.starts_at + KEPT_FOR] if table.starts_at else ends
