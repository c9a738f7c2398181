"""Keep track of the sockets to tables in this process: who is present, and at which other tables they sit."""

import asyncio
import itertools
import logging
from collections import Counter
from collections.abc import Awaitable
from typing import Final
from weakref import WeakValueDictionary

from poker_site.runtime import heartbeat
from poker_site.runtime.db_threads import in_pool
from poker_site.runtime.feeds import Feeds
from poker_site.runtime.heartbeat import PROCESS
from tables.models import Table
from tables.page import snapshot as snapshots
from tables.page.feed import TableFeed, Tables, Viewer
from tables.page.snapshot import SeatedTable
from tables.play import presence

logger = logging.getLogger("evenhand.tables")

LOOK_SECONDS = 2
NOBODY = 0
"""Stands for the user of a socket without an account, which counts as nobody's presence."""


def _versions(table_ids: set[int]) -> dict[int, int]:
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "version"))


def _tables_of_wanderers() -> Tables:
    return snapshots.tables_of(snapshots.users_seated_elsewhere(PROCESS))


class Connections:
    """Holds all sockets to tables of one process and event loop."""

    def __init__(self) -> None:
        self.sockets: Counter[tuple[int, int]] = Counter()
        """Counts the sockets by table and user."""
        self.keeping: asyncio.Task[None] | None = None
        self.moving: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()
        self.tables_of: dict[int, tuple[SeatedTable, ...]] = {}
        self.tables = Feeds(
            what="tables", feed_of=lambda table_id: TableFeed(table_id, self.tables_of), versions_of=_versions
        )

    async def enter(self, viewer: Viewer) -> None:
        """Follow the table before reading it, and note presence before the first push, which then shows it."""
        key = (viewer.table_id, viewer.user_id)
        self.sockets[key] += 1
        is_first = self.sockets[key] == 1
        if self.keeping is None or self.keeping.done() or self.keeping.get_loop() is not asyncio.get_running_loop():
            self.keeping = asyncio.create_task(self._keep())
        table = await self.tables.follow(viewer.table_id, viewer)
        if viewer.user_id not in self.tables_of:
            await self._look_elsewhere({viewer.user_id}, in_pool(snapshots.tables_of)({viewer.user_id}))
        if is_first:
            await self._note_presence(key)
        table.viewers.add(viewer)
        table.hear(viewer.screen.version + 1)

    async def leave(self, viewer: Viewer) -> None:
        table = self.tables.open.get(viewer.table_id)
        if table is None or viewer not in table.followers:
            return  # `enter` did not get far enough to follow the table
        key = (viewer.table_id, viewer.user_id)
        table.viewers.discard(viewer)
        self.sockets[key] -= 1
        is_last = not self.sockets[key]
        if is_last:
            del self.sockets[key]
        await self.tables.leave(viewer.table_id, viewer)
        if is_last:
            await self._note_presence(key)

    async def _note_presence(self, key: tuple[int, int]) -> None:
        """Note whether the user is here now, not at the call: on a reload one socket goes while another comes."""
        if key[1] == NOBODY or heartbeat.is_stopping():
            return
        async with self.moving.setdefault(key, asyncio.Lock()):
            note = presence.arrive if key in self.sockets else presence.depart
            await in_pool(note)(*key, PROCESS)

    async def _keep(self) -> None:
        """Renew presence before it expires, and look every two seconds for turns at other tables."""
        for beat in itertools.count():
            if not self.sockets:
                return
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if beat % 2:
                    await in_pool(presence.renew_presence)(PROCESS, [key for key in self.sockets if key[1] != NOBODY])
                users = {user for _, user in self.sockets}
                await self._look_elsewhere(users, in_pool(_tables_of_wanderers)())
            except Exception as error:  # the database may be away; the next round tries again
                logger.error("presence was not kept up, for now: %s", error)

    async def _look_elsewhere(self, users: set[int], look: Awaitable[Tables]) -> None:
        found = await look
        here = {user for _, user in self.sockets}
        for user in self.tables_of.keys() - here:
            del self.tables_of[user]
        changed = {user for user in users & here if self.tables_of.get(user) != found.get(user, ())}
        self.tables_of |= {user: found.get(user, ()) for user in changed}
        for table_id in {table_id for table_id, user in self.sockets if user in changed}:
            self.tables.hear(table_id, 0)


connections: Final = Connections()
