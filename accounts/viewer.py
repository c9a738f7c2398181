"""Decide in which language and time zone a viewer reads, on a page as on a socket."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone, translation

from accounts.models import Preferences, User

LAYOUT: Final = 2
"""Numbers the layout: raise it when elements of a table's page change, so that pages from before an upgrade reload."""

TIME_ZONE_COOKIE = f"{settings.COOKIE_PREFIX}tz"


@dataclass(frozen=True)
class Viewer:
    language: str
    time_zone: str

    @contextmanager
    def reading(self) -> Iterator[None]:
        with translation.override(self.language), timezone.override(self.time_zone):
            yield


def appearance_digest(preferences: Preferences | None) -> str:
    """Digest the layout and the stored preferences: when it changes, the page must reload.

    The browser's own wishes do not count, so that a socket need not send them.
    """
    fields = [field.attname for field in Preferences._meta.fields if not field.primary_key]
    likes = [getattr(preferences, field, None) for field in fields]
    return blake2b(repr([LAYOUT, *likes]).encode(), digest_size=6).hexdigest()


def viewer_of_request(request: HttpRequest) -> Viewer:
    return _viewer(request.user, request)


def viewer_of_scope(scope: Mapping[str, Any], user: User | AnonymousUser) -> Viewer:
    """Return the viewer of a socket, whose handshake carries the headers of a request."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = dict(scope["headers"]).get(b"accept-language", b"").decode("latin1")
    request.COOKIES = scope["cookies"]
    return _viewer(user, request)


def is_time_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, or not even the shape of a name
        return False
    return bool(name)


def _viewer(user: User | AnonymousUser, request: HttpRequest) -> Viewer:
    preferences = getattr(user, "preferences", None)
    language = preferences.language if preferences else ""
    time_zone = preferences.time_zone if preferences else ""
    seen = unquote(request.COOKIES.get(TIME_ZONE_COOKIE, ""))
    return Viewer(
        language=language or translation.get_language_from_request(request),
        time_zone=time_zone or (seen if is_time_zone(seen) else settings.TIME_ZONE),
    )
