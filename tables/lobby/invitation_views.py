"""Lead invited people to the table, through sign-up if they have no account yet."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from accounts.models import User
from accounts.requests import SignedInRequest, post_or_back_to
from accounts.selectors import shown_name
from poker_site.web import limits
from tables.access import permissions
from tables.core.refusals import Refused
from tables.hosting import invitations, rematch
from tables.hosting.links import Link
from tables.models import Invitation, Table
from tables.page.join_views import facts, join_by_invitation
from tables.play import seating


@never_cache
def invitation(request: HttpRequest, code: str) -> HttpResponseBase:
    found = invitations.find(code)
    if found is None:
        raise Http404
    if not isinstance(request.user, User):
        return _to_stranger(request, found)
    if found.user_id not in (None, request.user.pk):
        raise Http404
    if found.user_id is None and permissions.may_host(found.table, request.user):
        return _to_share(request, found)
    if _is_inside(found, request.user):
        return redirect("table", code=found.table.code)
    if not invitations.is_open(found):
        return _no_longer_good(request)
    context = facts(found.table) | {"invitation": found, "by": shown_name(found.by)}
    return render(request, "tables/entry/invitation.html", context)


def _to_stranger(request: HttpRequest, found: Invitation) -> HttpResponseBase:
    if found.user_id:
        return redirect_to_login(request.path)
    return join_by_invitation(request, found) if invitations.is_open(found) else _no_longer_good(request)


def _no_longer_good(request: HttpRequest) -> HttpResponse:
    """Say no more than that the link is used up or over: not which table it was."""
    return render(request, "tables/entry/no_longer_good.html", status=410)


def _is_inside(found: Invitation, user: User) -> bool:
    """Tell whether the user comes back by the link that once let them in, or plays there already."""
    ties = permissions.ties_of(found.table_id, user)
    there = ties.has(user, permissions.Tie.SEATED) or invitations.has_used(found, user)
    return there and permissions.may_come_in(found.table, user, ties)


def _to_share(request: HttpRequest, found: Invitation) -> HttpResponse:
    """Show hosts the whole address, to copy or to be read by a phone."""
    link = _link(request, "invitation", found.code)
    context = {"invitation": found, "table": found.table, "open": invitations.is_open(found), "link": link}
    return render(request, "tables/entry/share.html", context)


@login_required
def share(request: SignedInRequest, code: str) -> HttpResponse:
    """Show the address of a table that needs no invitation."""
    table = permissions.visible_table(code, request.user)
    if table is None or table.found_by == Table.FoundBy.INVITATION:
        raise Http404
    context = {"table": table, "open": not table.is_closed, "link": _link(request, "table", table.code)}
    return render(request, "tables/entry/share.html", context)


def _link(request: HttpRequest, name: str, code: str) -> Link:
    return Link(request.build_absolute_uri(reverse(name, args=[code])))


@login_required
@post_or_back_to("home")
def accept(request: SignedInRequest, code: str) -> HttpResponse:
    try:
        table = invitations.accept(code, request.user)
        seating.propose_seat(table.pk, request.user)
    except (Refused, PermissionDenied) as refused:
        messages.error(request, str(refused))
        return redirect("home")
    return redirect("table", code=table.code)


@login_required
@post_or_back_to("home")
def decline(request: SignedInRequest, code: str) -> HttpResponse:
    try:
        invitations.decline(code, request.user)
    except (Refused, PermissionDenied) as refused:
        messages.error(request, str(refused))
    return redirect("home")


@login_required
@post_or_back_to("home")
def play_again(request: SignedInRequest, code: str) -> HttpResponse:
    table = permissions.visible_table(code, request.user)
    if table is None:
        raise Http404
    try:
        table = rematch.play_again(table.pk, request.user)
    except limits.TooOften:
        raise
    except (Refused, PermissionDenied) as refused:
        messages.error(request, str(refused))
    return redirect("table", code=table.code)
