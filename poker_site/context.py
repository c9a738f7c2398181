from django.conf import settings
from django.http import HttpRequest

from accounts.models import Preferences
from accounts.viewer import THEME_COOKIE


def site(request: HttpRequest) -> dict[str, object]:
    """What every page's frame needs."""
    preferences = getattr(request.user, "preferences", None) if hasattr(request, "user") else None
    theme = preferences.theme if preferences else request.COOKIES.get(THEME_COOKIE)
    return {
        "theme": theme if theme in Preferences.Theme.values else Preferences.Theme.DARK,
        "preferences": preferences,
        "themes": Preferences.Theme.choices,
        "csp_nonce": getattr(request, "csp_nonce", ""),  # as django-htmx looks for it; django-csp says CSP_NONCE
        "mail_configured": settings.MAIL_CONFIGURED,
    }
