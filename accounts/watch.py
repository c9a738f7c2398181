"""The accounts whose sockets this process holds."""

from typing import Protocol

from accounts.models import User
from poker_site.watch import Watch


class Watcher(Protocol):
    user_id: int

    async def account_at(self, version: int) -> None: ...


def _versions(user_ids: set[int]) -> dict[int, int]:
    return dict(User.objects.filter(pk__in=user_ids).values_list("pk", "version"))


def _user_of(watcher: Watcher) -> int:
    return watcher.user_id


async def _tell(watcher: Watcher, version: int) -> None:
    await watcher.account_at(version)


watch: Watch[Watcher] = Watch(what="account", key_of=_user_of, versions_of=_versions, tell=_tell)
