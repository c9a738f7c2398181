"""Keep who is online: server processes report it every few seconds, and it expires by itself.

Who has a table open is stored more exactly, in the database: see `tables.play.presence`.
"""

from collections.abc import Collection

from django.core.cache import cache

LASTS_SECONDS = 15


def mark_online(user_ids: Collection[int]) -> None:
    """Note that these users, whose sockets this process holds, are online."""
    cache.set_many({_key(user_id): True for user_id in user_ids}, LASTS_SECONDS)


def online_among(user_ids: Collection[int]) -> set[int]:
    found = cache.get_many([_key(user_id) for user_id in user_ids])
    return {user_id for user_id in user_ids if _key(user_id) in found}


def _key(user_id: int) -> str:
    return f"here:{user_id}"
