"""Add up winnings hand by hand, in as many groups of hands as a drawing has room for."""

from datetime import UTC, datetime
from typing import NamedTuple

from django.db import connection
from django.db.models import Exists, F, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from tables.models import HandPlayer, Sitting


class Group(NamedTuple):
    """Holds hands that followed one another; the last of them ended at this time."""

    at: datetime
    net: int
    hands: int


def groups(user: User, sessions: QuerySet[Sitting], *, most: int) -> list[Group]:
    """Group the hands of these sessions in the order in which they ended. The database adds them up."""
    same = {"table": OuterRef("table"), "began_at__lte": OuterRef("ended_at"), "ended_at__gte": OuterRef("ended_at")}
    own = HandPlayer.objects.filter(Exists(sessions.filter(**same)), user=user, net__isnull=False)
    size = max(1, -(-own.count() // most))
    place = Window(RowNumber(), order_by=[F("ended_at"), F("hand_id")])
    numbered = own.order_by().annotate(place=place).values("ended_at", "net", "place")
    sql, values = numbered.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT (place - 1) / {size} AS part, MAX(ended_at), SUM(net), COUNT(*)"  # noqa: S608  no text of users
            f" FROM ({sql}) numbered GROUP BY part ORDER BY part",
            values,
        )
        rows = cursor.fetchall()
    return [Group(_moment(at), int(net), count) for _part, at, net, count in rows]


def _moment(value: datetime | str) -> datetime:
    """Return the time; SQLite returns the latest of several times as a text."""
    if isinstance(value, datetime):
        return value
    return datetime.fromisoformat(value).replace(tzinfo=UTC)
