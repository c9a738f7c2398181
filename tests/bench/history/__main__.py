"""Measure the pages of hands and results over a million hands.

Run `python -m tests.bench.history [--hands 1000000] [--asks 1000]`. It fills a PostgreSQL of its own with hands that
the engine deals and random players play, each with its sealed deck, its moves, and the summary and results that
settling writes. Then it requests the pages in this process, through everything that a request passes.
"""

import argparse
import json
import os
import shutil
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from tests.bench.history.site import set_up
from tests.bench.history.world import World
from tests.real_services import running

HANDS: Final = 1_000_000
ASKS: Final = 1_000
MACHINE: Final = os.cpu_count() or 1


def fill(world: World, processes: int) -> None:
    """Fill the database; the processes share the tables of each evening evenly."""
    from django.db import connection

    from tests.bench.history import copying, people

    people.create_accounts_and_tables(world)
    with copying.unguarded(connection):
        connection.close()
        _play(world, processes)
        print("\nindexes", flush=True)
    copying.settle_down(connection)


def _play(world: World, processes: int) -> None:
    from tests.bench.history.playing import play_evening

    began, played = time.monotonic(), 0
    shares = [(evening, part) for evening in range(world.evenings) for part in range(processes)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=set_up) as pool:
        parts = [pool.submit(play_evening, world, *share, processes) for share in shares]
        for part in as_completed(parts):
            played += part.result()
            pace = played / (time.monotonic() - began)
            print(f"\r{played:,} of {world.hands:,} hands, {pace:,.0f} a second ", end="", flush=True)


def measure(world: World, asks: int) -> dict[str, Any]:
    from django.conf import settings

    settings.DATA_DIR.mkdir(mode=0o700)
    settings.STATIC_ROOT.mkdir()
    try:
        from tests.bench.history.asking import ask_all

        return ask_all(world, asks)
    finally:
        shutil.rmtree(settings.DATA_DIR, ignore_errors=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.history")
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--asks", type=int, default=ASKS)
    parser.add_argument("--processes", type=int, default=MACHINE)
    asked = parser.parse_args()
    world, began = World.of(asked.hands), time.monotonic()
    with running() as services:
        os.environ.update(services)
        set_up()
        from django.core.management import call_command

        call_command("migrate", interactive=False, verbosity=0)
        fill(world, asked.processes)
        filled = time.monotonic() - began
        print(f"{world.hands:,} hands after {filled:.0f} s", flush=True)
        figures = measure(world, asked.asks)
    report = {"hands": world.hands, "accounts": world.accounts, "tables": world.tables, "filled_seconds": round(filled)}
    target = Path(__file__).parents[3] / "var" / "bench-history.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps({**report, **figures}, indent=2))
    for name, value in figures.items():
        print(f"{name:<28} {value}")


if __name__ == "__main__":
    main()
