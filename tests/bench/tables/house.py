"""The site with its tables: opened as they are needed, played at by as many as a trial asks for."""

import asyncio
import os
import time
from collections.abc import Sequence
from typing import Any, Final

import psycopg
import redis.asyncio

from tests.bench.tables.figures import PLAYERS, Trial
from tests.bench.tables.machine import Use, memory_mb, parent_of, use_of
from tests.bench.tables.players import LOST_SECONDS, Measured, Table
from tests.bench.tables.site import Site

WARM_UP_SECONDS: Final = 15.0
"""So that what people who came all at once have left to do is done."""
SCATTER_SECONDS: Final = 75.0
"""So that hands, which all begin at once, are at different moments: as long as a long one takes."""
AT_ONCE: Final = 10
"""Tables whose people come at the same time."""
SILENT_SHARE: Final = 20
"""One table of so many has players who let turns run out."""


class House:
    def __init__(
        self, site: Site, database: "psycopg.AsyncConnection[tuple[Any, ...]]", *, people_scattered: bool
    ) -> None:
        self.site = site
        self.people_scattered = people_scattered
        self.database = database
        self.tables: list[Table] = []
        self.measured = Measured()
        self.processes: dict[str, int] = {}
        self.scattered = False

    async def find_processes(self) -> None:
        """Of the services too: they were started by somebody else."""
        self.processes = {name: process.pid for name, process in self.site.processes.items()}
        backend = self.database.info.backend_pid
        self.processes["PostgreSQL"] = parent_of(backend)
        client = redis.asyncio.Redis.from_url(self.site.variables["REDIS_URL"])
        self.processes["Redis"] = int((await client.info("server"))["process_id"])
        await client.aclose()
        self.processes[PLAYERS] = os.getpid()

    async def open_tables(self, wanted: int) -> None:
        """As many as that are open afterwards, with everybody there."""
        first, number = len(self.tables), wanted - len(self.tables)
        if number <= 0:
            return
        silent = max(1, number // SILENT_SHARE)
        made = await asyncio.to_thread(self.site.tell, "tests.bench.tables.stage", number, first, silent)
        new = [Table(one, self.measured, self._deadline) for one in made]
        for place in range(0, number, AT_ONCE):
            coming = (
                table.open(self.site.ports, scattered=self.people_scattered) for table in new[place : place + AT_ONCE]
            )
            await asyncio.gather(*coming)
        self.tables += new
        self.scattered = False

    async def _deadline(self, code: str, moves: int) -> float:
        query = "SELECT due_at FROM tables_table WHERE code = %s AND due = 'act' AND moves_made = %s"
        cursor = await self.database.execute(query, (code, moves))
        row = await cursor.fetchone()
        return float(row[0].timestamp()) if row else 0.0

    async def trial(self, tables: int, seconds: float) -> Trial:
        """So many tables are played at; at the others nobody does anything."""
        warm_up = WARM_UP_SECONDS if self.scattered else SCATTER_SECONDS
        measured, self.scattered = self._fresh(), True
        end = time.time() + warm_up + seconds
        playing = asyncio.gather(*(table.play(end) for table in _spread(self.tables, tables)))
        await asyncio.sleep(warm_up)
        before, began, measured.counting = self._use(), time.time(), True
        await asyncio.sleep(end - time.time())
        measured.counting = False
        after, took = self._use(), time.time() - began
        await asyncio.wait_for(playing, LOST_SECONDS * 3)
        use = {name: Use(after[name].cpu_seconds - before[name].cpu_seconds, after[name].memory_mb) for name in after}
        return Trial(tables, took, measured, use)

    def _fresh(self) -> Measured:
        self.measured = Measured()
        for table in self.tables:
            table.measured = self.measured
        return self.measured

    def _use(self) -> dict[str, Use]:
        own = os.times()  # without the processes that it has started, which are counted by their own names
        found = {name: use_of(process) for name, process in self.processes.items() if name != PLAYERS}
        return {**found, PLAYERS: Use(own.user + own.system, memory_mb(os.getpid()))}


def _spread(tables: Sequence[Table], wanted: int) -> list[Table]:
    """Evenly taken, so that each kind is there in its share."""
    return [tables[place * len(tables) // wanted] for place in range(min(wanted, len(tables)))]
