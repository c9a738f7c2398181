from typing import Any

from django import template
from django.db.models import QuerySet

from tables.core.deadlines import overdue_tables
from tables.models import Hand, Report, Table

register = template.Library()
MOST = 100


@register.simple_tag
def open_reports() -> str:
    """Count the open reports, up to a hundred."""
    return _count(Report.objects.filter(closed_at=None))


@register.simple_tag
def stuck_tables() -> str:
    """Count tables paused because their hand cannot be replayed: only those have no deadline in a hand."""
    in_a_hand = {"hand__state__in": [Hand.State.CUTTING, Hand.State.RUNNING]}
    return _count(Table.objects.filter(state=Table.State.PAUSED, due=Table.Due.NOTHING, **in_a_hand))


@register.simple_tag
def paused_tables() -> str:
    return _count(Table.objects.filter(state=Table.State.PAUSED))


@register.simple_tag
def overdue_clocks() -> str:
    return _count(overdue_tables())


def _count(rows: QuerySet[Any]) -> str:
    waiting = rows.order_by()[:MOST].count()
    return f"{MOST}+" if waiting == MOST else str(waiting or "")
