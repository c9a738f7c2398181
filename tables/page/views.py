"""Serve the table's page, and take its forms when there is no socket."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.forms.account import TableLooksForm
from accounts.models import User
from accounts.requests import SignedInRequest, is_number, post_or_back_to
from accounts.viewer import appearance_digest
from poker_site.web.fragments import delta, element_partial
from poker_site.web.limits import TooOften
from tables.access.permissions import may_come_in, may_see, table_at, visible_table
from tables.chat.messages import REACTIONS
from tables.chat.view import chat_of, read_chat
from tables.core.refusals import Refused
from tables.models import Table
from tables.page import dispatch, snapshot
from tables.page.drawing import Drawing
from tables.page.join_views import join_table
from tables.page.scene import Scene
from tables.page.verbs.talk import VERBS as OF_TALK
from tables.play import presence
from tables.records.ledger import may_read


def _table(code: str, user: User) -> Table:
    table = visible_table(code, user)
    if table is None:
        raise Http404
    return table


def room(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the table to those who may see it, and to visitors without an account what table it is."""
    if not isinstance(request.user, User):
        return join_table(request, code)
    return _room(cast(SignedInRequest, request), code)


def _room(request: SignedInRequest, code: str) -> HttpResponse:
    """Show the table to those who may see it; redirect others to its entrance, or past players to the ledger."""
    table = table_at(code)
    if table is None:
        raise Http404
    if not may_see(table, request.user):
        return _elsewhere(table, request.user)
    if "plain" in request.GET:
        presence.read_page(table.pk, request.user.pk)
    scene = _scene(request, table)
    context = {
        **_drawn(scene),
        "chat": _chat(table, request.user),
        "tab": "chat" if request.GET.get("tab") == "chat" else "log",
        "settings": TableLooksForm(instance=scene.preferences, auto_id="t-settings-%s"),
    }
    return render(request, "tables/page/page.html", context)


def _drawn(scene: Scene) -> dict[str, Any]:
    """Collect all that the page shows, its seats clockwise from the viewer."""
    snapshot, page = scene.snapshot, Drawing(scene.snapshot).page(scene)
    still, mine = page.private.still, page.private.mine
    seats = [
        {
            "shown": shown,
            "place": place.place,
            "own": place.own or (mine or place).own,
            "hand": place.hand or (mine or place).hand,
        }
        for shown, place in zip(page.public.seats, still.seats, strict=True)
    ]
    bottom = scene.mine.number - 1 if scene.mine else 0
    return {
        "public": page.public,
        "private": page.private,
        "still": still,
        "seats": seats[bottom:] + seats[:bottom],
        "table": snapshot.table,
        "version": snapshot.version,
        "moment": scene.moment,
        "epoch": snapshot.epoch,
        "looks": scene.looks,
        "preferences": scene.preferences,
        "seated": scene.me is not None,
        "my_turn": scene.actions is not None,
    }


def _chat(table: Table, user: User, *, before: int | None = None) -> dict[str, Any]:
    chat = read_chat(table.pk, before=before)
    return {
        "page": chat_of(chat, user),
        "earlier": chat.earlier,
        "reactions": REACTIONS,
        "door": reverse("table_do", args=[table.code]),
    }


def _elsewhere(table: Table, user: User) -> HttpResponse:
    if may_come_in(table, user):
        return redirect("table_door", code=table.code)
    if may_read(table, user):
        return redirect("table_ledger", code=table.code)
    raise Http404


@login_required
def said(request: SignedInRequest, code: str) -> HttpResponse:
    """Show the chat messages before a given one."""
    table, before = _table(code, request.user), request.GET.get("before", "")
    number = int(before) if is_number(before) else None
    context = {"table": table, "chat": _chat(table, request.user, before=number), "before": number}
    return render(request, "tables/said.html", context)


def _scene(request: SignedInRequest, table: Table) -> Scene:
    user = request.user
    preferences = getattr(user, "preferences", None)
    others = tuple(other for other in snapshot.tables_of({user.pk}).get(user.pk, ()) if other.table_id != table.pk)
    origin = request.build_absolute_uri("/").removesuffix("/")
    return Scene(snapshot.take(table.pk), user, preferences, others, appearance_digest(preferences), origin)


@login_required
@post_or_back_to("table", "code")
def do(request: SignedInRequest, code: str) -> HttpResponse:
    """Do what a form asks; answer a script with all fragments, a browser without JavaScript with a redirect."""
    table = _table(code, request.user)
    refusal, status = "", 200
    try:
        dispatch.do(table.pk, request.user, request.POST.dict())
    except Refused as refused:
        refusal, status = str(refused), 429 if isinstance(refused, TooOften) else 200
    if not request.htmx:
        presence.read_page(table.pk, request.user.pk)
        if refusal:
            messages.error(request, refusal)
        talks = request.POST.get("verb") in OF_TALK
        return redirect(reverse("table", args=[code]) + ("?tab=chat" if talks else ""))
    return HttpResponse(_answer(request, table, refusal), status=status)


def _answer(request: SignedInRequest, table: Table, refusal: str) -> str:
    scene = _scene(request, table)
    page = Drawing(scene.snapshot).page(scene)
    chat = ""
    if request.POST.get("verb") in OF_TALK:
        chat = delta(None, chat_of(read_chat(table.pk), request.user))
    context: dict[str, Any] = {"sentence": refusal, "kind": "refused"}
    notice = render_to_string("tables/page/notice.html", context)
    return delta(None, page.public) + delta(None, page.private) + chat + element_partial("t-notice", notice)
