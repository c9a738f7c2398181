"""A backup is restored while two web processes serve, and none of them goes on from what it remembers."""

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from accounts.consumers import CloseCode
from tests.bench.tables.players import Measured, Player, Table
from tests.bench.tables.site import Site, prepared_site, start, variables
from tests.play import MANAGE, lay_out, outcome, run_program
from tests.services.test_tables_consistency import PATIENCE_SECONDS, assert_screens_agree, database, no_deadline, until
from tests.services.test_tables_kill import AUDIT, SET_UP, is_under_way, play, running_server, told, until_shown
from tests.services.test_tables_kill import until as until_all

TABLES = 4
MOVES = 60
"""Counts the moves at each table before the restore and afterwards; a sixth of them come before the backup."""
UPDATES = 20
"""Counts the updates on all screens together; house bots take their time."""
OWN_REDIS = "/10"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    redis_url = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path=OWN_REDIS))
    with database() as url, prepared_site(tmp_path, variables(url, redis_url)) as site:
        start(site)
        yield site


@asynccontextmanager
async def looking_on(site: Site, made: list[dict[str, Any]]) -> AsyncIterator[list[Table]]:
    """Connect each table's players, half of them over each web process."""
    tables = [Table(one, Measured(), no_deadline) for one in made]
    await asyncio.gather(*(table.open(site.ports, scattered=True) for table in tables))
    yield tables
    for player in (player for table in tables for player in table.players):
        if player.socket:
            player.socket.leave()


@asynccontextmanager
async def playing(tables: list[Table]) -> AsyncIterator[None]:
    """Let everybody play as fast as they can, until the block ends."""
    tasks = [asyncio.create_task(play_all(table)) for table in tables]
    yield
    for task in tasks:
        task.cancel()
    assert not [error for error in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(error, Exception)]


async def play_all(table: Table) -> None:
    while True:
        newest = max(player.moment for player in table.players)
        for player in table.players:
            if player.mine and player.moment == newest:
                player.act(**player.decide(along=random.random() < 0.7))
        table.news.clear()
        await asyncio.wait([asyncio.create_task(table.news.wait())], timeout=0.1)


def moves(site: Site) -> list[int]:
    """Count the moves of each table."""
    with psycopg.connect(site.variables["DATABASE_URL"]) as connection:
        rows = connection.execute(
            "SELECT count(m.id) FROM tables_table t LEFT JOIN tables_hand h ON h.table_id = t.id"
            " LEFT JOIN tables_move m ON m.hand_id = h.id GROUP BY t.id ORDER BY t.id"
        ).fetchall()
    return [count for (count,) in rows]


async def until_played(site: Site, more: int) -> None:
    await asyncio.to_thread(_wait_for_moves, site, more)


def _wait_for_moves(site: Site, more: int) -> None:
    wanted = [count + more for count in moves(site)]
    deadline = time.monotonic() + PATIENCE_SECONDS * 3
    while any(count < enough for count, enough in zip(moves(site), wanted, strict=True)):
        assert time.monotonic() < deadline, "the tables stand still"
        time.sleep(0.05)  # polling other processes: there is no event to wait for


async def manage(site: Site, *words: str) -> str:
    status, text = await asyncio.to_thread(outcome, site.folder, *MANAGE, *words, **site.variables)
    assert status == 0, text
    return text


async def shown_the_way_back(players: Iterable[Player]) -> None:
    """Wait until every browser has been asked to load its page again."""
    for player in players:
        assert player.socket
        assert await asyncio.wait_for(player.socket.closed, PATIENCE_SECONDS) == CloseCode.RESTORED


@pytest.mark.long
@pytest.mark.whole_matrix("half a minute; tests/tables/play/test_restored.py has each memory by itself")
async def test_every_process_forgets_the_old_data_and_every_hand_replays(site: Site) -> None:
    made = site.tell("tests.bench.tables.stage", TABLES, 0, 0)
    with psycopg.connect(site.variables["DATABASE_URL"]) as connection:
        connection.execute("UPDATE tables_table SET pace = 10")
    file = str(site.folder / "file")
    async with looking_on(site, made) as tables:
        async with playing(tables):
            await until_played(site, MOVES // 6)
            await manage(site, "backup", file)
            await until_played(site, MOVES)
            await manage(site, "restore", file)
        await shown_the_way_back(player for table in tables for player in table.players)
    async with looking_on(site, made) as tables:
        await until(lambda: all(player.versions for table in tables for player in table.players))
        async with playing(tables):
            await until_played(site, MOVES)
        for table in tables:
            await assert_screens_agree(site, table)
    site.end()
    print(await manage(site, "audit_hands"))
    run_program(site.folder, AUDIT, **site.variables)
    assert not site.complaints()


@pytest.mark.long
@pytest.mark.whole_matrix("the same on SQLite")
async def test_embedded_server_forgets_the_old_data_too(upgraded: Path, tmp_path: Path) -> None:
    """The data are a file, which another process replaces."""
    made = told(lay_out(upgraded, tmp_path), SET_UP)
    file = str(tmp_path / "file")
    async with running_server(tmp_path, made) as (server, people):
        async with all_playing(people):
            await until_all(people, is_under_way)
            assert (await asyncio.to_thread(outcome, tmp_path, *MANAGE, "backup", file))[0] == 0
            await until_shown(people, UPDATES)
            assert (await asyncio.to_thread(outcome, tmp_path, *MANAGE, "restore", file))[0] == 0
            await shown_the_way_back(people)
        tables = [Table(one, Measured(), no_deadline) for one in made]
        port = server.address.split(":")[-1].strip("/")
        await asyncio.gather(*(table.open([port], scattered=False) for table in tables))
        again = [table.players[0] for table in tables]
        async with all_playing(again):
            await until_shown(again, UPDATES)
        assert server.end() == 0
    told(tmp_path, AUDIT)
    assert (await asyncio.to_thread(outcome, tmp_path, *MANAGE, "audit_hands"))[0] == 0


@asynccontextmanager
async def all_playing(people: list[Player]) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(play(player)) for player in people]
    yield
    for task in tasks:
        task.cancel()
