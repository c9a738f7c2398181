"""Who holds sockets to tables in this process: presence, shared snapshots, and the look at lost messages."""

import asyncio
import itertools
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Hashable, Mapping
from typing import Any, Protocol
from weakref import WeakValueDictionary

from poker_site.pool import in_pool
from poker_site.watch import Watch
from tables.models import Table
from tables.room import snapshot as snapshots
from tables.room.fragments import Marked
from tables.room.snapshot import Snapshot
from tables.services import presence

logger = logging.getLogger("evenhand.tables")

PROCESS = secrets.token_hex(8)
LOOK_SECONDS = 2


class Viewer(Protocol):
    table_id: int
    user_id: int

    async def table_at(self, version: int) -> None: ...

    async def elsewhere_moved(self) -> None: ...


def _versions(table_ids: set[int]) -> dict[int, int]:
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "version"))


def _table_of(viewer: Viewer) -> int:
    return viewer.table_id


async def _tell(viewer: Viewer, version: int) -> None:
    await viewer.table_at(version)


class Room:
    """Of one process and event loop."""

    def __init__(self) -> None:
        self.watch: Watch[Viewer] = Watch(what="table", key_of=_table_of, versions_of=_versions, tell=_tell)
        self.sockets: Counter[tuple[int, int]] = Counter()
        self.keeping: asyncio.Task[None] | None = None
        self.latest: dict[int, Snapshot] = {}
        self.loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.moving: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()
        self.shared: dict[int, dict[Hashable, asyncio.Future[Marked]]] = {}
        self.elsewhere: Mapping[int, tuple[snapshots.Elsewhere, ...]] = {}

    async def enter(self, viewer: Viewer) -> None:
        self.watch.add(viewer)
        key = (viewer.table_id, viewer.user_id)
        self.sockets[key] += 1
        if self.keeping is None or self.keeping.done() or self.keeping.get_loop() is not asyncio.get_running_loop():
            self.keeping = asyncio.create_task(self._keep())
            self.loading.clear()
        if self.sockets[key] == 1:
            await self._note_presence(key)

    async def leave(self, viewer: Viewer) -> None:
        self.watch.discard(viewer)
        key = (viewer.table_id, viewer.user_id)
        self.sockets[key] -= 1
        if not self.sockets[key]:
            del self.sockets[key]
            await self._note_presence(key)
        if not any(table == viewer.table_id for table, _ in self.sockets):
            self.latest.pop(viewer.table_id, None)
            self.shared.pop(viewer.table_id, None)

    async def _note_presence(self, key: tuple[int, int]) -> None:
        """As it is when it is noted: with a page that is loaded again one socket goes while another comes."""
        async with self.moving.setdefault(key, asyncio.Lock()):
            note = presence.arrive if key in self.sockets else presence.depart
            await in_pool(note)(*key, PROCESS)

    async def snapshot(self, table_id: int, *, version: int, fresh: bool = False) -> Snapshot:
        """Of this version or a later one; one load at a time for all who ask."""
        lock = self.loading.setdefault(table_id, asyncio.Lock())
        async with lock:
            known = self.latest.get(table_id)
            if known is None or known.version < version or fresh:
                known = await in_pool(snapshots.take)(table_id)
                self.latest[table_id] = known
                self.shared.pop(table_id, None)
            return known

    async def rendered(
        self, snapshot: Snapshot, key: Hashable, render: Callable[[], Coroutine[Any, Any, Marked]]
    ) -> Marked:
        """Once for all who have the same key."""
        shared = self.shared.setdefault(snapshot.table.pk, {})
        full_key = (snapshot.version, snapshot.taken_at, key)
        if full_key not in shared:
            shared[full_key] = asyncio.ensure_future(render())
        return await asyncio.shield(shared[full_key])  # whoever stops waiting does not stop the others

    async def _keep(self) -> None:
        """Presence ends by itself unless it is kept up; and whose turn it is elsewhere is told within seconds."""
        for beat in itertools.count():
            if not self.sockets:
                return
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if beat % 2:
                    await in_pool(presence.keep)(PROCESS, list(self.sockets))
                await self._look_elsewhere()
            except Exception as error:  # the database may be away; the next round will tell
                logger.error("presence was not kept up, for now: %s", error)

    async def _look_elsewhere(self) -> None:
        before = self.elsewhere
        self.elsewhere = await in_pool(snapshots.elsewhere)({user for _, user in self.sockets})
        changed = {user for user in {*before, *self.elsewhere} if before.get(user) != self.elsewhere.get(user)}
        for viewer in list(self.watch.watchers):
            if viewer.user_id in changed:
                await viewer.elsewhere_moved()


room = Room()
