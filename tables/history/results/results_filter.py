"""Read from an address which of a user's sessions a page of results is about."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.access.permissions import table_at
from tables.hosting.rulebook_cards import CARDS
from tables.models import Sitting, Table
from tables.records.ledger import may_read

PERIODS: Final[Mapping[str, Any]] = {
    "30": _("Last 30 days"),
    "90": _("Last 90 days"),
    "year": _("This year"),
    "all": _("Everything"),
}
USUAL: Final = "90"


@dataclass(frozen=True)
class ResultsFilter:
    period: str = USUAL
    rulebook: str = ""
    practice: bool = False
    """True if hands of practice tables count too."""
    table: Table | None = None

    @property
    def since(self) -> datetime | None:
        now = timezone.localtime()
        if self.period == "year":
            return now.replace(month=1, day=1, hour=0, minute=0, second=0, microsecond=0)
        return None if self.period == "all" else now - timedelta(days=int(self.period))

    def query(self, **more: str) -> str:
        """Return the query string, without values that are usual."""
        query = QueryDict(mutable=True)
        table = self.table.code if self.table else ""
        usual = {"period": USUAL, "rulebook": "", "practice": "", "table": ""}
        practice = "1" if self.practice else ""
        wanted = {"period": self.period, "rulebook": self.rulebook, "practice": practice, "table": table, **more}
        for name, value in wanted.items():
            if value != usual.get(name, ""):
                query[name] = value
        return query.urlencode()


def filter_from_query(query: Mapping[str, str], user: User) -> ResultsFilter | None:
    """Read the address; unknown values count as the usual ones. None if its table does not concern this user."""
    period, rulebook, code = (query.get(name, "") for name in ("period", "rulebook", "table"))
    table = table_at(code) if code else None
    if code and (table is None or not _concerns(table, user)):
        return None
    practice = query.get("practice") == "1"
    return ResultsFilter(period if period in PERIODS else USUAL, rulebook if rulebook in CARDS else "", practice, table)


def _concerns(table: Table, user: User) -> bool:
    return Sitting.objects.filter(table=table, user=user).exists() or may_read(table, user)


def counted(found: QuerySet[Sitting], asked: ResultsFilter) -> QuerySet[Sitting]:
    """Leave out practice tables, unless they or a single table were asked for."""
    return found if asked.practice or asked.table else found.exclude(table__strategy="practice")


def sittings_of(user: User, asked: ResultsFilter) -> QuerySet[Sitting]:
    found = counted(Sitting.objects.filter(user=user), asked)
    if asked.table:
        found = found.filter(table=asked.table)
    if asked.rulebook:
        found = found.filter(rulebook=asked.rulebook)
    return found.filter(began_at__gte=asked.since) if asked.since else found
