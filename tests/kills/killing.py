"""Kill processes of a site without a warning, start them again as a supervisor would, and note when tables move."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import psycopg

from tests.bench.tables.site import WORKER as WORKER_COMMAND
from tests.bench.tables.site import Site

WEBS: Final = ("web 1", "web 2")
WORKERS: Final = ("clock 1", "clock 2")
BOTH_WEBS: Final = 0.1
"""Sets the share of kills that take both web processes at once."""
WORKER: Final = 0.3
PAUSE_SECONDS: Final = (2.0, 8.0)
RESTARTS_AFTER_SECONDS: Final = (0.2, 2.0)
LOOK_SECONDS: Final = 0.2
STUCK_SECONDS: Final = 90

State = tuple[int, int]


def run_worker(site: Site, name: str) -> None:
    node = name.replace(" ", "")
    site.run(name, *WORKER_COMMAND, "-n", f"{node}@%h")


@dataclass
class Killing:
    site: Site
    chance: random.Random
    kills: list[tuple[float, str]] = field(default_factory=list)
    moved: dict[str, list[tuple[float, State]]] = field(default_factory=dict)
    """Holds the times at which the state of each table changed, and the new state."""

    async def watch(self) -> None:
        """Note every change of a table's state, until cancelled."""
        query = "SELECT t.code, h.number, t.moves_made FROM tables_table t JOIN tables_hand h ON h.id = t.hand_id"
        async with await psycopg.AsyncConnection.connect(
            self.site.variables["DATABASE_URL"], autocommit=True
        ) as database:
            while True:
                for code, number, moves in await (await database.execute(query)).fetchall():
                    moved = self.moved.setdefault(code, [])
                    if not moved or moved[-1][1] != (number, moves):
                        moved.append((time.time(), (number, moves)))
                await asyncio.sleep(LOOK_SECONDS)

    async def kill(self, times: int) -> None:
        """Kill this many times; wait each time until all serves again, to see what one kill costs by itself."""
        while len(self.kills) < times:
            await asyncio.sleep(self.chance.uniform(*PAUSE_SECONDS))
            await asyncio.gather(*(self._kill(name) for name in self._victims()))
            await asyncio.to_thread(self.site.wait_until_healthy)

    def _victims(self) -> tuple[str, ...]:
        kind = self.chance.random()
        if kind < BOTH_WEBS:
            return WEBS
        return (self.chance.choice(WORKERS if kind < BOTH_WEBS + WORKER else WEBS),)

    async def _kill(self, name: str) -> None:
        self.kills.append((time.time(), name))
        print(f"kill {len(self.kills)}: {name}", flush=True)
        self.site.kill(name)
        await asyncio.sleep(self.chance.uniform(*RESTARTS_AFTER_SECONDS))
        if name in WEBS:
            self.site.serve(WEBS.index(name))
        else:
            run_worker(self.site, name)

    def recoveries(self, silent: Callable[[str, State], bool]) -> list[float]:
        """Return for each kill the seconds until every table moved at which nobody was silent on purpose."""
        return [max(self._recovery(code, at, silent) for code in self.moved) for at, _ in self.kills]

    def _recovery(self, code: str, at: float, silent: Callable[[str, State], bool]) -> float:
        moments = self.moved[code]
        before = [state for moved, state in moments if moved <= at]
        if before and silent(code, before[-1]):
            return 0.0
        return next((moved for moved, _ in moments if moved > at), at + STUCK_SECONDS) - at

    async def until_all_moved(self) -> list[str]:
        """Wait until something happens at every table; return those where nothing does."""
        begun = time.time()
        stuck = list(self.moved)
        while stuck and time.time() - begun < STUCK_SECONDS:
            await asyncio.sleep(LOOK_SECONDS)
            stuck = [code for code in stuck if self.moved[code][-1][0] < begun]
        return stuck
