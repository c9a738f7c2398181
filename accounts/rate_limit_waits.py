"""Work out how long a visitor stopped by one of allauth's limits has to wait: allauth does not say."""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

from accounts import names

APP: Final = "allauth.account"
USUAL: Final = 60
KEYS: Final = ("name", "login", "email")
"""Names the form fields by which limits count."""


def guess_key(request: HttpRequest, name: str) -> str:
    """Build the key under which guesses count: name and address, so that wrong ones lock out nobody from elsewhere."""
    return f"{names.tidy(name).lower()} {get_adapter().get_client_ip(request)}"


def seconds_left(request: HttpRequest, *actions: str) -> float:
    """Return the seconds until all used-up limits of these actions (of every action by default) let the visitor in."""
    now = time.time()
    waits = _waits(request, actions or tuple(app_settings.RATE_LIMITS), now)
    return max((wait for wait in waits if wait > 0), default=USUAL)


def _waits(request: HttpRequest, actions: Iterable[str], now: float) -> Iterator[float]:
    """Yield the waits of the limits that are used up; allauth keeps the times of what it counted newest first."""
    sent = [request.POST.get(field, "") for field in KEYS]
    keys = [names.tidy(text).lower() for text in sent] + [guess_key(request, text) for text in sent]
    for action in actions:
        for rate in ratelimit.get_rates(app=APP, action=action):
            for key in keys if rate.per == "key" else [None]:
                with suppress(ImproperlyConfigured):  # counted by user, and nobody is logged in
                    place = ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, key=key)
                    used = cache.get(place, [])
                    if len(used) >= rate.amount:
                        yield used[rate.amount - 1] + rate.duration - now
