"""Tell the sockets of this process when the account that they belong to has changed."""

import asyncio
import logging
from itertools import count
from typing import Final, Protocol

from accounts.models import User
from accounts.social import online
from poker_site.runtime.feeds import GONE, Feed, Feeds
from poker_site.runtime.topics import user_topic

logger = logging.getLogger("evenhand.accounts")

KEPT_EVERY_POLLS: Final = 3


class Follower(Protocol):
    seen: int
    """Holds the version of the account at its last look."""

    async def account_at(self, version: int) -> None:
        """Look if the account has another version than at the last look."""


class AccountFeed(Feed[Follower]):
    def __init__(self, user_id: int) -> None:
        super().__init__(user_id, user_topic(user_id))
        self.version = GONE

    def hear(self, version: int) -> None:
        self.version = version
        if any(follower.seen != version for follower in self.followers):
            self.ask()

    async def work(self) -> None:
        behind = [follower.account_at(self.version) for follower in self.followers if follower.seen != self.version]
        for error in await asyncio.gather(*behind, return_exceptions=True):
            if isinstance(error, Exception):  # the database may be away; the next poll asks again
                logger.error("the account of user %d cannot be looked at, for now: %s", self.key, error)


_polls = count()
_kept: set[int] = set()


def _versions(user_ids: set[int]) -> dict[int, int]:
    """Read the versions, and note who is online: those who have just come at once, the others every few polls."""
    global _kept
    online.mark_online(user_ids - _kept if next(_polls) % KEPT_EVERY_POLLS else user_ids)
    _kept = user_ids
    return dict(User.objects.filter(pk__in=user_ids).values_list("pk", "version"))


accounts: Final = Feeds(what="accounts", feed_of=AccountFeed, versions_of=_versions)
"""Follows the accounts whose sockets this process holds."""
