"""Limit how often a visitor may do what others would suffer from, and say how long to wait after that.

Each use takes one of a fixed number of places in the cache and keeps it for the limit's time: any span of that length
sees at most that many uses. A refused try takes none, so trying again does not make the wait longer.
"""

import hashlib
import time
from dataclasses import dataclass
from math import ceil
from typing import Final

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from poker_site.runtime.outages import REDIS
from poker_site.web.refusals import Refused, Unavailable

MINUTE, HOUR = 60, 3600


@dataclass(frozen=True)
class Limit:
    most: int
    seconds: int


LIMITS: Final = {
    "table": Limit(30, HOUR),
    "login_by_name": Limit(300, HOUR),
    "recover_by_name": Limit(300, HOUR),
    "password_guess": Limit(10, 5 * MINUTE),
    "password_guess_by_address": Limit(60, 5 * MINUTE),
    "invitation": Limit(60, HOUR),
    "chat": Limit(10, 15),
    "reaction": Limit(10, 15),
    "report": Limit(10, HOUR),
    "friend_request": Limit(30, HOUR),
    "bot_key": Limit(30, HOUR),
    "share": Limit(60, HOUR),
    "export": Limit(30, HOUR),
    "study": Limit(30, HOUR),
}
GUESSING_LIMITS: Final = frozenset({"login_by_name", "recover_by_name", "password_guess"})
"""The limits against guessing passwords; all others stop nobody while Redis is away and nothing can be counted."""
# The limits that allauth keeps, in its notation. Forty people in one room share an address: limits by address are for
# machines. Those by key are for guessing; the key is name and address, so that nobody can lock out another user.
ALLAUTH: Final = {
    "signup": "60/m/ip,120/h/ip",
    "login": "120/m/ip",
    "login_failed": "60/m/ip,10/5m/key",
    "reset_password": "40/m/ip,5/m/key",
    "reset_password_from_key": "40/m/ip",
    "recover": "60/m/ip,10/5m/key",
}


class Uncounted(Unavailable):
    """Refuses what could be a guess at a password until tries can be counted again."""

    def __init__(self) -> None:
        super().__init__(_("This isn't available right now, because part of the site is down. Try again in a minute."))


class TooOften(Refused):
    """Says how many seconds to wait; over HTTP it is answered with status 429."""

    code = "too_fast"

    def __init__(self, seconds: float) -> None:
        super().__init__("")
        self.seconds = max(1, ceil(seconds))

    def __str__(self) -> str:
        return wait(self.seconds)


def wait(seconds: int) -> str:
    """Say how long to wait in a natural unit, rounded up so that the next try is not too early."""
    if seconds < 2 * MINUTE:
        text = ngettext("Wait %(number)d second and try again.", "Wait %(number)d seconds and try again.", seconds)
        return text % {"number": seconds}
    if seconds < 2 * HOUR:
        minutes = ceil(seconds / MINUTE)
        text = ngettext("Wait %(number)d minute and try again.", "Wait %(number)d minutes and try again.", minutes)
        return text % {"number": minutes}
    hours = ceil(seconds / HOUR)
    text = ngettext("Wait %(number)d hour and try again.", "Wait %(number)d hours and try again.", hours)
    return text % {"number": hours}


def allow(what: str, *who: object) -> None:
    """Count one use by `who`, given by ids or whatever else tells them apart, or raise `TooOften`.

    Nothing is counted while Redis is away: the cache then says that every place was free.
    """
    limit = LIMITS[what]
    places = [f"limit:{what}:{_short(who)}:{place}" for place in range(limit.most)]
    taken = cache.get_many(places)
    now = time.time()
    for place in places:
        if place not in taken and cache.add(place, now + limit.seconds, limit.seconds):
            if what in GUESSING_LIMITS:
                refuse_if_uncounted()
            return
    ends = cache.get_many(places).values()  # read again: others may have been faster
    raise TooOften(min(ends, default=now) - now)


def refuse_if_uncounted() -> None:
    """Raise `Uncounted` if Redis is away, so that the use just now was not counted."""
    if REDIS.is_on:
        raise Uncounted


def forget(what: str, *who: object) -> None:
    """Forget all uses by `who`, for example after the right password."""
    cache.delete_many([f"limit:{what}:{_short(who)}:{place}" for place in range(LIMITS[what].most)])


def _short(who: tuple[object, ...]) -> str:
    """Hash names and addresses: they have any length and letters, unlike keys of the cache."""
    return hashlib.sha256(repr([str(part) for part in who]).encode()).hexdigest()[:32]
