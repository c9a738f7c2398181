"""Find out whether a running site grows: python -m tests.soak [--minutes 20] [--tables 4].

The site runs in the production profile with two web processes. A few tables of six play with a socket for each player,
pages are read all the time, and sockets come and go. Every half minute the program prints descriptors, connections and
memory of each process; in the end, whether any of them has grown in the last third of the time.
"""

import argparse
import asyncio
import http.client
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg
import redis.asyncio

from tests.bench.tables.house import ProductionTables
from tests.bench.tables.machine import PROC, memory_mb
from tests.bench.tables.players import LOST_SECONDS
from tests.bench.tables.site import Site, prepared_site, start, variables
from tests.bench.tables.wire import connect
from tests.real_services import running

LOOK_SECONDS: Final = 30.0
MOST_MINUTES: Final = 60
MOST_TABLES: Final = 20
PAGE_SECONDS: Final = 0.5
"""Seconds between two pages, for each web process."""
VISIT_SECONDS: Final = 2.0
PAGES: Final = ("/", "/friends/", "/account/", "/hands/", "/t/{code}/")
GROWTH: Final = 1.1
"""The largest value of the last third may exceed that of the second by this factor; the first is for warming up."""
SLACK: Final = {"descriptors": 6, "connections": 6, "MB": 15}


class Size(NamedTuple):
    descriptors: int
    connections: int
    """Counts a process's connections to Redis; for Redis and PostgreSQL, all connections of the server."""
    mb: int

    def __str__(self) -> str:
        return f"{self.descriptors:5} descriptors {self.connections:4} connections {self.mb:5} MB"


Look = dict[str, Size]


def descriptors(process: int) -> int:
    return len(list((PROC / str(process) / "fd").iterdir()))


def ports_of(process: int) -> set[int]:
    """Return the local ports of a process's TCP connections."""
    lines = [line.split() for line in (PROC / "net" / "tcp").read_text().splitlines()[1:]]
    port_of = {f"socket:[{line[9]}]": int(line[1].rpartition(":")[2], 16) for line in lines}
    return {port_of[name] for name in map(_target, (PROC / str(process) / "fd").iterdir()) if name in port_of}


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:  # closed meanwhile
        return ""


async def look(house: ProductionTables, server: "redis.asyncio.Redis") -> Look:
    clients = [int(client["addr"].rpartition(":")[2]) for client in await server.client_list()]
    cursor = await house.database.execute("SELECT count(*) FROM pg_stat_activity WHERE datname IS NOT NULL")
    row: Any = await cursor.fetchone()
    counted = {"Redis": len(clients), "PostgreSQL": int(row[0])}
    for name in house.site.processes:
        counted[name] = len(ports_of(house.processes[name]).intersection(clients))
    found = house.processes
    return {
        name: Size(descriptors(found[name]), number, round(memory_mb(found[name]))) for name, number in counted.items()
    }


async def read_pages(port: str, house: ProductionTables, until: float) -> None:
    players = [player for table in house.tables for player in table.players]
    number = 0
    while time.time() < until:
        player = players[number % len(players)]
        path = PAGES[number % len(PAGES)].format(code=player.table.code)
        await asyncio.to_thread(_read, port, path, player.session)
        number += 1
        await asyncio.sleep(PAGE_SECONDS)


def _read(port: str, path: str, session: str) -> None:
    headers = {"Cookie": f"__Host-sessionid={session}", "X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1"}
    with closing(http.client.HTTPConnection("127.0.0.1", int(port), timeout=LOST_SECONDS)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            print(f"{path}: {answer.status}", flush=True)


async def come_and_go(port: str, house: ProductionTables, until: float) -> None:
    """Open a table in one more tab and close it, again and again."""
    number = 0
    while time.time() < until:
        player = house.tables[number % len(house.tables)].players[0]
        tab = await connect(port, player.table.code, player.session, lambda text, at: None)
        await asyncio.sleep(VISIT_SECONDS)
        tab.leave()
        number += 1


async def soak(site: Site, minutes: float, tables: int) -> list[Look]:
    looks: list[Look] = []
    url = site.variables["DATABASE_URL"]
    async with (
        await psycopg.AsyncConnection.connect(url, autocommit=True) as database,
        redis.asyncio.Redis.from_url(site.variables["REDIS_URL"]) as server,
    ):
        house = ProductionTables(site, database, people_scattered=True)
        start(site)
        await house.find_processes()
        await house.open_tables(tables)
        began = time.time()
        end = began + minutes * 60
        load = [table.play(end) for table in house.tables]
        for port in site.ports:
            load += [read_pages(port, house, end), come_and_go(port, house, end)]
        working = asyncio.gather(*load)
        while time.time() < end:
            looks.append(await look(house, server))
            print(f"after {time.time() - began:.0f} s", *_lines(looks[-1]), sep="\n", flush=True)
            await asyncio.wait({working}, timeout=min(LOOK_SECONDS, max(0.0, end - time.time())))
        await asyncio.wait_for(working, LOST_SECONDS * 3)
    return looks


def _lines(sizes: Look) -> list[str]:
    return [f"  {name:<12} {size}" for name, size in sizes.items()]


def grown(looks: Sequence[Look]) -> list[str]:
    """List what was larger in the last third than in the second."""
    third = len(looks) // 3
    found = []
    for name in looks[0]:
        for place, (what, slack) in enumerate(SLACK.items()):
            before, after = (
                max(one[name][place] for one in part) for part in (looks[third : 2 * third], looks[2 * third :])
            )
            if after > before * GROWTH + slack:
                found.append(f"{name}: {what} {before} -> {after}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--tables", type=int, default=4)
    asked = parser.parse_args()
    minutes, tables = min(max(asked.minutes, 2.0), MOST_MINUTES), min(max(asked.tables, 1), MOST_TABLES)
    with ExitStack() as stack:
        services = stack.enter_context(running())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evenhand-soak-")))
        named = {**variables(services["TEST_DATABASE_URL"], services["TEST_REDIS_URL"]), "SECURE_PROXY": "1"}
        site = stack.enter_context(prepared_site(folder, named))
        looks = asyncio.run(soak(site, minutes, tables))
        if complaints := site.complaints():
            print(f"the site complained:\n{complaints}")
    growth = grown(looks)
    print("verdict: not flat", *growth, sep="\n  ") if growth else print("verdict: flat")
    sys.exit(1 if growth else 0)


if __name__ == "__main__":
    main()
