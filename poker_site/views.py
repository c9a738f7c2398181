"""Choices everybody has, and pages for when something went wrong."""

from collections.abc import Collection

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.models import Preferences, User
from accounts.services.profile import set_preferences
from accounts.viewer import THEME_COOKIE

ONE_YEAR = 365 * 24 * 3600


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    return _choose(request, "language", dict(settings.LANGUAGES), cookie=settings.LANGUAGE_COOKIE_NAME)


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    return _choose(request, "theme", Preferences.Theme.values, cookie=THEME_COOKIE)


def favicon(request: HttpRequest) -> HttpResponse:
    """For pages without our frame, such as the administration's."""
    return HttpResponseRedirect(static("img/mark.svg"))


def _choose(request: HttpRequest, name: str, choices: Collection[str], *, cookie: str) -> HttpResponse:
    """Remember a choice: in the browser, and in the preferences of whoever is logged in."""
    response = HttpResponseRedirect(_way_back(request))
    value = request.POST.get(name, "")
    if value in choices:
        response.set_cookie(cookie, value, max_age=ONE_YEAR, samesite="Lax", secure=request.is_secure())
        if isinstance(request.user, User):
            set_preferences(request.user, **{name: value})
    return response


def _way_back(request: HttpRequest) -> str:
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if safe else "/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Rendered without the request: it may be what is bad about it, such as its host."""
    return HttpResponse(render_to_string("400.html"), status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """Rendered without the request: whatever failed may fail again."""
    return HttpResponse(render_to_string("500.html"), status=500)
