"""Open tables on the site as they are needed, and let people play at as many of them as a trial asks for."""

import asyncio
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final

import psycopg
import redis.asyncio

from tests.bench.tables.figures import PLAYERS, Trial
from tests.bench.tables.machine import Use, memory_mb, parent_of, use_of
from tests.bench.tables.players import LOST_SECONDS, Measured, Table
from tests.bench.tables.site import Site

WARM_UP_SECONDS: Final = 15.0
"""Gives the site time to finish what it does for people who came all at once."""
SCATTER_SECONDS: Final = 75.0
"""Lasts as long as a long hand does, so that hands which all began at once are at different moments."""
AT_ONCE: Final = 10
"""Counts the tables whose people come at the same time."""
STAGED_AT_ONCE: Final = 40
"""Counts the tables that one process puts into the database: it has a minute for all of them."""
SILENT_SHARE: Final = 20
"""One table in this many has players who let turns run out."""


class OpenTables(ABC):
    """Holds the tables of a site with the people who play at them; subclasses know what depends on the profile."""

    def __init__(self, site: Site, *, people_scattered: bool) -> None:
        self.site = site
        self.people_scattered = people_scattered
        self.tables: list[Table] = []
        self.staged = 0
        """Counts the tables in the database, also those that people could not reach, because no name is given twice."""
        self.measured = Measured()
        self.processes: dict[str, int] = {}
        self.scattered = False
        self.opening_seconds = 0.0

    async def find_processes(self) -> None:
        """Find the processes of the site and that of the players."""
        self.processes = {name: process.pid for name, process in self.site.processes.items()}
        self.processes[PLAYERS] = os.getpid()

    @abstractmethod
    async def deadline(self, code: str, moves: int) -> float:
        """Return the timestamp at which the turn after this many moves ends; 0 if it has ended."""

    async def open_tables(self, wanted: int) -> None:
        """Open tables until there are this many, with all their people connected."""
        began = time.monotonic()
        while (missing := wanted - len(self.tables)) > 0:
            self.tables += await self._opened(min(missing, STAGED_AT_ONCE))
            self.scattered = False
        self.opening_seconds += time.monotonic() - began

    async def _opened(self, number: int) -> list[Table]:
        silent = max(1, number // SILENT_SHARE)
        first, self.staged = self.staged, self.staged + number
        made = await asyncio.to_thread(self.site.tell, "tests.bench.tables.stage", number, first, silent)
        new = [Table(one, self.measured, self.deadline) for one in made]
        for place in range(0, number, AT_ONCE):
            coming = (
                table.open(self.site.ports, scattered=self.people_scattered) for table in new[place : place + AT_ONCE]
            )
            failures = [one for one in await asyncio.gather(*coming, return_exceptions=True) if one is not None]
            if failures:
                _leave(new)
                raise failures[0]
        return new

    def seconds_for(self, tables: int, seconds: float) -> float:
        """Estimate how long a trial takes with all that comes before it, by how long tables have taken to open."""
        opening = self.opening_seconds / max(1, len(self.tables)) * max(0, tables - len(self.tables))
        scattered = self.scattered and tables <= len(self.tables)
        return opening + (WARM_UP_SECONDS if scattered else SCATTER_SECONDS) + seconds

    async def trial(self, tables: int, seconds: float) -> Trial:
        """Play at this many tables; at the others nobody does anything."""
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


class ProductionTables(OpenTables):
    """Opens tables on a site in the production profile."""

    def __init__(
        self, site: Site, database: "psycopg.AsyncConnection[tuple[Any, ...]]", *, people_scattered: bool
    ) -> None:
        super().__init__(site, people_scattered=people_scattered)
        self.database = database

    async def find_processes(self) -> None:
        """Find the processes of PostgreSQL and Redis too, which the site did not start."""
        await super().find_processes()
        self.processes["PostgreSQL"] = parent_of(self.database.info.backend_pid)
        client = redis.asyncio.Redis.from_url(self.site.variables["REDIS_URL"])
        self.processes["Redis"] = int((await client.info("server"))["process_id"])
        await client.aclose()

    async def deadline(self, code: str, moves: int) -> float:
        query = "SELECT due_at FROM tables_table WHERE code = %s AND due = 'act' AND moves_made = %s"
        cursor = await self.database.execute(query, (code, moves))
        row = await cursor.fetchone()
        return float(row[0].timestamp()) if row else 0.0


def _leave(tables: Sequence[Table]) -> None:
    for table in tables:
        for player in table.players:
            if player.socket:
                player.socket.leave()


def _spread(tables: Sequence[Table], wanted: int) -> list[Table]:
    """Choose tables evenly, so that each kind is there in its share."""
    return [tables[place * len(tables) // wanted] for place in range(min(wanted, len(tables)))]
