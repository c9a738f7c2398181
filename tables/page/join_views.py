"""Bring people to a table: a visitor without an account by a link, a user by a code typed in the lobby."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.requests import SignedInRequest, post_or_back_to
from accounts.selectors import shown_name
from accounts.views import SignUp
from poker_site.web import typed_codes
from tables.access import permissions
from tables.core import words
from tables.core.refusals import Refused
from tables.hosting import invitations
from tables.models import Invitation, Table
from tables.play import seating


def facts(table: Table) -> dict[str, Any]:
    """Collect what a stranger may read about a table before joining it."""
    return {
        "table": table,
        "host": shown_name(table.owner),
        "game": words.game(table.rules),
        "stakes": words.stakes(table.played_by),
        "starts": words.day_and_time(table.starts_at) if table.starts_at else "",
    }


def _preview(context: dict[str, Any]) -> dict[str, str]:
    """Describe the table for link previews. An invite-only table stays unnamed, because others may read that chat."""
    table: Table = context["table"]
    if table.found_by == Table.FoundBy.INVITATION:
        return {"title": _("Invitation to a poker table")}
    about = [_("%(name)s hosts.") % {"name": context["host"]}, f"{context['game']} {context['stakes']}."]
    if table.starts_at:
        about.append(words.starts_with_zone(table.starts_at))
    return {"title": table.name, "description": " ".join(about)}


class Join(SignUp):
    """Signs a visitor up and takes them to the table, where a seat is held while they choose their chips."""

    template_name = "tables/entry/welcome.html"

    @property
    def table(self) -> Table:
        table: Table = self.kwargs["table"]
        return table

    @property
    def invitation(self) -> Invitation | None:
        invitation: Invitation | None = self.kwargs.get("invitation")
        return invitation

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        by = shown_name(self.invitation.by) if self.invitation else ""
        context |= facts(self.table) | {"invitation": self.invitation, "by": by}
        return context | {"preview": _preview(context)}

    def get_success_url(self) -> str:
        return reverse("table", args=[self.table.code])

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post(request, *args, **kwargs)
        if not isinstance(request.user, User):
            return response
        try:
            self.come_in(request.user)
        except (Refused, PermissionDenied) as refused:  # the link may have been used up meanwhile
            messages.error(request, str(refused))
            return redirect("home")
        return response

    def come_in(self, user: User) -> None:
        if self.invitation is not None:
            invitations.accept(self.invitation.code, user)
        seating.propose_seat(self.table.pk, user)


def join_table(request: HttpRequest, code: str) -> HttpResponseBase:
    """Welcome a stranger at a table's address. Invite-only, closed and unknown tables all ask to log in."""
    table = permissions.table_at(code)
    if table is None or table.is_closed or table.found_by == Table.FoundBy.INVITATION:
        return redirect_to_login(request.get_full_path())
    answer: HttpResponseBase = Join.as_view()(request, table=table)
    return answer


def join_by_invitation(request: HttpRequest, invitation: Invitation) -> HttpResponseBase:
    """Welcome a stranger who comes with a valid invitation."""
    answer: HttpResponseBase = Join.as_view()(request, table=invitation.table, invitation=invitation)
    return answer


@login_required
@post_or_back_to("home")
def join_by_code(request: SignedInRequest) -> HttpResponse:
    """Go to the table or invitation whose code or link was typed or pasted in the lobby."""
    code = typed_codes.normalised(request.POST.get("code", "").rstrip("/ ").rpartition("/")[2])
    table = permissions.table_at(code)
    if table is not None and permissions.may_come_in(table, request.user):
        return redirect("table", code=code)
    if invitations.find(code) is not None:
        return redirect("invitation", code=code)
    messages.error(request, _("Table not found. Check the code."))
    return redirect("home")
