"""Serve links to a hand: their maker makes and revokes them, and anybody with one sees the hand as its maker does."""

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from accounts.requests import SignedInRequest, post_or_back_to
from tables.core.refusals import Refused, Unreadable
from tables.history import shared_hands
from tables.history.hands.found_hand import read_hand, seen_hand
from tables.history.replay.board_image import image_of
from tables.history.replay.page import replayer_page
from tables.history.replay.source import Source
from tables.history.replay.source_of_hand import source_of
from tables.history.replay.views import GONE
from tables.models import SharedHand

FRESH_SECONDS: Final = 60
"""The seconds for which others may keep the image: it can outlive its link that long."""


@login_required
@post_or_back_to("hand", "hand_id")
def share(request: SignedInRequest, hand_id: int) -> HttpResponse:
    """Make, change or revoke a link: the form says which."""
    _seen(request, hand_id)
    try:
        if request.POST.get("do") == "revoke":
            shared_hands.revoke(hand_id, request.user)
        else:
            shared_hands.share(hand_id, request.user, hides_names=request.POST.get("hides_names") == "1")
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("hand", hand_id)
    return redirect(reverse("hand", args=[hand_id]) + "#share")


def _seen(request: SignedInRequest, hand_id: int) -> None:
    try:
        if seen_hand(hand_id, request.user) is None:
            raise Http404
    except Unreadable as error:
        raise Http404 from error


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the hand to anybody. Nothing on the page depends on who is signed in here."""
    link = link_of(code)
    try:
        source = _source(link)
    except Unreadable:
        return hide_from_search_engines(render(request, "replay/unreadable.html", status=GONE))
    corners = {name: reverse(f"shared_{name}", args=[link.code]) for name in ("board", "proof")}
    return hide_from_search_engines(replayer_page(request, source, {"public": True, **corners}))


@require_safe
def board(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the final board as an image, to be shown in pages of others."""
    link = link_of(code)
    try:
        image = render_to_string("replay/board.svg", {"image": image_of(_source(link))})
    except Unreadable as error:
        raise Http404 from error
    response = hide_from_search_engines(HttpResponse(image.strip(), content_type="image/svg+xml"))
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    patch_cache_control(response, public=True, max_age=FRESH_SECONDS)
    return response


def link_of(code: str) -> SharedHand:
    link = shared_hands.shared(code)
    if link is None:
        raise Http404
    return link


def _source(link: SharedHand) -> Source:
    return source_of(read_hand(link.hand, link.maker), hides_names=link.hides_names)


def hide_from_search_engines(response: HttpResponse) -> HttpResponse:
    """Keep search engines away from this answer."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
