"""Draw error pages, and answer what browsers ask for by themselves."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static

from accounts.rate_limit_waits import seconds_left
from poker_site.web.limits import MINUTE, TooOften
from poker_site.web.refusals import Unavailable


def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon, for pages without our frame such as the admin's."""
    return HttpResponseRedirect(static("img/mark.svg"))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Draw the page without the request, whose host, for example, may be what is wrong."""
    return HttpResponse(render_to_string("400.html"), status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """Draw the page without the request: whatever failed may fail again."""
    return HttpResponse(render_to_string("500.html"), status=500)


def too_often(request: HttpRequest, refused: TooOften | None = None) -> HttpResponse:
    """Say how long to wait. allauth calls this too and does not say how long; its cache entries do."""
    refused = refused or TooOften(seconds_left(request))
    response = render(request, "429.html", {"wait": str(refused)}, status=429)
    response.headers["Retry-After"] = str(refused.seconds)
    return response


def unavailable(request: HttpRequest, refused: Unavailable) -> HttpResponse:
    """Say what does not work while a part of the site is down."""
    response = render(request, "503.html", {"why": refused}, status=503)
    response.headers["Retry-After"] = str(MINUTE)
    response._has_been_logged = True  # type: ignore[attr-defined]  # it is logged once a minute, where it is noticed
    return response
