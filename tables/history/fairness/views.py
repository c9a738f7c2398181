"""Serve the proof of a hand, to check in the browser or to take away."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.requests import SignedInRequest
from tables.core.refusals import Unreadable
from tables.engine.deck import NotASealedDeck
from tables.history.fairness import record as records
from tables.history.fairness.checker import NAME, checker, checksums
from tables.history.hands.found_hand import SeenHand, read_hand, seen_hand
from tables.history.replay.sharing_views import hide_from_search_engines, link_of
from tables.history.replay.source_of_hand import source_of

GONE: Final = 410

P = ParamSpec("P")


@dataclass(frozen=True)
class _Doors:
    """Holds the addresses to which a page leads."""

    back: str
    file: str
    file_name: str


def _owning_up(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Show a page that says so if the hand cannot be read any more. The view's first argument is the request."""

    @wraps(view)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(*args, **kwargs)
        except (Unreadable, NotASealedDeck):
            return render(args[0], "proof/unreadable.html", status=GONE)  # type: ignore[arg-type]

    return wrapped


def _standing_apart(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    @wraps(view)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return hide_from_search_engines(view(*args, **kwargs))

    return wrapped


@login_required
@require_safe
@never_cache
@_owning_up
def page(request: SignedInRequest, hand_id: int) -> HttpResponse:
    hand = _seen(request, hand_id)
    back, file = (reverse(name, args=[hand_id]) for name in ("hand", "hand_proof_file"))
    return _page(request, hand, _Doors(back, file, f"hand-{hand_id}-proof.json"))


@login_required
@require_safe
@never_cache
@_owning_up
def file(request: SignedInRequest, hand_id: int) -> HttpResponse:
    """Send the record as a file, for `python -m tables.verify` or any program that one trusts more than our page."""
    return _file(_seen(request, hand_id), f"hand-{hand_id}-proof.json")


@require_safe
@never_cache
@_standing_apart
@_owning_up
def shared_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show anybody who has the link what the link's maker may check."""
    link = link_of(code)
    back, file = (reverse(name, args=[code]) for name in ("shared", "shared_proof_file"))
    doors = _Doors(back, file, "hand-proof.json")
    return _page(request, read_hand(link.hand, link.maker), doors, hides_names=link.hides_names)


@require_safe
@never_cache
@_standing_apart
@_owning_up
def shared_file(request: HttpRequest, code: str) -> HttpResponse:
    link = link_of(code)
    return _file(read_hand(link.hand, link.maker), "hand-proof.json")


@require_safe
def program(request: HttpRequest) -> HttpResponse:
    """Send everybody the program that checks: it knows nothing of any hand."""
    return _download(checker(), NAME, kind="application/octet-stream")


def _seen(request: SignedInRequest, hand_id: int) -> SeenHand:
    """Return the hand, or raise 404. A void hand has no proof: it may never have been cut, and nothing came of it."""
    hand = seen_hand(hand_id, request.user)
    if hand is None:
        raise Http404
    return hand


def _page(request: HttpRequest, hand: SeenHand, doors: _Doors, *, hides_names: bool = False) -> HttpResponse:
    source, record = source_of(hand, hides_names=hides_names), records.record_of(hand)
    context: dict[str, Any] = {
        "source": source,
        "doors": doors,
        "promises": records.promises(source.names, record),
        "laid": records.proven_cards(source.names, record),
        "root": record["root"],
        "cut": record["cut"],
        "record": records.record_text(record),
        "checksums": checksums(),
    }
    return render(request, "proof/page.html", context)


def _file(hand: SeenHand, name: str) -> HttpResponse:
    return _download(records.record_text(records.record_of(hand)), name, kind="application/json")


def _download(content: str | bytes, name: str, *, kind: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
