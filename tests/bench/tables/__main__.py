"""How many tables one machine can serve, and how quickly: python -m tests.bench.tables [--tables 200] [--seconds 60]

Real PostgreSQL that waits for its disk, real Redis protocol, the production profile, six people with a socket each at
every table.
"""

import argparse
import asyncio
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import psycopg

from tests.bench.tables import bare
from tests.bench.tables.figures import Trial, report
from tests.bench.tables.house import House
from tests.bench.tables.site import Site, laid_out, start, variables
from tests.real_services import running

BUDGET_MS: Final = 100.0
TRIAL_SECONDS: Final = 10.0
MOST_TRIALS: Final = 7
ALL_SECONDS: Final = 380
"""No further trial is begun when it would end later than this after the start."""
GROWTH: Final = 1.4


async def search(house: House, first: Trial, end: float) -> int:
    """The largest number of tables at which the budget holds: larger and larger until it does not, then halving."""
    low, high = (first.tables, 0) if _good(first) else (0, first.tables)
    for _ in range(MOST_TRIALS):
        wanted = int(low * GROWTH) + 1 if not high else (low + high) // 2
        if time.monotonic() + TRIAL_SECONDS * 3 > end or (high and high - low <= max(2, high // 12)):
            break
        await house.open_tables(wanted)
        trial = await house.trial(wanted, TRIAL_SECONDS)
        print(trial.line(), flush=True)
        low, high = (wanted, high) if _good(trial) else (low, wanted)
    return low


def _good(trial: Trial) -> bool:
    return trial.p99_ms < BUDGET_MS and not trial.measured.lost and bool(trial.measured.actions)


async def measure(site: Site, asked: argparse.Namespace, end: float) -> dict[str, float]:
    queries = await asyncio.to_thread(site.tell, "tests.bench.tables.queries")
    async with await psycopg.AsyncConnection.connect(site.variables["DATABASE_URL"], autocommit=True) as database:
        house = House(site, database, people_scattered=asked.scattered)
        start(site)
        await house.find_processes()
        await house.open_tables(asked.tables)
        print(f"{asked.tables} tables are open", flush=True)
        trial = await house.trial(asked.tables, asked.seconds)
        print(trial.line(), trial.sizes(), trial.processes(), sep="\n", flush=True)
        largest = await search(house, trial, end)
        postmaster = house.processes["PostgreSQL"]
    figures = trial.figures()
    site.end()
    floor = bare.measure(site.variables["DATABASE_URL"], postmaster, int(figures["bytes_per_update"]))
    print(
        f"one action: {trial.server_cpu * 1000:.1f} ms of processor and {figures['p50_ms']:.1f} ms of time; "
        f"its writes and six sends alone: {floor.cpu * 1000:.2f} and {floor.wall * 1000:.2f} ms"
    )
    ratio = trial.server_cpu / floor.cpu
    return {**figures, "queries_per_action": queries, "largest_tables": largest, "cost_ratio": ratio}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tables")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--scattered", action="store_true", help="the people of a table come over both web processes")
    asked = parser.parse_args()
    end = time.monotonic() + ALL_SECONDS
    with ExitStack() as stack:
        services = stack.enter_context(running(durable=True))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evenhand-bench-")))
        named = variables(services["TEST_DATABASE_URL"], services["TEST_REDIS_URL"])
        site = stack.enter_context(laid_out(folder, named))
        figures = asyncio.run(measure(site, asked, end))
        if complaints := site.complaints():
            print(f"the site complained:\n{complaints}")
    report(figures)


if __name__ == "__main__":
    main()
