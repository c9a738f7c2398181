"""The accounts whose sockets this process holds."""

from collections.abc import Coroutine
from itertools import count
from typing import Any, Protocol

from accounts import here
from accounts.models import User
from poker_site.watch import UNKNOWN, Watch

KEPT_EVERY_ROUNDS = 3

_rounds = count()
_kept: set[int] = set()


class Watcher(Protocol):
    user_id: int
    seen: int

    async def account_at(self, version: int) -> None: ...

    async def look_again(self) -> None: ...


def _versions(user_ids: set[int]) -> dict[int, int]:
    """Asked every two seconds about everybody here: that is also how others know that they are."""
    _keep(user_ids)
    return dict(User.objects.filter(pk__in=user_ids).values_list("pk", "version"))


def _keep(user_ids: set[int]) -> None:
    """Who has just come at once, the others now and then."""
    global _kept
    here.keep(user_ids - _kept if next(_rounds) % KEPT_EVERY_ROUNDS else user_ids)
    _kept = user_ids


def _user_of(watcher: Watcher) -> int:
    return watcher.user_id


def _tell(watcher: Watcher, version: int) -> Coroutine[Any, Any, None] | None:
    if version == UNKNOWN:
        return watcher.look_again()
    return watcher.account_at(version) if version != watcher.seen else None


watch: Watch[Watcher] = Watch(what="account", key_of=_user_of, versions_of=_versions, tell=_tell)
