"""List tables: who sits there with what, what has happened, and a moderator's four buttons."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.requests import SignedInRequest
from poker_site.web.administration import ByNumber, searched
from tables.admin.base import Pages, RowAction, people_named, person
from tables.admin.chat import read_by
from tables.admin.reports import reports_for
from tables.core import words
from tables.core.deadlines import overdue_tables
from tables.hosting import moderation
from tables.models import LedgerEntry, Seat, Table
from tables.page.host_log import sentence
from tables.play.dealing import is_in_hand

LATEST = 20


class PlayedBy(ByNumber):
    title = _("player")
    parameter_name = "player"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        return queryset.filter(_played_by([self.number])) if self.number is not None else queryset


class Overdue(admin.SimpleListFilter):
    title = _("clock")
    parameter_name = "clock"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("overdue", _("Overdue"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        return queryset.filter(pk__in=overdue_tables().values("pk")) if self.value() == "overdue" else queryset


def _played_by(users: Any) -> Q:
    """Match tables where these users ever sat, which the ledger records, or that they own without having sat there."""
    return Q(owner__in=users) | Q(
        pk__in=LedgerEntry.objects.filter(user__in=users, table__isnull=False).values("table")
    )


def _pause(table: Table, by: User, form: QueryDict) -> Any:
    moderation.pause(table.pk, by, form.get("words", ""))
    return _("%s is paused; a running hand is played to its end.") % table


def _resume(table: Table, by: User, form: QueryDict) -> Any:
    moderation.resume(table.pk, by, form.get("words", ""))
    return _("%s goes on.") % table


def _close(table: Table, by: User, form: QueryDict) -> Any:
    moderation.close(table.pk, by, form.get("words", ""))
    return _("%s is closed; everybody has their chips back.") % table


def _void(table: Table, by: User, form: QueryDict) -> Any:
    moderation.void_hand(table.pk, by, form.get("words", ""))
    return _("The hand at %s is void; everybody has their chips back.") % table


@admin.register(Table)
class TableAdmin(Pages):
    page = "admin/moderation/table.html"
    deeds = {"pause": _pause, "resume": _resume, "close": _close, "void": _void}
    list_display = ["name", "host", "state", "taken", "plays", "opened_at"]
    list_display_links = ["name"]
    list_select_related = ["owner"]
    list_filter = ["state", Overdue, PlayedBy]
    search_fields = ["name"]
    search_help_text = _("Name or code of a table, or a name of its host or of somebody who has played there.")
    ordering = ["-pk"]
    actions = ["pause", "resume", "close"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        seats = Seat.objects.filter(table=OuterRef("pk")).order_by().values("table").annotate(n=Count("pk")).values("n")
        tables: QuerySet[Table] = super().get_queryset(request)
        return tables.annotate(taken=Coalesce(Subquery(seats), 0))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Table], search_term: str) -> Any:
        term = searched(search_term)
        if term:
            queryset = queryset.filter(Q(name__icontains=term) | Q(code=term) | _played_by(people_named(term)))
        return queryset, False

    @admin.display(description=_("host"))
    def host(self, table: Table) -> str:
        return person(table.owner)

    @admin.display(description=_("seats taken"))
    def taken(self, table: Any) -> int:
        taken: int = table.taken
        return taken

    @admin.display(description=_("game"))
    def plays(self, table: Table) -> str:
        return f"{words.game(table.rules)} {words.stakes(table.played_by)}"

    def look(self, request: HttpRequest, thing: Table) -> dict[str, Any]:
        return {
            "title": thing.name,
            "game": self.plays(thing),
            "seats": thing.seated.select_related("user"),
            "cohosts": thing.cohosts.select_related("user"),
            "hand": thing.hand if is_in_hand(thing) else None,
            "hands": thing.hands.defer("sealed", "rules").order_by("-number")[:LATEST],
            "events": [
                {"at": event.at, "text": sentence(event)}
                for event in thing.events.select_related("by", "whom").order_by("-pk")[:LATEST]
            ],
            "chat": read_by(request.user)
            .filter(table=thing)
            .select_related("user", "removed_by")
            .order_by("-pk")[:LATEST],
            "reports": reports_for(request.user).filter(table=thing, closed_at=None).select_related("whom")[:LATEST],
        }

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Table | None:
        """Load the table without the sealed deck of its hand."""
        table = super().get_object(request, object_id, from_field)
        if table is not None and table.hand_id:
            table.hand = table.hands.defer("sealed").get(pk=table.hand_id)
        return table

    def _each(self, request: SignedInRequest, chosen: QuerySet[Table], deed: RowAction) -> None:
        """Run the action on one table after the other, each in a transaction of its own."""
        for table in chosen.order_by("pk"):
            self.attempt(request, deed, table)

    @admin.action(description=_("Pause"), permissions=["moderate"])
    def pause(self, request: SignedInRequest, chosen: QuerySet[Table]) -> None:
        self._each(request, chosen, _pause)

    @admin.action(description=_("Let go on"), permissions=["moderate"])
    def resume(self, request: SignedInRequest, chosen: QuerySet[Table]) -> None:
        self._each(request, chosen, _resume)

    @admin.action(description=_("Close by force; a running hand is void"), permissions=["moderate"])
    def close(self, request: SignedInRequest, chosen: QuerySet[Table]) -> None:
        self._each(request, chosen, _close)
