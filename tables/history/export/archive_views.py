"""Offer archives of a user's hands: the choice of what is in them, the file itself, and its progress."""

from datetime import UTC
from typing import Final

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.requests import SignedInRequest
from poker_site.web.limits import allow
from tables.core import words
from tables.core.deadlines import now
from tables.engine.phh_text import OWN_VARIANTS
from tables.history.export import progress
from tables.history.export.archive import MOST_HANDS, OWN_CODES, Archive, ArchiveOptions
from tables.history.export.views import language_of, refused
from tables.history.hands.filter_form import FilterForm
from tables.history.hands.selecting import hands_of

_ZIP: Final = "application/zip"
FORMATS: Final = ("phh", "text", "json")


@login_required
@require_safe
def page(request: SignedInRequest) -> HttpResponse:
    """Show what would be in the archive, before it is made."""
    form = FilterForm(request.GET, user=request.user)
    valid = form.is_valid()
    count = hands_of(request.user, form.filters()).count() if valid else 0
    context = {
        "form": form,
        "valid": valid,
        "filters": [(name, form.data.get(name)) for name in form.fields if form.data.get(name)],
        "count": count,
        "too_many": _too_many() if count > MOST_HANDS else "",
        "languages": settings.LANGUAGES,
        "language": get_language(),
        "progress": progress.progress_of(request.user.pk),
        "about_codes": OWN_CODES,
        "codes": OWN_VARIANTS.values(),
    }
    return render(request, "export/page.html", context, status=200 if valid else 422)


@login_required
@never_cache
@require_safe
def progress_part(request: SignedInRequest) -> HttpResponse:
    """Show the progress: a part of the page, which asks for it again and again."""
    return render(request, "export/progress.html", {"progress": progress.progress_of(request.user.pk)})


@login_required
@never_cache
@require_safe
def file(request: SignedInRequest) -> HttpResponseBase:
    user, form = request.user, FilterForm(request.GET, user=request.user)
    wanted = _wanted(request)
    if not form.is_valid():
        return refused(request, _("These filters choose no hands."), status=422)
    if wanted is None:
        return refused(request, _("Choose what is to be in the archive."), status=422)
    hands = hands_of(user, form.filters())
    total = hands.count()
    if not total:
        return refused(request, _("No hand matches these filters."), status=404)
    if total > MOST_HANDS:
        return refused(request, _too_many(), status=422)
    archive = Archive(user, hands, total, wanted)
    if request.method == "HEAD":
        return HttpResponse(content_type=_ZIP)
    allow("export", user.pk)
    if not progress.begin(user.pk, archive.token, total):
        return refused(request, _("Another archive of yours is being made. Wait until it is done."), status=409)
    response = StreamingHttpResponse(archive, content_type=_ZIP)
    response["Content-Disposition"] = f'attachment; filename="evenhand-{now().astimezone(UTC):%Y-%m-%d}.zip"'
    return response


def _wanted(request: SignedInRequest) -> ArchiveOptions | None:
    """Return the formats and the language that were asked for; None if no format is chosen."""
    chosen = {name: name in request.GET.getlist("as") for name in FORMATS}
    return ArchiveOptions(**chosen, language=language_of(request)) if any(chosen.values()) else None


def _too_many() -> str:
    return _("An archive holds at most %(number)s hands. Choose fewer, a year at a time perhaps.") % {
        "number": words.chips(MOST_HANDS)
    }
