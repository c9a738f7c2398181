"""List reports, those that wait first, each with the chat around it and the hand that was played."""

from datetime import timedelta
from typing import Any, Final

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction, User
from accounts.services import sanctions
from poker_site.web.administration import searched
from tables.admin.base import OfTable, OfUser, Pages, link_to, people_named, person
from tables.admin.chat import chat_around, read_by
from tables.admin.record import lines_of
from tables.hosting import moderation
from tables.models import Hand, Report

LENGTHS: Final = {
    "hour": (_("for an hour"), timedelta(hours=1)),
    "day": (_("for a day"), timedelta(days=1)),
    "week": (_("for a week"), timedelta(days=7)),
    "month": (_("for 30 days"), timedelta(days=30)),
    "ever": (_("permanently"), None),
}


class Whom(OfUser):
    parameter_name = "whom"
    field = "whom"


class Waits(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("Open")), ("closed", _("Closed"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() in ("open", "closed"):
            return queryset.filter(closed_at__isnull=self.value() == "open")
        return queryset


def reports_for(moderator: Any) -> QuerySet[Report]:
    """Return the reports except those about messages that this moderator may not read at this moment."""
    return Report.objects.filter(Q(message=None) | Q(message__in=read_by(moderator)))


def _sanction(report: Report, by: User, form: QueryDict) -> Any:
    kind, length = form.get("kind", ""), form.get("length", "")
    if kind not in Sanction.Kind.values or length not in LENGTHS:
        raise ValidationError(_("Choose what to do and for how long."))
    lasts = LENGTHS[length][1]
    imposed = sanctions.impose(
        report.whom,
        kind=Sanction.Kind(kind),
        reason=moderation.checked_reason(form.get("words", "")),
        until=timezone.now() + lasts if lasts else None,
        by=by,
    )
    return _("In force: %s") % imposed


def _remove(report: Report, by: User, form: QueryDict) -> Any:
    if report.message_id is None:
        raise ValidationError(_("This report is about no message."))
    moderation.remove_message(report.message_id, by, form.get("words", ""))
    return _("The message is removed.")


def _close(report: Report, by: User, form: QueryDict) -> Any:
    moderation.close_report(report.pk, by, form.get("words", ""))
    return _("The report is closed.")


@admin.register(Report)
class ReportAdmin(Pages):
    page = "admin/moderation/report.html"
    deeds = {"sanction": _sanction, "remove": _remove, "close": _close}
    list_display = ["title", "about", "reported_by", "at_table", "at", "state"]
    list_display_links = ["title"]
    list_select_related = ["by", "whom", "table", "message"]
    list_filter = [Waits, OfTable, Whom]
    search_fields = ["words"]
    search_help_text = _("A name of either of the two, or words of the report or of the message.")
    ordering = [F("closed_at").desc(nulls_first=True), "at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return reports_for(request.user)

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Report], search_term: str) -> Any:
        term = searched(search_term)
        if term:
            people = people_named(term)
            said = Q(words__icontains=term) | Q(message__text__icontains=term)
            queryset = queryset.filter(said | Q(whom__in=people) | Q(by__in=people))
        return queryset, False

    @admin.display(description=_("what is wrong"))
    def title(self, report: Report) -> str:
        text = report.words or (report.message.text if report.message else "")
        return Truncator(text).chars(60) or f"#{report.pk}"

    @admin.display(description=_("user"))
    def about(self, report: Report) -> str:
        return person(report.whom)

    @admin.display(description=_("reported by"))
    def reported_by(self, report: Report) -> str:
        return person(report.by)

    @admin.display(description=_("table"))
    def at_table(self, report: Report) -> str:
        return link_to(report.table, report.table.name)

    @admin.display(description=_("state"))
    def state(self, report: Report) -> str:
        """Return the outcome once the report is closed."""
        return str(_("Open") if report.closed_at is None else report.outcome or _("Closed"))

    def look(self, request: HttpRequest, thing: Report) -> dict[str, Any]:
        hand = Hand.objects.defer("sealed").get(pk=thing.hand_id) if thing.hand_id else None
        return {
            "title": _("Report about %(name)s") % {"name": thing.whom},
            "chat": chat_around(request.user, thing.table_id, thing.message, before=thing.at),
            "hand": hand,
            "record": lines_of(hand) if hand else None,
            "sanctions": thing.whom.sanctions.select_related("imposed_by")[:10],
            "others": reports_for(request.user).filter(whom=thing.whom).exclude(pk=thing.pk).order_by("-pk")[:10],
            "lengths": [(name, text) for name, (text, _length) in LENGTHS.items()],
            "may_judge": request.user.has_perm(sanctions.RIGHT),
        }
