"""Show the lobby, and do what can be done from there."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.requests import SignedInRequest, post_or_back_to
from accounts.selectors import shown_name
from poker_site.web import limits
from tables.core import money
from tables.core.refusals import Refused
from tables.hosting.practice import practice as open_practice
from tables.lobby.new_table_form import NewTableForm
from tables.lobby.page import lobby_of
from tables.lobby.welcome_hand import WELCOME_SEATS


def home(request: HttpRequest) -> HttpResponse:
    """Show users who are logged in the lobby, and everybody else the welcome page."""
    if isinstance(request.user, User):
        context = {
            "greeting": greeting(timezone.localtime().hour) % {"name": shown_name(request.user)},
            "codes_left": request.user.recovery_codes.count(),
            "lobby": lobby_of(request.user),
            "wire": "/ws/lobby/",
        }
        return render(request, "tables/lobby.html", context)
    return render(request, "tables/welcome.html", {"still": WELCOME_SEATS, "still_stack": 2170, "still_pot": 1300})


def greeting(hour: int) -> str:
    if 5 <= hour < 12:
        return _("Good morning, %(name)s")
    if 12 <= hour < 18:
        return _("Good afternoon, %(name)s")
    return _("Good evening, %(name)s")


@login_required
def new_table(request: SignedInRequest) -> HttpResponse:
    form = NewTableForm(request.POST if request.method == "POST" else None, host=request.user)
    if form.is_valid():
        try:
            table = form.open(request.user)
        except limits.TooOften:
            raise
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            return redirect("table", code=table.code)
    return render(request, "tables/new.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@post_or_back_to("home")
def practice(request: SignedInRequest) -> HttpResponse:
    try:
        table = open_practice(request.user)
    except limits.TooOften:
        raise
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("home")
    return redirect("table", code=table.code)


@login_required
@post_or_back_to("home")
def refill(request: SignedInRequest) -> HttpResponse:
    try:
        money.refill(request.user)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("home")
