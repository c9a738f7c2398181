"""Send one finished hand as a file. To a viewer who may not see the hand it does not exist."""

from typing import Final

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.requests import SignedInRequest
from tables.core.refusals import Unreadable
from tables.history.export.encoding import phh_of, text_of
from tables.history.hands.found_hand import SeenHand, seen_hand

TEXT: Final = "text/plain; charset=utf-8"


@login_required
@require_safe
def phh(request: SignedInRequest, hand_id: int) -> HttpResponse:
    """Send the hand as a PHH file."""
    try:
        found = _found(request, hand_id)
        return file_of(phh_of(found), f"{_name(found)}.phh")
    except Unreadable:
        return refused(request, _("This hand cannot be read any more. A moderator can look into it."))


@login_required
@require_safe
def text(request: SignedInRequest, hand_id: int) -> HttpResponse:
    """Send the text as a file, in the site's language unless the address asks for another."""
    try:
        found = _found(request, hand_id)
    except Unreadable:
        return refused(request, _("This hand cannot be read any more. A moderator can look into it."))
    return file_of(text_of(found, language_of(request)), f"{_name(found)}.txt")


def language_of(request: HttpRequest) -> str:
    wanted = request.GET.get("language", "")
    return wanted if wanted in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE


def refused(request: HttpRequest, sentence: str, status: int = 409) -> HttpResponse:
    return render(request, "export/refused.html", {"sentence": sentence}, status=status)


def _found(request: SignedInRequest, hand_id: int) -> SeenHand:
    found = seen_hand(hand_id, request.user)
    if found is None:
        raise Http404
    return found


def _name(found: SeenHand) -> str:
    return f"{slugify(found.hand.table.name) or 'table'}-{found.hand.number}"


def file_of(content: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=TEXT)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
