"""Kills processes of a site without a word, starts them again as a supervisor would, and sees when tables move."""

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Final

import psycopg

from tests.bench.tables.site import CELERY, Site

WEBS: Final = ("web 1", "web 2")
WORKERS: Final = ("clock 1", "clock 2")
BOTH_WEBS: Final = 0.1
"""Of all times."""
WORKER: Final = 0.3
PAUSE_SECONDS: Final = (2.0, 8.0)
RESTARTS_AFTER_SECONDS: Final = (0.2, 2.0)
LOOK_SECONDS: Final = 0.2
STUCK_SECONDS: Final = 90

State = tuple[int, int]


def run_worker(site: Site, name: str) -> None:
    node = name.replace(" ", "")
    site.run(
        name, *CELERY, "worker", "-n", f"{node}@%h", "--pool", "threads", "--concurrency", "4", "-Q", "clock,default"
    )


@dataclass
class Killing:
    site: Site
    chance: random.Random
    kills: list[tuple[float, str]] = field(default_factory=list)
    moved: dict[str, list[float]] = field(default_factory=dict)
    """By table: the times of day at which something happened there."""
    restarts: set["asyncio.Task[None]"] = field(default_factory=set)

    async def watch(self) -> None:
        """Until cancelled."""
        query = "SELECT t.code, h.number, t.moves_made FROM tables_table t JOIN tables_hand h ON h.id = t.hand_id"
        known: dict[str, State] = {}
        async with await psycopg.AsyncConnection.connect(
            self.site.variables["DATABASE_URL"], autocommit=True
        ) as database:
            while True:
                for code, number, moves in await (await database.execute(query)).fetchall():
                    if known.get(code) != (number, moves):
                        known[code] = (number, moves)
                        self.moved.setdefault(code, []).append(time.time())
                await asyncio.sleep(LOOK_SECONDS)

    async def kill(self, times: int) -> None:
        while len(self.kills) < times:
            await asyncio.sleep(self.chance.uniform(*PAUSE_SECONDS))
            for name in self._victims():
                if name in self.site.processes:
                    await self._kill(name)
        while self.restarts:
            await asyncio.wait(self.restarts)

    def _victims(self) -> tuple[str, ...]:
        kind = self.chance.random()
        if kind < BOTH_WEBS:
            return WEBS
        return (self.chance.choice(WORKERS if kind < BOTH_WEBS + WORKER else WEBS),)

    async def _kill(self, name: str) -> None:
        self.kills.append((time.time(), name))
        print(f"kill {len(self.kills)}: {name}", flush=True)
        self.site.kill(name)
        task = asyncio.create_task(self._restart(name, self.chance.uniform(*RESTARTS_AFTER_SECONDS)))
        self.restarts.add(task)
        task.add_done_callback(self.restarts.discard)

    async def _restart(self, name: str, after: float) -> None:
        await asyncio.sleep(after)
        if name in WEBS:
            self.site.serve(WEBS.index(name))
        else:
            run_worker(self.site, name)

    def recoveries(self) -> list[float]:
        """For each kill: seconds until something had happened at every table since."""
        return [max(self._next_move(code, at) - at for code in self.moved) for at, _ in self.kills]

    def _next_move(self, code: str, at: float) -> float:
        return next((moved for moved in self.moved[code] if moved > at), at + STUCK_SECONDS)

    async def until_all_moved(self) -> list[str]:
        """Wait until something happens at every table; return those where nothing does."""
        begun = time.time()
        stuck = list(self.moved)
        while stuck and time.time() - begun < STUCK_SECONDS:
            await asyncio.sleep(LOOK_SECONDS)
            stuck = [code for code in stuck if self.moved[code][-1] < begun]
        return stuck
