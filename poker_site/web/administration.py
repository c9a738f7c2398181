"""Provide base classes of admin pages, which stay quick, make no query per row, and filter only by what they offer."""

from typing import Any, Final

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from accounts.requests import is_number

MOST_COUNTED: Final = 5_000
LONGEST_SEARCH: Final = 100
"""The most characters of a search: each word becomes a condition, and SQLite takes only so many."""


def searched(text: str) -> str:
    """Clean the text of a search; PostgreSQL takes no zero byte."""
    return text.replace("\0", "").strip()[:LONGEST_SEARCH]


class ShortPaginator(Paginator[Any]):
    """Counts at most MOST_COUNTED rows: nobody leafs through a table of millions, they search it."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        counted: int = rows.order_by().values("pk")[:MOST_COUNTED].count()
        return counted


class RestrictedFiltersAdmin(admin.ModelAdmin[Any]):
    """Takes only its own filters from the address: by others, fields could be guessed letter by letter."""

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


class ReadOnlyAdmin(RestrictedFiltersAdmin):
    """Lets nobody add, change or delete rows, not even superusers; what can be done has a service of its own."""

    actions: Any = None
    list_display_links: Any = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ByNumber(admin.SimpleListFilter):
    """Filters by one user or table, given by its number in the address, as links from other pages do."""

    field: str
    """The field with which the number is compared."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the filter in use, if any: it is shown only then."""
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
