from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditEntry, User
from accounts.services.audit import VERBS
from poker_site.web.administration import ByNumber, ReadOnlyAdmin, searched


class Verb(admin.SimpleListFilter):
    title = _("what")
    parameter_name = "verb"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(VERBS.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        return queryset.filter(verb=self.value()) if self.value() in VERBS else queryset


class Whom(ByNumber):
    title = _("user")
    parameter_name = "whom"
    field = "whom"


@admin.register(AuditEntry)
class AuditAdmin(ReadOnlyAdmin):
    """Lists and searches the audit trail for all who may see it; nobody can change it."""

    list_display = ["at", "by", "what", "whom", "about", "words"]
    list_select_related = ["by", "whom"]
    list_filter = [Verb, Whom]
    search_fields = ["words"]
    search_help_text = _("A name of a moderator or of a user, words of the reason, or “table 7”, “hand 12”.")
    ordering = ["-pk"]
    fields = ["at", "by", "what", "whom", "about", "words"]
    readonly_fields = ["at", "by", "what", "whom", "about", "words"]

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[AuditEntry], search_term: str) -> Any:
        term = searched(search_term)
        if term:
            people = User.objects.filter(Q(username__icontains=term) | Q(display_name__icontains=term))
            said = Q(words__icontains=term) | Q(about=term.lower())
            queryset = queryset.filter(said | Q(by__in=people) | Q(whom__in=people))
        return queryset, False

    @admin.display(description=_("what"))
    def what(self, entry: AuditEntry) -> str:
        return str(VERBS.get(entry.verb, entry.verb))
