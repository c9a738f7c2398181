"""Keep messages for the next page."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class PrefixedCookie(CookieStorage):
    """Uses a cookie name that no other host of the domain can set."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class PrefixedStorage(FallbackStorage):
    storage_classes = (PrefixedCookie, SessionStorage)
