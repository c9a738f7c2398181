"""Remember language and theme in a cookie for everybody, and in the preferences of those with an account."""

from collections.abc import Collection

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from accounts.models import Preferences, User
from accounts.requests import post_or_back_to, way_back
from accounts.services.profile import set_preferences

ONE_YEAR = 365 * 24 * 3600
THEME_COOKIE = f"{settings.COOKIE_PREFIX}theme"
COOKIES = {"language": settings.LANGUAGE_COOKIE_NAME, "theme": THEME_COOKIE}
CHOICES: dict[str, Collection[str]] = {"language": dict(settings.LANGUAGES), "theme": Preferences.Theme.values}


def chosen_theme(request: HttpRequest) -> str:
    """Return the theme that the visitor chose for pages and a new account, or the default if it is not one of ours."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return theme if theme in Preferences.Theme.values else Preferences.Theme.DARK


def remember(request: HttpRequest, response: HttpResponse, name: str, value: str) -> None:
    """Keep a choice in this browser, or forget it if `value` is empty."""
    if value:
        response.set_cookie(COOKIES[name], value, max_age=ONE_YEAR, samesite="Lax", secure=request.is_secure())
    else:
        response.delete_cookie(COOKIES[name], samesite="Lax")


@post_or_back_to("home")
def choose(request: HttpRequest, name: str) -> HttpResponse:
    response = HttpResponseRedirect(way_back(request))
    value = request.POST.get(name, "")
    if value in CHOICES[name]:
        remember(request, response, name, value)
        if isinstance(request.user, User):
            set_preferences(request.user, **{name: value})
    return response
