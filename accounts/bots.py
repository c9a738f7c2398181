"""Reads: whose key this is, whether what came in with it may stay, and how much a key may ask for."""

import hashlib
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from accounts.models import Bot, Sanction, User
from poker_site.runtime import epoch
from poker_site.web.limits import TooOften

LONGEST_KEY: Final = 64
MOST_CONNECTIONS, MOST_TABLES = 5, 4
PER_SECOND, BURST = 20, 60
PLACE_SECONDS: Final = 60
"""How long the place of a lost connection stays taken; `Place.keep` has to come more often than that."""


class Known(NamedTuple):
    """A bot that showed its key."""

    user: User
    owner_id: int
    key_number: int


def digest(text: str) -> str:
    """130 random bits need no more than a plain hash. Whatever cannot be a key is hashed too, and fits no row."""
    return hashlib.sha256(text[: LONGEST_KEY + 1].encode(errors="replace")).hexdigest()


def md5_of(key: str) -> str:
    """What older programs send in place of a password."""
    return hashlib.md5(key.encode(), usedforsecurity=False).hexdigest()


def who(text: object) -> Known | None:
    """The bot with this key, or with the key that this is the lower-case MD5 of.

    Nobody while the bot or its owner is banned or gone. From any thread; the same single query for every text, and
    nothing is compared but hashes, so the time it takes tells nothing.
    """
    shown = digest(text if isinstance(text, str) else "")
    bot = _open().filter(Q(key_hash=shown) | Q(md5_hash=shown)).select_related("user").first()
    return Known(bot.user, bot.owner_id, bot.key_number) if bot else None


def bot_of_key(text: object) -> User | None:
    known = who(text)
    return known.user if known else None


def is_good(known: Known) -> bool:
    """Ask again whenever the topic of the bot's account moves: with another key, or none, connections end."""
    return good_in_epoch(known) is not None


def good_in_epoch(known: Known) -> int | None:
    """The present epoch if the key is good; in another than that in which it was shown, the bot knows another table."""
    found = _open().filter(pk=known.user.pk, key_number=known.key_number)
    return found.values_list(RawSQL(epoch.CURRENT, ()), flat=True).first()  # noqa: S611  of our own


def _open() -> QuerySet[Bot]:
    banned = Sanction.objects.in_force().bans().filter(Q(user=OuterRef("user")) | Q(user=OuterRef("owner")))
    return Bot.objects.filter(~Exists(banned), ~Q(key_hash=""), user__is_active=True, owner__is_active=True)


@dataclass
class Place:
    """One of the connections that a bot may hold, on whatever server of the room; all doors share them."""

    bot_id: int
    number: int

    @classmethod
    def take(cls, bot_id: int) -> "Place":
        """`TooOften` if all are taken: a connection that was lost keeps its place for a while."""
        for number in range(MOST_CONNECTIONS):
            place = cls(bot_id, number)
            if cache.add(place._key, True, PLACE_SECONDS):
                return place
        raise TooOften(PLACE_SECONDS)

    @classmethod
    def held_by(cls, bot_ids: Collection[int]) -> set[int]:
        """Who of these is connected."""
        keys = {cls(bot_id, number)._key: bot_id for bot_id in bot_ids for number in range(MOST_CONNECTIONS)}
        return {keys[key] for key in cache.get_many(keys)} if keys else set()

    def keep(self) -> None:
        cache.set(self._key, True, PLACE_SECONDS)

    def give_back(self) -> None:
        cache.delete(self._key)

    @property
    def _key(self) -> str:
        return f"bot:{self.bot_id}:connection:{self.number}"


@dataclass
class Allowance:
    """Messages of one key at this server: a burst is fine, then so many a second."""

    left: float = BURST
    at: float = 0.0

    def take(self) -> None:
        """`TooOften` if there were too many; a refused one costs nothing."""
        now = time.monotonic()
        self.left = min(float(BURST), self.left + (now - self.at) * PER_SECOND)
        self.at = now
        if self.left < 1:
            raise TooOften((1 - self.left) / PER_SECOND)
        self.left -= 1


_allowances: dict[int, Allowance] = {}
_MOST_REMEMBERED: Final = 10_000


def allow_message(bot_id: int) -> None:
    """All connections of a bot draw on the same allowance."""
    if len(_allowances) > _MOST_REMEMBERED:
        _allowances.clear()
    _allowances.setdefault(bot_id, Allowance()).take()
