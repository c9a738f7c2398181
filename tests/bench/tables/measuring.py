"""Measure a started site: first at the number of tables that was asked for, then at more and more."""

import subprocess
import time
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from tests.bench.tables.busy_core import busy_core
from tests.bench.tables.figures import Trial
from tests.bench.tables.house import OpenTables
from tests.bench.tables.players import LOST_SECONDS
from tests.bench.tables.search import largest_number
from tests.bench.tables.site import Trouble
from tests.bench.tables.stage import PLAYERS as PLAYERS_AT_A_TABLE
from tests.bench.tables.wire import Refusal

TRIAL_SECONDS: Final = 10.0
OTHER_FILES: Final = 500
"""Bounds the files that a process has open besides the sockets of players."""


class Asked(NamedTuple):
    """Says what to measure, and within which limits."""

    tables: int
    seconds: float
    end: float
    """No trial of the search lasts beyond this moment of the monotonic clock."""
    most_files: int
    """Counts the files that a process may open."""
    busy_core: bool = False
    scattered: bool = False


@dataclass
class Measuring:
    """Runs the bench once at tables that it opens; `budget_ms` is for 99 of 100 actions."""

    house: OpenTables
    asked: Asked
    budget_ms: float
    trials: list[dict[str, float]] = field(default_factory=list)

    async def first_trial(self) -> Trial:
        """Play at as many tables as were asked for, on a machine that has nothing else to do."""
        await self.house.find_processes()
        await self.house.open_tables(self.asked.tables)
        print(f"{self.asked.tables} tables are open", flush=True)
        trial = await self.house.trial(self.asked.tables, self.asked.seconds)
        print(trial.line(), trial.sizes(), trial.processes(), sep="\n", flush=True)
        return trial

    async def figures_with_busy_core(self) -> dict[str, Any]:
        """Play at the same tables once more while something else keeps one core busy."""
        tables, seconds = self.asked.tables, self.asked.seconds
        with busy_core(self.house.seconds_for(tables, seconds) + LOST_SECONDS * 3):
            trial = await self.house.trial(tables, seconds)
        print("one core is kept busy:", trial.line(), trial.processes(), sep="\n", flush=True)
        return {f"busy_core_{name}": value for name, value in trial.all_figures().items()}

    async def search(self, first: Trial) -> dict[str, Any]:
        """Find the largest number of tables that are served well enough."""
        served, most = first.serves(self.budget_ms), self.most_tables
        found = await largest_number(self.attempt, first=first.tables, served=served, most=most)
        limit = f"{found.too_many} are too many" if found.too_many else "the search ended before it met too many"
        print(f"largest number of tables: {found.largest}; {limit}", flush=True)
        return {"largest_tables": found.largest, "too_many_tables": found.too_many, "trials": self.trials}

    @property
    def most_tables(self) -> int:
        """Return how many tables have few enough sockets for the open files that one process may hold."""
        return max(1, (self.asked.most_files - OTHER_FILES) // PLAYERS_AT_A_TABLE)

    async def attempt(self, tables: int) -> bool | None:
        """Tell whether this many tables are served well enough; None if the time that is left is too short."""
        if time.monotonic() + self.house.seconds_for(tables, TRIAL_SECONDS) > self.asked.end:
            return None
        try:
            await self.house.open_tables(tables)
            trial = await self.house.trial(tables, TRIAL_SECONDS)
        except (OSError, Refusal, Trouble, subprocess.TimeoutExpired) as error:
            print(f"{tables:5} tables are not served: {type(error).__name__} {error}", flush=True)
            return False
        print(trial.line(), flush=True)
        self.trials.append(trial.figures())
        return trial.serves(self.budget_ms)
