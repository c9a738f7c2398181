"""List chat messages, and show each with the lines around it."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.requests import SignedInRequest
from poker_site.web.administration import searched
from tables.admin.base import OfTable, OfUser, Pages, link_to, people_named, person
from tables.hosting import moderation
from tables.models import ChatMessage, Hand, Report, Table

AROUND = 20


def read_by(moderator: Any) -> QuerySet[ChatMessage]:
    """Return all messages but those of watchers that a table hides from players while this moderator plays there."""
    hands = Table.objects.filter(watchers_apart=True, hand__state__in=(Hand.State.CUTTING, Hand.State.RUNNING))
    theirs = hands.filter(hand__players__user=moderator).values("pk")
    kept = Q(room=ChatMessage.Room.WATCHERS, table__in=theirs) & ~Q(user=moderator)
    return ChatMessage.objects.exclude(kept)


def chat_around(by: Any, table_id: int, message: ChatMessage | None, before: Any = None) -> list[ChatMessage]:
    """Return the lines before and after a message, or before a moment, in the order in which they were said."""
    lines = read_by(by).filter(table=table_id).select_related("user", "removed_by")
    if message is None:
        return list(lines.filter(at__lte=before).order_by("-pk")[:AROUND])[::-1]
    earlier = list(lines.filter(pk__lte=message.pk).order_by("-pk")[: AROUND + 1])
    return [*earlier[::-1], *lines.filter(pk__gt=message.pk).order_by("pk")[:AROUND]]


class Removed(admin.SimpleListFilter):
    title = _("removed")
    parameter_name = "removed"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("no", _("Still there")), ("yes", _("Removed"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(removed_at__isnull=self.value() == "no") if self.value() in ("no", "yes") else queryset


def _remove(message: ChatMessage, by: User, form: QueryDict) -> Any:
    moderation.remove_message(message.pk, by, form.get("words", ""))
    return _("The message is removed.")


@admin.register(ChatMessage)
class ChatAdmin(Pages):
    page = "admin/moderation/message.html"
    deeds = {"remove": _remove}
    list_display = ["short", "said_by", "at_table", "room", "at", "is_removed"]
    list_display_links = ["short"]
    list_select_related = ["user", "table"]
    list_filter = ["room", Removed, OfTable, OfUser]
    search_fields = ["text"]
    search_help_text = _("Words of the message, a name of who said it, or the name or code of a table.")
    ordering = ["-pk"]
    actions = ["remove"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatMessage]:
        return read_by(request.user)

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[ChatMessage], search_term: str) -> Any:
        term = searched(search_term)
        if term:
            tables = Table.objects.filter(Q(name__icontains=term) | Q(code=term)).values("pk")
            said = Q(text__icontains=term) | Q(user__in=people_named(term))
            queryset = queryset.filter(said | Q(table__in=tables))
        return queryset, False

    @admin.display(description=_("message"))
    def short(self, message: ChatMessage) -> str:
        return Truncator(message.text).chars(80)

    @admin.display(description=_("said by"))
    def said_by(self, message: ChatMessage) -> str:
        return person(message.user)

    @admin.display(description=_("table"))
    def at_table(self, message: ChatMessage) -> str:
        return link_to(message.table, message.table.name)

    @admin.display(description=_("removed"), boolean=True)
    def is_removed(self, message: ChatMessage) -> bool:
        return message.removed_at is not None

    def look(self, request: HttpRequest, thing: ChatMessage) -> dict[str, Any]:
        return {
            "title": _("Message of %(name)s") % {"name": thing.user},
            "chat": chat_around(request.user, thing.table_id, thing),
            "reports": Report.objects.filter(message=thing).select_related("by", "whom"),
        }

    @admin.action(description=_("Remove from the table"), permissions=["moderate"])
    def remove(self, request: SignedInRequest, chosen: QuerySet[ChatMessage]) -> None:
        for message in chosen.order_by("pk"):
            self.attempt(request, _remove, message)
