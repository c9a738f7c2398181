"""Web processes that are killed, stand still or lose the database cost nobody a turn."""

import asyncio
import itertools
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.bench.tables.players import Measured, Moment, Player, Table
from tests.bench.tables.site import CELERY, WORKER, Site, prepared_site, variables
from tests.proxy import Proxy, proxied
from tests.services.test_tables_consistency import database, no_deadline, truth, until

OWN_REDIS = "/10"
SILENCE_SECONDS = 10
"""Counts the seconds of silence after which a browser takes its connection for lost."""
PATIENCE_SECONDS = 40  # only a failing test ever waits that long

numbers = itertools.count(500)


@pytest.fixture(scope="module")
def way() -> Iterator[Proxy]:
    """Provide the only way that the first web process has to the database."""
    server = urlsplit(os.environ["DATABASE_URL"])
    with proxied(server.hostname or "", server.port or 5432) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, way: Proxy) -> Iterator[Site]:
    redis_url = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path=OWN_REDIS))
    with database() as url, prepared_site(tmp_path_factory.mktemp("lost"), variables(url, redis_url)) as site:
        serve_first(site, way)
        site.serve(1)
        site.run("worker", *WORKER)
        site.run("beat", *CELERY, "beat")
        site.wait_until_healthy()
        yield site


def serve_first(site: Site, way: Proxy) -> None:
    url = urlsplit(site.variables["DATABASE_URL"])
    netloc = url.netloc.replace(f":{url.port}", f":{way.port}")
    replace(site, variables={**site.variables, "DATABASE_URL": urlunsplit(url._replace(netloc=netloc))}).serve(0)


class Browser(Player):
    """Remembers when it last got a message, beats included."""

    heard_at = 0.0

    def hear(self, text: str, at: float) -> None:
        self.heard_at = time.monotonic()
        super().hear(text, at)


@asynccontextmanager
async def turn(site: Site) -> AsyncIterator[tuple[Table, Moment]]:
    """Seat six people over the first web process; yield their table and the turn of one, who has five seconds."""
    made = site.tell("tests.bench.tables.stage", 1, next(numbers), 1)
    table = Table(made[0], Measured(), no_deadline)
    table.players = [Browser(table, player.session) for player in table.players]
    await asyncio.gather(*(player.sit(site.ports[0]) for player in table.players))
    await until(lambda: any(player.mine for player in table.players))
    yield table, next(player.moment for player in table.players if player.mine)
    for player in table.players:
        if player.socket:
            player.socket.leave()


async def until_over(site: Site, table: Table) -> None:
    """Wait until this turn is over by the database's clock, and the sweep has come by several times since."""
    async with await psycopg.AsyncConnection.connect(site.variables["DATABASE_URL"], autocommit=True) as connection:
        query = "SELECT greatest(extract(epoch FROM due_at - clock_timestamp()), 0) FROM tables_table WHERE code = %s"
        row = await (await connection.execute(query, (table.code,))).fetchone()
        assert row is not None
    await asyncio.sleep(float(row[0]) + 6)  # that nothing happens can only be waited for


async def assert_can_act(site: Site, table: Table, moment: Moment, port: str) -> None:
    """Connect everybody to this port; it is still the same player's turn, and there is time for it."""
    for player in table.players:
        if player.socket:
            player.socket.leave()
    await asyncio.gather(*(player.sit(port) for player in table.players))
    await until(lambda: any(player.mine for player in table.players))
    player = next(player for player in table.players if player.mine)
    assert player.moment == moment == (await truth(site, table))[1]
    player.act(verb="call")
    await until(lambda: player.moment > moment)
    async with await psycopg.AsyncConnection.connect(site.variables["DATABASE_URL"], autocommit=True) as connection:
        query = "SELECT m.cause FROM tables_move m JOIN tables_table t ON t.hand_id = m.hand_id WHERE t.code = %s"
        causes = await (await connection.execute(f"{query} ORDER BY sequence LIMIT 1", (table.code,))).fetchall()
    assert causes == [("player",)]


@pytest.mark.long
@pytest.mark.whole_matrix("half a minute of waiting; tests/tables/play/test_lost_servers.py has it with a clock")
async def test_player_who_lost_the_server_acts_over_another(site: Site, way: Proxy) -> None:
    async with turn(site) as (table, moment):
        site.kill("web 1")
        await until_over(site, table)
        await assert_can_act(site, table, moment, site.ports[1])
    serve_first(site, way)
    await asyncio.to_thread(site.wait_until_healthy)


@pytest.mark.long
@pytest.mark.whole_matrix("half a minute of waiting; tests/tables/play/test_lost_servers.py has it with a clock")
async def test_turn_lasts_while_no_server_is_there(site: Site, way: Proxy) -> None:
    async with turn(site) as (table, moment):
        site.kill("web 1")
        site.kill("web 2")
        await until_over(site, table)
        site.serve(1)
        await asyncio.to_thread(site.wait_until_healthy, site.ports[1])
        await assert_can_act(site, table, moment, site.ports[1])
    serve_first(site, way)
    await asyncio.to_thread(site.wait_until_healthy)


@pytest.mark.long
@pytest.mark.whole_matrix("half a minute of waiting; a killed one is the same")
async def test_a_server_that_stands_still_costs_nobody_a_turn(site: Site) -> None:
    async with turn(site) as (table, moment):
        site.processes["web 1"].send_signal(signal.SIGSTOP)
        try:
            await until_over(site, table)
            await assert_can_act(site, table, moment, site.ports[1])
        finally:
            site.processes["web 1"].send_signal(signal.SIGCONT)
    await asyncio.to_thread(site.wait_until_healthy)


@pytest.mark.long
@pytest.mark.whole_matrix("waits for silence; test_heartbeat.py has it with a clock")
async def test_browsers_leave_a_server_that_is_cut_from_the_database(site: Site, way: Proxy) -> None:
    """A server that is cut from the database stops its beats."""
    async with turn(site) as (table, moment):
        way.cut()
        try:
            browsers = [player for player in table.players if isinstance(player, Browser)]
            await until(silent(browsers), PATIENCE_SECONDS)
            await assert_can_act(site, table, moment, site.ports[1])
        finally:
            way.mend()
    await asyncio.to_thread(site.wait_until_healthy)


def silent(browsers: list[Browser]) -> Callable[[], bool]:
    return lambda: all(time.monotonic() - browser.heard_at > SILENCE_SECONDS for browser in browsers)
