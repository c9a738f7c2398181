"""Serve the page of friends and its forms: ask, answer, invite, end, block."""

from collections.abc import Callable, Mapping
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Aside, User
from accounts.requests import SignedInRequest, is_number, post_or_back_to, way_back
from accounts.selectors import shown_name
from accounts.services import blocks, friends
from accounts.services.friends import NoSuchPlayer
from poker_site.web import limits
from poker_site.web.refusals import Refused
from tables.hosting import invitations
from tables.models import Table
from tables.social.friends import friends_page


def _unblock(user: User, other: User) -> None:
    blocks.take_back(user, other, Aside.Kind.BLOCK)


Verb = Callable[[User, User], None]
VERBS: Final[Mapping[str, tuple[Verb, str | Promise]]] = {
    "ask": (friends.ask, gettext_lazy("You have asked %(name)s. They answer when they like.")),
    "accept": (friends.accept, gettext_lazy("You and %(name)s are friends now.")),
    "decline": (friends.decline, gettext_lazy("Declined. %(name)s is not told.")),
    "end": (friends.end, gettext_lazy("Ended. %(name)s is not told.")),
    "block": (blocks.block, gettext_lazy("You have blocked %(name)s. They are not told.")),
    "unblock": (_unblock, gettext_lazy("%(name)s is no longer blocked.")),
}


@login_required
def page(request: SignedInRequest) -> HttpResponse:
    return render(request, "tables/friends.html", {"page": friends_page(request.user), "wire": "/ws/friends/"})


@login_required
@post_or_back_to("friends")
def ask(request: SignedInRequest) -> HttpResponse:
    """Send a friend request to the player with this name."""
    name = request.POST.get("name", "")
    try:
        other = friends.ask_by_name(request.user, name)
    except limits.TooOften:
        raise
    except Refused as refused:
        context = {"page": friends_page(request.user), "wire": "/ws/friends/", "name": name, "refusal": str(refused)}
        return render(request, "tables/friends.html", context, status=422)
    _said(request, "ask", other)
    return redirect("friends")


@login_required
@post_or_back_to("friends")
def answer(request: SignedInRequest) -> HttpResponse:
    """Run the button of a list or notification; the form holds the verb and the other player's id."""
    try:
        verb = next((verb for verb in VERBS if verb in request.POST), "")
        if not verb:
            raise Refused(_("There is no such action."))
        other = _person(request.POST[verb])
        VERBS[verb][0](request.user, other)
        _said(request, verb, other)
    except limits.TooOften:
        raise
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect(way_back(request, "friends"))


@login_required
@post_or_back_to("friends")
def invite(request: SignedInRequest) -> HttpResponse:
    """Invite a player to one of the user's own tables."""
    try:
        other = _person(request.POST.get("invite", ""))
        table = _table(request.POST.get("table", ""))
        invitations.invite(table.pk, request.user, other)
    except limits.TooOften:
        raise
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        named = {"name": shown_name(other), "table": table.name}
        messages.success(request, _("%(name)s is invited to %(table)s.") % named)
    return redirect("friends")


def _said(request: HttpRequest, verb: str, other: User) -> None:
    messages.success(request, str(VERBS[verb][1]) % {"name": shown_name(other)})


def _person(number: str) -> User:
    found = User.objects.filter(pk=int(number), is_bot=False).first() if is_number(number) else None
    if found is None:
        raise NoSuchPlayer
    return found


def _table(code: str) -> Table:
    found = Table.objects.filter(code=code).first() if code.isalnum() else None
    if found is None:
        raise Refused(_("There is no such table."))
    return found
