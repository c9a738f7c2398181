"""Look at a table once for all its viewers in this process, and push to each of them what is new."""

import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

from poker_site.runtime.feeds import DrawnFeed, Push
from tables.core.locking import table_topic
from tables.page import snapshot as snapshots
from tables.page.drawing import Drawing
from tables.page.screen import Screen
from tables.page.snapshot import SeatedTable, Snapshot

logger = logging.getLogger("evenhand.tables")

# One thread: several would only compete for the interpreter with each other and with the event loop.
_drawing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="draw")

Tables = Mapping[int, tuple[SeatedTable, ...]]
"""Maps each user to the tables where they sit."""


class Viewer(Protocol):
    table_id: int
    user_id: int
    looks: str

    @property
    def screen(self) -> Screen: ...

    def draw(self, drawing: Drawing, others: tuple[SeatedTable, ...]) -> tuple[Screen, str | None]:
        """Return, on a thread, the screen as it should be and its frame, which is None if the viewer must go."""

    async def show(self, screen: Screen, frame: str | None) -> None: ...


class TableFeed(DrawnFeed[Viewer]):
    """Shows one table to its viewers: always the newest version, never an older one than before."""

    what = "table"
    threads = _drawing

    def __init__(self, table_id: int, tables_of: Tables) -> None:
        super().__init__(table_id, table_topic(table_id))
        self.tables_of = tables_of
        self.viewers: set[Viewer] = set()
        """Holds the followers whose presence has been noted; only they are sent anything."""
        self.wanted = 0
        self.known: Snapshot | None = None

    def hear(self, version: int = 0) -> None:
        """Ask for a push if a viewer is behind; of the versions that come during a push only the newest is shown."""
        if not any(self._is_behind(viewer, version) for viewer in self.viewers):
            return
        self.wanted = max(self.wanted, version)
        self.ask()

    def behind(self) -> list[Viewer]:
        wanted, self.wanted = self.wanted, 0  # if a replica does not have it yet, the next poll asks again
        return [viewer for viewer in self.viewers if self._is_behind(viewer, wanted)]

    def draw(self, followers: list[Viewer]) -> list[Push]:
        drawing = Drawing(self.look())
        pushes: list[Push] = []
        for viewer in followers:
            if viewer.screen.version <= drawing.snapshot.version:
                try:
                    pushes.append(partial(viewer.show, *viewer.draw(drawing, self.others(viewer))))
                except Exception:  # the others must still be sent theirs
                    logger.exception("table %d cannot be drawn for user %d", self.key, viewer.user_id)
        return pushes

    def look(self) -> Snapshot:
        """Read the table, on a thread; do not remember an older version, which a lagging replica may return."""
        found = snapshots.take(self.key, self.known)
        if self.known is None or found.version >= self.known.version or found.epoch != self.known.epoch:
            self.known = found
        return found

    def others(self, viewer: Viewer) -> tuple[SeatedTable, ...]:
        return tuple(table for table in self.tables_of.get(viewer.user_id, ()) if table.table_id != self.key)

    def _is_behind(self, viewer: Viewer, wanted: int) -> bool:
        screen = viewer.screen
        return screen.version < wanted or screen.others != self.others(viewer) or screen.looks != viewer.looks
