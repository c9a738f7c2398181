"""How long a table stays open while nobody looks at it."""

from datetime import datetime, timedelta
from typing import Final

from tables.access import open_invitations
from tables.models import Table
from tables.services.clock import now, plan

LISTED_FOR: Final = timedelta(minutes=10)
"""A table that anyone finds in the lobby, where deserted ones are in the way; and one for practice."""
KEPT_FOR: Final = timedelta(hours=24)
"""A table that people were asked to."""
INVITATION_WITHOUT_END_COUNTS_FOR: Final = timedelta(days=30)


def plan_closing(table: Table) -> None:
    """Of a locked table that nobody looks at."""
    plan(table, Table.Due.CLOSE, closes_at(table, now()))


def wait_for_invited(table: Table) -> None:
    """Somebody was asked to a table that is about to close: it closes later."""
    if table.due == Table.Due.CLOSE:
        plan_closing(table)


def closes_at(table: Table, left_at: datetime) -> datetime:
    """When a table closes that the last person left at this time."""
    if not table.stays_open:
        return left_at + LISTED_FOR
    expected = _expected_until(table, left_at)
    if table.found_by == Table.FoundBy.LOBBY and expected is None:
        return left_at + LISTED_FOR
    return max(left_at + KEPT_FOR, expected or left_at)


def _expected_until(table: Table, at: datetime) -> datetime | None:
    """Until when people may still come by an invitation, or to the start that the host has named."""
    invitations = open_invitations(at).filter(table=table).values_list("made_at", "until")
    ends = [until or made_at + INVITATION_WITHOUT_END_COUNTS_FOR for made_at, until in invitations]
    if table.starts_at is not None:
        ends.append(table.starts_at + KEPT_FOR)
    return max((end for end in ends if end > at), default=None)
