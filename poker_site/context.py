from django.conf import settings
from django.http import HttpRequest

from accounts.choices import chosen_theme
from accounts.models import Preferences


def site(request: HttpRequest) -> dict[str, object]:
    """What every page's frame needs."""
    preferences = getattr(request.user, "preferences", None) if hasattr(request, "user") else None
    return {
        "theme": preferences.theme if preferences else chosen_theme(request),
        "preferences": preferences,
        "themes": Preferences.Theme.choices,
        "csp_nonce": getattr(request, "csp_nonce", ""),  # as django-htmx looks for it; django-csp says CSP_NONCE
        "mail_configured": settings.MAIL_CONFIGURED,
    }
