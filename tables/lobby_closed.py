"""Tables that closed lately, in the lobby of those who played there: the way back to who owes whom."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import User
from tables.between import STRATEGIES
from tables.models import Cohost, Departure, Table

MOST_CLOSED: Final = 5
SHOWN_FOR: Final = timedelta(days=1)
WITH_BOOKS: Final = [name for name, strategy in STRATEGIES.items() if not strategy.counters]


@dataclass(frozen=True)
class Closed:
    code: str
    name: str
    at: datetime
    today: bool
    """As the reader's own clock has it."""


def closed_lately(user: User) -> tuple[Closed, ...]:
    """Whose books the reader may read, even if banned from there; with nobody else there is nothing to settle."""
    since = timezone.now() - SHOWN_FOR
    left = Departure.objects.filter(table=OuterRef("pk"))
    cohost = Cohost.objects.filter(table=OuterRef("pk"), user=user)
    own = Q(Exists(left.filter(user=user))) | Q(owner=user) | Q(Exists(cohost))
    closed = Table.objects.filter(state=Table.State.CLOSED, closed_at__gt=since, strategy__in=WITH_BOOKS)
    found = closed.filter(own, Exists(left.exclude(user=user))).order_by("-closed_at", "-pk")
    today = timezone.localdate()
    return tuple(
        Closed(code, name, at, timezone.localdate(at) == today)
        for code, name, at in found.values_list("code", "name", "closed_at")[:MOST_CLOSED]
        if at is not None
    )
