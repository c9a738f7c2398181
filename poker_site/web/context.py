from functools import partial
from urllib.parse import urlencode

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.choices import chosen_theme
from accounts.models import Preferences, User
from accounts.viewer import TIME_ZONE_COOKIE
from poker_site.runtime import epoch
from poker_site.web.fragments import Fragment
from tables.social.notifications import notifications_of


def site(request: HttpRequest) -> dict[str, object]:
    """Return the values that the frame of every page needs."""
    preferences = getattr(request.user, "preferences", None) if hasattr(request, "user") else None
    return {
        "theme": preferences.theme if preferences else chosen_theme(request),
        "preferences": preferences,
        "zone_cookie": TIME_ZONE_COOKIE,
        "themes": Preferences.Theme.choices,
        "csp_nonce": getattr(request, "csp_nonce", ""),  # the name for django-htmx; django-csp says CSP_NONCE
        "mail_configured": settings.MAIL_CONFIGURED,
        "epoch": _epoch,
        "origin": SimpleLazyObject(lambda: request.build_absolute_uri("/").removesuffix("/")),
        "notifications": SimpleLazyObject(partial(_notifications, request)),
        "entrance_query": SimpleLazyObject(partial(_entrance_query, request)),
    }


def _epoch() -> str:
    """Return the epoch, or an empty text while the database is away: error pages show what they can."""
    try:
        return str(epoch.current())
    except DatabaseError:
        return ""


def _entrance_query(request: HttpRequest) -> str:
    """Return the query for links to log in or sign up that leads back here, or to the page that asked for a login."""
    match = request.resolver_match
    at_an_entrance = match is None or "account/" in match.route
    back = request.GET.get("next", "") if at_an_entrance else request.get_full_path()
    return f"?{urlencode({'next': back})}" if back not in ("", "/") else ""


def _notifications(request: HttpRequest) -> Fragment:
    """Return the viewer's notifications; a request for an error page may have no user and no route."""
    user = getattr(request, "user", None)
    match = request.resolver_match
    return notifications_of(user if isinstance(user, User) else None, (match and match.url_name) or "")
