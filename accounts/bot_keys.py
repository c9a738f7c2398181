"""Find the bot that a key belongs to, check that it may stay, and limit what one key may ask for."""

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
"""Holds the seconds that a lost connection stays counted; `ConnectionSlot.keep` must be called more often than that."""


class KnownBot(NamedTuple):
    """Describes a bot that showed its key."""

    user: User
    owner_id: int
    key_number: int


def digest(text: str) -> str:
    """Hash a key: 130 random bits need no slow hash. A text that cannot be a key is hashed too, and matches no row."""
    return hashlib.sha256(text[: LONGEST_KEY + 1].encode(errors="replace")).hexdigest()


def md5_of(key: str) -> str:
    """Return the MD5 that older programs send in place of the key."""
    return hashlib.md5(key.encode(), usedforsecurity=False).hexdigest()


def bot_with_key(text: object) -> KnownBot | None:
    """Return the bot with this key, or with the key whose lower-case MD5 this is.

    Returns None while the bot or its owner is banned or gone. Safe in any thread. Every text takes the same single
    query and only hashes are compared, so the time it takes reveals nothing.
    """
    shown = digest(text if isinstance(text, str) else "")
    bot = _open().filter(Q(key_hash=shown) | Q(md5_hash=shown)).select_related("user").first()
    return KnownBot(bot.user, bot.owner_id, bot.key_number) if bot else None


def bot_of_key(text: object) -> User | None:
    known = bot_with_key(text)
    return known.user if known else None


def is_good(known: KnownBot) -> bool:
    """Tell whether the key is still valid; ask whenever the bot's account changes, and close the connection if not."""
    return good_in_epoch(known) is not None


def good_in_epoch(known: KnownBot) -> int | None:
    """Return the present epoch if the key is valid; another one than before means that a backup was restored."""
    found = _open().filter(pk=known.user.pk, key_number=known.key_number)
    return found.values_list(RawSQL(epoch.CURRENT, ()), flat=True).first()  # noqa: S611  of our own


def _open() -> QuerySet[Bot]:
    banned = Sanction.objects.in_force().bans().filter(Q(user=OuterRef("user")) | Q(user=OuterRef("owner")))
    return Bot.objects.filter(~Exists(banned), ~Q(key_hash=""), user__is_active=True, owner__is_active=True)


@dataclass
class ConnectionSlot:
    """Counts one of the connections that a bot may hold, on any server and over all protocols together."""

    bot_id: int
    number: int

    @classmethod
    def take(cls, bot_id: int) -> "ConnectionSlot":
        """Take a free connection, or raise `TooOften`: a lost one stays counted for a while."""
        for number in range(MOST_CONNECTIONS):
            place = cls(bot_id, number)
            if cache.add(place._key, True, PLACE_SECONDS):
                return place
        raise TooOften(PLACE_SECONDS)

    @classmethod
    def held_by(cls, bot_ids: Collection[int]) -> set[int]:
        """Return which of these bots are connected."""
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
    """Limits the messages of one key at this server: a burst, then a number per second."""

    left: float = BURST
    at: float = 0.0

    def take(self) -> None:
        """Count a message, or raise `TooOften`; a refused one costs nothing."""
        now = time.monotonic()
        self.left = min(float(BURST), self.left + (now - self.at) * PER_SECOND)
        self.at = now
        if self.left < 1:
            raise TooOften((1 - self.left) / PER_SECOND)
        self.left -= 1


_allowances: dict[int, Allowance] = {}
_MOST_REMEMBERED: Final = 10_000


def allow_message(bot_id: int) -> None:
    """Count a message of this bot, over all its connections."""
    if len(_allowances) > _MOST_REMEMBERED:
        _allowances.clear()
    _allowances.setdefault(bot_id, Allowance()).take()
