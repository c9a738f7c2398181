"""One look at a table for all who have it open in this process, and to each of them what is new."""

import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from poker_site.again import Again
from poker_site.pool import in_pool
from tables.page import snapshot as snapshots
from tables.page.drawing import Drawing
from tables.page.screen import Screen
from tables.page.snapshot import Elsewhere, Snapshot

logger = logging.getLogger("evenhand.tables")

# One thread: several would only take the interpreter from each other and from the event loop.
_drawing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="draw")

Tables = Mapping[int, tuple[Elsewhere, ...]]
"""By user: where they sit, here and elsewhere."""


class Viewer(Protocol):
    table_id: int
    user_id: int
    looks: str

    @property
    def screen(self) -> Screen: ...

    def draw(self, drawing: Drawing, others: tuple[Elsewhere, ...]) -> tuple[Screen, str | None]:
        """On a thread: the screen as it should be, and what makes it so; None: it is not for this viewer any more."""

    async def show(self, screen: Screen, frame: str | None) -> None: ...


class Pushes(Again):
    """To the viewers of one table: one at a time, always the newest version, never an older one than before."""

    def __init__(self, table_id: int, tables_of: Tables) -> None:
        super().__init__()
        self.table_id = table_id
        self.tables_of = tables_of
        self.viewers: set[Viewer] = set()
        self.sockets = 0
        """Counts all sockets at this table, also those that have not been shown anything yet."""
        self.wanted = 0
        self.known: Snapshot | None = None

    def wake(self, version: int = 0) -> None:
        """While one push is being made, the newest version of those that come meanwhile is next."""
        if not any(self._is_behind(viewer, version) for viewer in self.viewers):
            return
        self.wanted = max(self.wanted, version)
        self.ask()

    async def do(self) -> None:
        wanted, self.wanted = self.wanted, 0  # if it cannot be seen yet, the watch will ask again
        try:
            await self._push([viewer for viewer in self.viewers if self._is_behind(viewer, wanted)])
        except Exception as error:  # the database may be away; the watch will ask again
            logger.error("table %d is not shown, for now: %s", self.table_id, error)

    async def _push(self, viewers: list[Viewer]) -> None:
        drawn = await in_pool(self._draw, _drawing)(viewers) if viewers else []
        for viewer, (screen, frame) in drawn:
            try:
                await viewer.show(screen, frame)
            except Exception:  # the others hear of it all the same
                logger.exception("table %d cannot be sent to user %d", self.table_id, viewer.user_id)

    def _draw(self, viewers: list[Viewer]) -> list[tuple[Viewer, tuple[Screen, str | None]]]:
        drawing = Drawing(self.look())
        drawn = []
        for viewer in viewers:
            if viewer.screen.version <= drawing.snapshot.version:
                try:
                    drawn.append((viewer, viewer.draw(drawing, self.others(viewer))))
                except Exception:  # the others' screens are right all the same
                    logger.exception("table %d cannot be drawn for user %d", self.table_id, viewer.user_id)
        return drawn

    def look(self) -> Snapshot:
        """As it is now, on a thread; what a replica that lags says of the past is not kept."""
        found = snapshots.take(self.table_id, self.known)
        if self.known is None or found.version >= self.known.version or found.epoch != self.known.epoch:
            self.known = found
        return found

    def others(self, viewer: Viewer) -> tuple[Elsewhere, ...]:
        return tuple(table for table in self.tables_of.get(viewer.user_id, ()) if table.table_id != self.table_id)

    def _is_behind(self, viewer: Viewer, wanted: int) -> bool:
        screen = viewer.screen
        return screen.version < wanted or screen.others != self.others(viewer) or screen.looks != viewer.looks
