"""What the pages of the administration have in common: they are quick, they ask one query after the other and not
one for each row, and they answer only the questions that they offer."""

from typing import Any, Final

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from accounts.requests import is_number

MOST_COUNTED: Final = 5_000
LONGEST_SEARCH: Final = 100
"""Characters: each word of a search becomes a condition, and SQLite takes only so many."""


def searched(text: str) -> str:
    """What is to be looked for; PostgreSQL takes no zero byte."""
    return text.replace("\0", "").strip()[:LONGEST_SEARCH]


class ShortPaginator(Paginator[Any]):
    """Counts no further than anybody would leaf: a table of millions is searched."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        counted: int = rows.order_by().values("pk")[:MOST_COUNTED].count()
        return counted


class OwnFiltersOnly(admin.ModelAdmin[Any]):
    """Lists whose address takes their own filters and no other field, which could be guessed letter by letter."""

    show_facets = admin.ShowFacets.NEVER
    show_full_result_count = False
    list_max_show_all = 0
    list_per_page = 50
    paginator = ShortPaginator

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        if "\0" in "".join(request.GET.getlist(lookup)):
            return False
        if lookup in [getattr(own, "parameter_name", None) for own in self.list_filter]:
            return True
        name, _, test = lookup.partition("__")
        return name in self.list_filter and test in ("exact", "gte", "lt")

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        return super().get_search_results(request, queryset, searched(search_term))


class LookOnly(OwnFiltersOnly):
    """Nobody adds, changes or deletes a row, superusers neither; what can be done has a service of its own."""

    actions: Any = None
    list_display_links: Any = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ByNumber(admin.SimpleListFilter):
    """Rows of one user or table, named by its number in the address, as links from other pages do."""

    field: str
    """Where the number is looked up."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Shown only when it is in use."""
        number = self.number
        return [(str(number), self.name_of(number))] if number is not None else []

    @property
    def number(self) -> int | None:
        value = self.value() or ""
        return int(value) if is_number(value) else None

    def name_of(self, number: int) -> str:
        return f"#{number}"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.field: self.number}) if self.number is not None else queryset
