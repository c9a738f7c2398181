"""Measure how many tables one machine can serve, and how quickly.

Run `python -m tests.bench.tables [--busy-core | --embedded]`. It uses a real PostgreSQL that waits for its disk, the
real Redis protocol, the production profile, and six people with a socket each at every table. With --busy-core the
first trial is made again while something else keeps one core busy. With --embedded the site is one process on SQLite
that has one core, as for a party at home.
"""

import argparse
import asyncio
import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import psycopg

from poker_site.environment import BASE_DIR
from tests.bench.tables import bare, embedded
from tests.bench.tables.figures import FOLD_DELAY_MS, LARGEST_UPDATE_BYTES, report
from tests.bench.tables.house import ProductionTables
from tests.bench.tables.machine import allow_many_files
from tests.bench.tables.measuring import Asked, Measuring
from tests.bench.tables.site import Site, prepared_site, start, variables
from tests.real_services import running

FOR_BOTH: Final = {"fold_delay_p99_ms": FOLD_DELAY_MS, "bytes_per_update": LARGEST_UPDATE_BYTES}
BUDGETS: Final = {"p99_ms": 100.0, "busy_core_p99_ms": 250.0, **FOR_BOTH}
EMBEDDED_BUDGETS: Final = {"p99_ms": 150.0, "peak_memory_mb": 512.0, **FOR_BOTH}
TARGET: Final = BASE_DIR / "var" / "bench-tables.json"
EMBEDDED_TARGET: Final = BASE_DIR / "var" / "bench-tables-embedded.json"
QUERIES: Final = "tests.bench.tables.queries"
TABLES: Final = 200
EMBEDDED_TABLES: Final = 10
MOST_SECONDS: Final = 1200.0
"""No further trial begins when it would end later than this after the start."""
LONGEST_TRIAL_SECONDS: Final = 600.0


async def measure(site: Site, asked: Asked) -> dict[str, Any]:
    """Measure the production profile, and what the writes and sends of an action cost alone."""
    queries = await asyncio.to_thread(site.tell, QUERIES)
    async with await psycopg.AsyncConnection.connect(site.variables["DATABASE_URL"], autocommit=True) as database:
        house = ProductionTables(site, database, people_scattered=asked.scattered)
        start(site)
        measuring = Measuring(house, asked, BUDGETS["p99_ms"])
        trial = await measuring.first_trial()
        figures = trial.all_figures()
        if asked.busy_core:
            figures |= await measuring.figures_with_busy_core()
        figures |= await measuring.search(trial)
        postmaster = house.processes["PostgreSQL"]
    site.end()
    floor = bare.measure(site.variables["DATABASE_URL"], postmaster, int(figures["bytes_per_update"]))
    print(
        f"one action: {trial.server_cpu * 1000:.1f} ms of processor and {figures['p50_ms']:.1f} ms of time; "
        f"its writes and six sends alone: {floor.cpu * 1000:.2f} and {floor.wall * 1000:.2f} ms"
    )
    figures |= {"queries_per_action": queries, "bare_cpu_ms": floor.cpu * 1000, "bare_ms": floor.wall * 1000}
    return {**figures, "cost_ratio": trial.server_cpu / floor.cpu}


async def measure_embedded(site: Site, asked: Asked) -> dict[str, Any]:
    """Measure the embedded profile; the memory is that of the first trial."""
    queries = await asyncio.to_thread(site.tell, QUERIES)
    embedded.start(site)
    house = embedded.EmbeddedTables(site)
    measuring = Measuring(house, asked, EMBEDDED_BUDGETS["p99_ms"])
    trial = await measuring.first_trial()
    figures = {**trial.all_figures(), "peak_memory_mb": house.peak_memory_mb(), "queries_per_action": queries}
    return figures | await measuring.search(trial)


def run(asked: Asked, *, in_one_process: bool) -> dict[str, Any]:
    """Make the site, measure it and end it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evenhand-bench-")))
        if in_one_process:
            site = stack.enter_context(embedded.empty_site(folder))
            figures = asyncio.run(measure_embedded(site, asked))
        else:
            services = stack.enter_context(running(durable=True))
            named = variables(services["TEST_DATABASE_URL"], services["TEST_REDIS_URL"])
            site = stack.enter_context(prepared_site(folder, named))
            figures = asyncio.run(measure(site, asked))
        if complaints := site.complaints():
            print(f"the site complained:\n{complaints}")
    return figures


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tables")
    parser.add_argument("--tables", type=int, help=f"of the first trial: {TABLES}, embedded {EMBEDDED_TABLES}")
    parser.add_argument("--seconds", type=float, default=60.0, help="that the first trial is measured (%(default).0f)")
    parser.add_argument(
        "--most-seconds", type=float, default=MOST_SECONDS, help="after which the search ends (%(default).0f)"
    )
    parser.add_argument("--scattered", action="store_true", help="the people of a table come over both web processes")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--busy-core", action="store_true", help="try also while something else keeps one core busy")
    kind.add_argument("--embedded", action="store_true", help="measure SQLite and one process with one core")
    return parser.parse_args()


def main() -> None:
    named = arguments()
    asked = Asked(
        tables=named.tables or (EMBEDDED_TABLES if named.embedded else TABLES),
        seconds=min(named.seconds, LONGEST_TRIAL_SECONDS),
        end=time.monotonic() + named.most_seconds,
        most_files=allow_many_files(),
        busy_core=named.busy_core,
        scattered=named.scattered,
    )
    cores = len(os.sched_getaffinity(0))
    figures = run(asked, in_one_process=named.embedded)
    budgets, target = (EMBEDDED_BUDGETS, EMBEDDED_TARGET) if named.embedded else (BUDGETS, TARGET)
    report({**figures, "cores": cores, "seconds": asked.seconds}, budgets, target)


if __name__ == "__main__":
    main()
