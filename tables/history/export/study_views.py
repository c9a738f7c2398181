"""Show the study shelf: a user's own hands from PHH files, to look at alone in the replayer."""

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.requests import SignedInRequest, is_number, post_or_back_to
from poker_site.web.limits import TooOften
from tables.core import words
from tables.core.refusals import Refused
from tables.engine.opening import SeatNumber
from tables.engine.phh_reading import Reading, read_phh
from tables.engine.phh_text import NotReadable
from tables.history import study_shelf
from tables.history.export.shelf import in_a_line
from tables.history.export.views import file_of, refused
from tables.history.replay.page import replayer_page
from tables.history.replay.source import Source
from tables.models import StudyHand

LISTED: Final = 50
LONGEST_NAME: Final = 40
"""The most characters of a player's name."""


@login_required
def shelf(request: SignedInRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request)
    sent = request.FILES.getlist("files")
    try:
        if not sent:
            raise Refused(_("Choose a file."))
        largest = study_shelf.MOST_BYTES + 1
        brought = study_shelf.bring(request.user, [(file.name or "", file.read(largest)) for file in sent])
    except TooOften:
        raise
    except Refused as error:
        return _page(request, refusal=str(error), status=422)
    if brought.added:
        told = ngettext(
            "%(number)d hand is on your shelf now.", "%(number)d hands are on your shelf now.", brought.added
        )
        messages.success(request, told % {"number": brought.added})
    if brought.known:
        told = ngettext("%(number)d hand was there already.", "%(number)d hands were there already.", brought.known)
        messages.info(request, told % {"number": brought.known})
    if brought.unfit:
        return _page(request, brought=brought, status=422)
    return redirect("study")


@login_required
@require_safe
def hand(request: SignedInRequest, study_id: int) -> HttpResponse:
    study = _own(request, study_id)
    try:
        reading = read_phh(study.source)
    except NotReadable:
        return refused(request, _("This file cannot be played by the rules of today any more."))
    corners = {
        "back_to": (reverse("study"), _("Study shelf")),
        "files": [("PHH", reverse("study_file", args=[study.pk]))],
    }
    return replayer_page(request, source_of(study, reading), corners)


@login_required
@require_safe
def file(request: SignedInRequest, study_id: int) -> HttpResponse:
    study = _own(request, study_id)
    return file_of(study.source, f"{slugify(study.title) or 'hand'}.phh")


@login_required
@post_or_back_to("study")
def rename(request: SignedInRequest, study_id: int) -> HttpResponse:
    try:
        known = study_shelf.rename(study_id, request.user, request.POST.get("title", ""))
    except Refused as error:
        return _page(request, refusal=str(error), status=422)
    return _back(known)


@login_required
@post_or_back_to("study")
def remove(request: SignedInRequest, study_id: int) -> HttpResponse:
    return _back(study_shelf.remove(study_id, request.user))


def source_of(study: StudyHand, reading: Reading) -> Source:
    play = reading.hand
    about = [f"{words.game(play.rules.to_json())} {words.stakes(play.rules)}"]
    if reading.chips_per_unit != 1:
        about.append(_("One chip here is a cent of the file"))
    if reading.odd_chips_differ:
        about.append(_("The file gives odd chips to somebody else"))
    return Source(
        play=play,
        names={seat: in_a_line(reading.names.get(seat, ""), LONGEST_NAME) or _nameless(seat) for seat in play.seats},
        known=frozenset(play.seats) - reading.invented,
        title=study.title,
        about=" · ".join(about),
        number=study.pk,
    )


def _nameless(seat: SeatNumber) -> str:
    return _("Player %(number)d") % {"number": seat}


def _own(request: SignedInRequest, study_id: int) -> StudyHand:
    found = StudyHand.objects.filter(pk=study_id, owner=request.user).first() if study_id < 2**63 else None
    if found is None:
        raise Http404
    return found


def _back(known: bool) -> HttpResponse:
    if not known:
        raise Http404
    return redirect("study")


def _page(
    request: SignedInRequest, *, refusal: str = "", brought: study_shelf.Brought | None = None, status: int = 200
) -> HttpResponse:
    hands = StudyHand.objects.filter(owner=request.user).order_by("-pk").defer("source")
    before = request.GET.get("before", "")
    listed = list((hands.filter(pk__lt=int(before)) if is_number(before) else hands)[: LISTED + 1])
    context = {
        "studies": listed[:LISTED],
        "older": listed[LISTED - 1].pk if len(listed) > LISTED else None,
        "refusal": refusal,
        "unfit": brought.unfit[:LISTED] if brought else [],
        "more_unfit": max(0, len(brought.unfit) - LISTED) if brought else 0,
    }
    return render(request, "export/study.html", context, status=status)
