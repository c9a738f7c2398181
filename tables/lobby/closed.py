"""Show tables that closed lately to those who played there, so that they find who owes whom."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import User
from poker_site.web.fragments import Fragment, ViewModel, view_model
from tables.formats import STRATEGIES
from tables.models import Cohost, Departure, Table

MOST_CLOSED: Final = 5
SHOWN_FOR: Final = timedelta(days=1)
WITH_BOOKS: Final = [name for name, strategy in STRATEGIES.items() if not strategy.counters]


@view_model
class ClosedTable(ViewModel):
    code: str
    name: str
    at: datetime
    zone: str
    """The reader's time zone, in which the time is shown."""
    today: bool
    """True if it closed today by the reader's own clock."""


def closed_lately(user: User) -> tuple[Fragment, ...]:
    """Read tables whose books the reader may read, even if banned there, and where others played too."""
    since = timezone.now() - SHOWN_FOR
    left = Departure.objects.filter(table=OuterRef("pk"))
    cohost = Cohost.objects.filter(table=OuterRef("pk"), user=user)
    own = Q(Exists(left.filter(user=user))) | Q(owner=user) | Q(Exists(cohost))
    closed = Table.objects.filter(state=Table.State.CLOSED, closed_at__gt=since, strategy__in=WITH_BOOKS)
    found = closed.filter(own, Exists(left.exclude(user=user))).order_by("-closed_at", "-pk")
    rows = found.values_list("code", "name", "closed_at")[:MOST_CLOSED]
    return tuple(_row(code, name, at) for code, name, at in rows if at is not None)


def _row(code: str, name: str, at: datetime) -> Fragment:
    zone, today = timezone.get_current_timezone_name(), timezone.localdate(at) == timezone.localdate()
    closed = ClosedTable(code=code, name=name, at=at, zone=zone, today=today)
    return Fragment(f"closed-{code}", "tables/lobby/closed.html", closed)
