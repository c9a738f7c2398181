"""Let players enter a table that they cannot see yet: by its password, or by a seat taken unseen."""

from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts.models import User
from accounts.requests import SignedInRequest, address_of
from accounts.selectors import shown_name
from poker_site.web.limits import TooOften
from poker_site.web.refusals import Unavailable
from tables.access import permissions
from tables.access.permissions import Tie, Ties
from tables.core.refusals import Refused
from tables.hosting import admission, approval
from tables.lobby.password_form import BuyInForm, PasswordForm
from tables.models import Table
from tables.play import seating


@login_required
@sensitive_post_parameters("password")
@never_cache
def enter(request: SignedInRequest, code: str) -> HttpResponse:
    table = permissions.table_at(code)
    ties = permissions.ties_of(table.pk, request.user) if table else Ties()
    if request.htmx:
        return _look_again(request, waits=ties.has(request.user, Tie.HOLDS))
    if table is None or not permissions.may_come_in(table, request.user, ties):
        raise Http404
    if permissions.needs_password(table, request.user, ties):
        return _ask(request, table, PasswordForm(request.POST or None))
    if permissions.may_see(table, request.user, ties):
        return redirect("table", code=code)
    if ties.has(request.user, Tie.HOLDS):
        return _wait(request, table)
    return _ask(request, table, _buy_in(request, table))


def _look_again(request: SignedInRequest, *, waits: bool) -> HttpResponse:
    """Answer the page of a player who waits and asks every few seconds: stay, or load anew."""
    return HttpResponse(status=204) if waits else HttpResponse(headers={"HX-Redirect": request.path})


def _was_refused(table: Table, user: User) -> bool:
    """Tell whether the host refused this user lately: nothing else says so to a player who waits outside."""
    lately = timezone.now() - seating.HOLD_FOR_WISH
    return table.events.filter(verb="refuse", whom=user, at__gt=lately).exists()


def _buy_in(request: SignedInRequest, table: Table) -> BuyInForm:
    least, most = seating.buy_in_bounds(table, request.user)
    usual = max(least, min(most, 100 * table.rules["big_blind"]))
    return BuyInForm(request.POST or None, least=least, most=most, usual=usual)


def _ask(request: SignedInRequest, table: Table, form: Form) -> HttpResponse:
    status = 422 if form.errors else 200
    if form.is_valid():
        try:
            _do(request, table, form)
        except Refused as refused:
            form.add_error(None if isinstance(form, BuyInForm) else "password", str(refused))
            status = 429 if isinstance(refused, TooOften) else 503 if isinstance(refused, Unavailable) else 422
        else:
            return redirect("table", code=table.code)
    sits = isinstance(form, BuyInForm)
    context = {"table": table, "host": shown_name(table.owner), "form": form, "sits": sits}
    context["refused"] = sits and _was_refused(table, request.user)
    return render(request, "tables/entry/door.html", context, status=status)


def _do(request: SignedInRequest, table: Table, form: Form) -> None:
    if isinstance(form, PasswordForm):
        admission.give_password(table.pk, request.user, form.cleaned_data["password"], address=address_of(request))
    else:
        seating.sit_anywhere(table.pk, request.user, chips=form.cleaned_data["chips"])


def _wait(request: SignedInRequest, table: Table) -> HttpResponse:
    """Show that the host has to decide, on a page that asks again; a POST gives up waiting."""
    if request.method == "POST":
        approval.withdraw(table.pk, request.user)
        seating.give_up_hold(table.pk, request.user)
        return redirect("home")
    context = {"table": table, "host": shown_name(table.owner), "waits": True}
    return render(request, "tables/entry/door.html", context)
