"""List every movement of chips, and let moderators reverse a wrong one."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from poker_site.web.administration import searched
from tables.admin.base import OfTable, OfUser, Pages, link_to, people_named, person
from tables.core import money
from tables.hosting import moderation
from tables.models import LedgerEntry, Table


def _reverse(entry: LedgerEntry, by: User, form: QueryDict) -> Any:
    money.reverse(entry.pk, by, moderation.checked_reason(form.get("words", "")))
    return _("The entry is put right.")


@admin.register(LedgerEntry)
class LedgerAdmin(Pages):
    page = "admin/moderation/entry.html"
    deeds = {"reverse": _reverse}
    list_display = ["number", "kind", "whose", "to_purse", "to_seat", "at_table", "at"]
    list_display_links = ["number"]
    list_select_related = ["user", "table"]
    list_filter = ["kind", OfTable, OfUser]
    search_fields = ["user__username"]
    search_help_text = _("A name of the player, or the name or code of a table.")
    ordering = ["-pk"]

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[LedgerEntry], search_term: str) -> Any:
        term = searched(search_term)
        if term:
            tables = Table.objects.filter(Q(name__icontains=term) | Q(code=term)).values("pk")
            queryset = queryset.filter(Q(user__in=people_named(term)) | Q(table__in=tables))
        return queryset, False

    @admin.display(description=_("number"))
    def number(self, entry: LedgerEntry) -> str:
        return f"#{entry.pk}"

    @admin.display(description=_("user"))
    def whose(self, entry: LedgerEntry) -> str:
        return person(entry.user)

    @admin.display(description=_("table"))
    def at_table(self, entry: LedgerEntry) -> str:
        return link_to(entry.table, entry.table.name if entry.table else "")

    def look(self, request: HttpRequest, thing: LedgerEntry) -> dict[str, Any]:
        return {
            "title": _("Ledger entry %(number)s") % {"number": f"#{thing.pk}"},
            "purse": getattr(thing.user, "purse", None),
            "right": LedgerEntry.objects.filter(reverses=thing).first(),
        }
