"""Show the card of a player at a table, and carry out its actions."""

from collections.abc import Callable, Mapping
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.models import Aside, User
from accounts.requests import SignedInRequest
from accounts.services import blocks, friends, player_notes
from poker_site.web.limits import TooOften
from poker_site.web.refusals import Refused
from tables.access.permissions import visible_table
from tables.history.player_card import LONGEST_TEXT, card_of, player_at
from tables.models import Table


def _write(request: SignedInRequest, about: User) -> None:
    player_notes.write(request.user, about, request.POST.get("text", ""))


Verb = Callable[[SignedInRequest, User], object]
VERBS: Final[Mapping[str, Verb]] = {
    "ask": lambda request, other: friends.ask(request.user, other),
    "accept": lambda request, other: friends.accept(request.user, other),
    "decline": lambda request, other: friends.decline(request.user, other),
    "end": lambda request, other: friends.end(request.user, other),
    "mute": lambda request, other: blocks.mute(request.user, other),
    "unmute": lambda request, other: blocks.take_back(request.user, other, Aside.Kind.MUTE),
    "note": _write,
}


@login_required
@never_cache
def player(request: SignedInRequest, code: str, user_id: int) -> HttpResponse:
    """Answer the table's script with a part of its page, and a browser without script with a whole page."""
    table = visible_table(code, request.user)
    user = player_at(table, user_id) if table else None
    if table is None or user is None:
        raise Http404
    refusal, status = ("", 200) if request.method != "POST" else _do(request, user)
    if request.htmx:
        return _card(request, table, user, refusal, status)
    if request.method == "POST":
        if refusal:
            messages.error(request, refusal)
        return redirect("table_player", code=code, user_id=user_id)
    return _card(request, table, user, refusal, status, template="tables/player/page.html")


def _do(request: SignedInRequest, user: User) -> tuple[str, int]:
    """Carry the action out; return why it was refused, or an empty text, and the status of the answer."""
    verb = VERBS.get(request.POST.get("verb", ""))
    try:
        if verb is None or user.pk == request.user.pk:
            raise Refused(_("There is no such action."))
        verb(request, user)
    except Refused as refused:
        return str(refused), 429 if isinstance(refused, TooOften) else 422
    return "", 200


def _card(
    request: SignedInRequest,
    table: Table,
    user: User,
    refusal: str,
    status: int,
    *,
    template: str = "tables/player/card.html",
) -> HttpResponse:
    saved = request.method == "POST" and request.POST.get("verb") == "note" and not refusal
    context = {
        "card": card_of(table, user, request.user),
        "refusal": refusal,
        "saved": saved,
        "most": LONGEST_TEXT,
    }
    return render(request, template, context, status=status)
