"""Start the embedded profile on a small computer: SQLite and one process, which has one core."""

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tests.bench.tables.house import OpenTables
from tests.bench.tables.machine import peak_memory_mb
from tests.bench.tables.site import Site, prepared_site
from tests.play import MANAGE
from tests.ports import free_port

PLAY: Final = "play"
_DUE: Final = "SELECT due_at FROM tables_table WHERE code = ? AND due = 'act' AND moves_made = ?"


@contextmanager
def empty_site(folder: Path) -> Iterator[Site]:
    """Make a site on SQLite that no process serves yet, and end it with the block."""
    port = free_port()
    with prepared_site(folder, {"PORT": port}, [port]) as site:
        yield site


def start(site: Site) -> None:
    """Serve on the first core, and leave the others to the bench, whose players sit at other computers."""
    first, *others = sorted(os.sched_getaffinity(0))
    site.run(PLAY, *MANAGE, PLAY)
    os.sched_setaffinity(site.processes[PLAY].pid, {first})
    os.sched_setaffinity(0, others or {first})
    site.wait_until_healthy()


class EmbeddedTables(OpenTables):
    """Opens tables on a site in the embedded profile."""

    def __init__(self, site: Site) -> None:
        super().__init__(site, people_scattered=False)

    async def deadline(self, code: str, moves: int) -> float:
        return await asyncio.to_thread(self._deadline, code, moves)

    def _deadline(self, code: str, moves: int) -> float:
        with closing(sqlite3.connect(self.site.folder / "evenhand.sqlite3", timeout=5)) as database:
            row = database.execute(_DUE, (code, moves)).fetchone()
        return datetime.fromisoformat(row[0]).replace(tzinfo=UTC).timestamp() if row else 0.0

    def peak_memory_mb(self) -> float:
        """Return the most megabytes that the site has held so far; what it shares with others counts too."""
        return peak_memory_mb(self.processes[PLAY])
