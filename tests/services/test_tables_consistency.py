"""Every screen is right again within three seconds when messages between two web processes are lost."""

import asyncio
import contextlib
import itertools
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import redis.asyncio
from psycopg import sql

from tests.bench.tables.players import Measured, Player, Table
from tests.bench.tables.site import Site, prepared_site, start, variables
from tests.play import outcome

PROMISED_SECONDS = 3.0
PATIENCE_SECONDS = 20  # only a failing test ever waits that long
OWN_REDIS = "/9"  # the tests in this process empty theirs again and again

DIES_BEFORE_TELLING = """
import django, os, sys
django.setup()
from poker_site.runtime import topics
from tables.core import deadlines, hand_cache
from tables.models import Table
from tables.play import acting

def die(*arguments):
    os._exit(9)

topics._send = deadlines._send = die
table = Table.objects.get(code=sys.argv[1])
play = hand_cache.hand_state_of(table.hand, moves_made=table.moves_made)
user = table.seated.get(number=play.turn).user
moment = acting.Moment(table.hand.number, table.moves_made)
acting.act(table.pk, user, moment=moment, verb="check" if play.legal.check else "call")
"""


@contextmanager
def database() -> Iterator[str]:
    """Create a database for the site, on the server of the tests, and drop it at the end."""
    server = os.environ["DATABASE_URL"]
    name = sql.Identifier(f"evenhand_tables_{os.getpid()}")
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(name))
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/evenhand_tables_{os.getpid()}"))
        finally:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    redis_url = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path=OWN_REDIS))
    with database() as url, prepared_site(tmp_path_factory.mktemp("site"), variables(url, redis_url)) as site:
        start(site)
        yield site


numbers = itertools.count()


@asynccontextmanager
async def screens(site: Site) -> AsyncIterator[Table]:
    """Deal six people a hand, three over each web process; their clocks do not matter here."""
    made = site.tell("tests.bench.tables.stage", 1, next(numbers), 0)
    table = Table(made[0], Measured(), no_deadline)
    await table.open(site.ports, scattered=True)
    await until(lambda: any(player.mine for player in table.players))
    yield table
    for player in table.players:
        if player.socket:
            player.socket.leave()
        assert player.versions == sorted(player.versions), "a screen went backwards"


async def no_deadline(code: str, moves: int) -> float:
    return 0.0


async def until(what: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


async def truth(site: Site, table: Table) -> tuple[int, tuple[int, int]]:
    """Return version and moment as the database has them."""
    async with await psycopg.AsyncConnection.connect(site.variables["DATABASE_URL"]) as connection:
        cursor = await connection.execute(
            "SELECT t.version, h.number, t.moves_made FROM tables_table t JOIN tables_hand h ON h.id = t.hand_id"
            " WHERE t.code = %s",
            (table.code,),
        )
        row = await cursor.fetchone()
    assert row is not None
    return row[0], (row[1], row[2])


async def act(site: Site, table: Table) -> None:
    """Let the player to act check or call, and return once the move is in the database."""
    _, moment = await truth(site, table)
    await until(lambda: any(player.mine and player.moment == moment for player in table.players))
    player = next(player for player in table.players if player.mine and player.moment == moment)
    player.act(verb="check" if "check" in player.verbs else "call")
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (await truth(site, table))[1] == moment:
        assert time.monotonic() < deadline, "the action was not carried out"
        await asyncio.sleep(0.01)


async def assert_screens_agree(site: Site, table: Table) -> None:
    """Check that within the promised time every screen shows what the database has now."""
    version, moment = await truth(site, table)
    deadline = time.monotonic() + PROMISED_SECONDS

    def seen() -> list[tuple[int, tuple[int, int]]]:
        return [(max(player.versions, default=-1), player.moment) for player in table.players]

    while not all(one >= version and other >= moment for one, other in seen()):
        assert time.monotonic() < deadline, f"{seen()} instead of {version}, {moment}"
        await asyncio.sleep(0.01)


def ports_of(process: int) -> set[str]:
    """Return the process's own ports of its connections."""
    inodes = set()
    for entry in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(OSError):  # closed meanwhile
            inodes.add(str(entry.readlink()).removeprefix("socket:[").removesuffix("]"))
    rows = [line.split() for line in Path(f"/proc/{process}/net/tcp").read_text().splitlines()[1:]]
    return {str(int(row[1].partition(":")[2], 16)) for row in rows if row[9] in inodes}


async def cut_off(site: Site, name: str, enough: asyncio.Event) -> None:
    """Cut this process off from the messages of the others, again and again, until the event is set.

    It is not cancelled: a client that loses its own connection just then forgets that it was cancelled.
    """
    async with redis.asyncio.Redis.from_url(site.variables["REDIS_URL"]) as client:
        while not enough.is_set():
            own = ports_of(site.processes[name].pid)
            for one in await client.client_list(_type="pubsub"):
                if one["addr"].rpartition(":")[2] in own:
                    await client.client_kill_filter(_id=one["id"])
            await asyncio.sleep(0.01)


@asynccontextmanager
async def meanwhile(site: Site, name: str) -> AsyncIterator[None]:
    enough = asyncio.Event()
    cutting = asyncio.create_task(cut_off(site, name, enough))
    try:
        await asyncio.sleep(0.2)
        assert not cutting.done()
        yield
        assert not cutting.done()
    finally:
        enough.set()
        await asyncio.wait_for(cutting, PATIENCE_SECONDS)


@pytest.mark.long
async def test_web_process_without_messages_polls_the_database(site: Site) -> None:
    async with screens(site) as table:
        for name in ("web 1", "web 2"):
            async with meanwhile(site, name):
                await act(site, table)
                await assert_screens_agree(site, table)
            await act(site, table)
            await assert_screens_agree(site, table)


async def test_change_that_was_not_published_is_found(site: Site) -> None:
    async with screens(site) as table:
        before = await truth(site, table)
        program = (sys.executable, "-c", DIES_BEFORE_TELLING, table.code)
        named = {**site.variables, "DJANGO_SETTINGS_MODULE": "poker_site.settings"}
        status, text = await asyncio.to_thread(outcome, site.folder, *program, **named)
        assert status == 9, text
        assert (await truth(site, table))[1] > before[1]
        await assert_screens_agree(site, table)
        await act(site, table)
        await assert_screens_agree(site, table)


async def come_over(players: Sequence[Player], port: str) -> None:
    """Connect browsers that have lost their socket to this port, as a proxy does."""
    for player in players:
        if player.socket:
            await asyncio.wait_for(player.socket.closed, PATIENCE_SECONDS)
    await asyncio.gather(*(player.sit(port) for player in players))


@pytest.mark.long
async def test_screens_are_right_when_a_web_process_dies_and_comes_back(site: Site) -> None:
    async with screens(site) as table:
        at_first = table.players[::2]
        site.kill("web 1")
        await come_over(at_first, site.ports[1])
        await assert_screens_agree(site, table)
        await act(site, table)
        await assert_screens_agree(site, table)
        site.serve(0)
        await asyncio.to_thread(site.wait_until_healthy)
        for player in at_first:
            if player.socket:
                player.socket.leave()
        await come_over(at_first, site.ports[0])
        await assert_screens_agree(site, table)
        await act(site, table)
        await assert_screens_agree(site, table)
