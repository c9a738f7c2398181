"""Show the replayer of a finished hand."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.requests import SignedInRequest
from tables.core.refusals import Unreadable
from tables.history import shared_hands
from tables.history.hands.found_hand import SeenHand, seen_hand
from tables.history.replay.page import replayer_page
from tables.history.replay.source_of_hand import source_of
from tables.models import Hand, HandPlayer

GONE = 410


@login_required
@require_safe
def hand(request: SignedInRequest, hand_id: int) -> HttpResponse:
    try:
        found = seen_hand(hand_id, request.user)
    except Unreadable:
        return render(request, "replay/unreadable.html", status=GONE)
    if found is None:
        raise Http404
    return replayer_page(request, source_of(found), _around(found, request))


def _around(found: SeenHand, request: SignedInRequest) -> dict[str, Any]:
    """Return what stands in the corners of the hand's page."""
    address = [found.hand.pk]
    earlier, later = _neighbours(found, request)
    return {
        "back_to": (reverse("hands"), _("My hands")),
        "earlier": earlier and reverse("hand", args=[earlier]),
        "later": later and reverse("hand", args=[later]),
        "net": None if found.viewer is None else found.play.net[found.play.seats.index(found.viewer)],
        "files": [("PHH", reverse("hand_phh", args=address)), (_("Text"), reverse("hand_text", args=address))],
        "proof": reverse("hand_proof", args=address),
        "share": _link(found, request),
    }


def _link(found: SeenHand, request: SignedInRequest) -> dict[str, Any]:
    """Return the values of the form that shares the hand."""
    link = shared_hands.shared_by(found.hand, request.user)
    refused = "" if shared_hands.may_be_shared(found.hand) else shared_hands.NOT_SHARED
    address = link and request.build_absolute_uri(reverse("shared", args=[link.code]))
    door = reverse("hand_share", args=[found.hand.pk])
    return {"link": link, "refused": refused, "address": address, "door": door}


def _neighbours(found: SeenHand, request: SignedInRequest) -> tuple[int | None, int | None]:
    """Return the user's hands before and after this one at the same table."""
    hand = found.hand
    if found.viewer is None or hand.ended_at is None:
        return None, None
    mine = HandPlayer.objects.filter(user=request.user, table=hand.table_id, ended_at__isnull=False)
    mine = mine.filter(hand__state=Hand.State.OVER)
    same = Q(ended_at=hand.ended_at)
    earlier = mine.filter(~same | Q(hand__lt=hand.pk), ended_at__lte=hand.ended_at)
    later = mine.filter(~same | Q(hand__gt=hand.pk), ended_at__gte=hand.ended_at)
    return _first(earlier.order_by("-ended_at", "-hand")), _first(later.order_by("ended_at", "hand"))


def _first(hands: QuerySet[HandPlayer]) -> int | None:
    return hands.values_list("hand", flat=True).first()
