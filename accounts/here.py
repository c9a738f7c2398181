"""Who has a page of ours open, by what the server processes say every few seconds; it expires by itself.

Who has a table open is written down more exactly, in the database: see `tables.services.presence`.
"""

import logging
from collections.abc import Collection

from django.core.cache import cache

logger = logging.getLogger("evenhand.accounts")

LASTS_SECONDS = 15
_away = False


def keep(user_ids: Collection[int]) -> None:
    """All whose sockets this process holds. A cache that is away for a while costs nobody more than being seen."""
    global _away
    try:
        cache.set_many({_key(user_id): True for user_id in user_ids}, LASTS_SECONDS)
        _away = False
    except Exception as error:
        if not _away:
            logger.error("who is here is not kept up, for now: %s", error)
        _away = True


def who_of(user_ids: Collection[int]) -> set[int]:
    found = cache.get_many([_key(user_id) for user_id in user_ids])
    return {user_id for user_id in user_ids if _key(user_id) in found}


def _key(user_id: int) -> str:
    return f"here:{user_id}"
