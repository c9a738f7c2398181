"""A server is killed in the middle of hands: the log is the truth, no chip is lost, and every hand is finished."""

import asyncio
import json
import random
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.bench.tables.players import Measured, Player, Table
from tests.play import Server, lay_out, run_program, started
from tests.ports import free_port

GRANTED_SECONDS = 15
PATIENCE_SECONDS = 90  # usually a few seconds pass; only a failing test waits that long

SET_UP = """
import django, json
django.setup()
from tables.models import Table
from tables.hosting.practice import practice
from tests.bench.tables.stage import person, session_of

made = []
for name in ("Alice", "Bob", "Carol"):
    user = person(name)
    table = practice(user)
    Table.objects.filter(pk=table.pk).update(seconds_to_act=5, pace=10)
    table.seated.filter(user=user).update(time_bank_ms=0)
    made.append({"code": table.code, "silent": False, "sessions": [session_of(user)]})
print(json.dumps(made))
"""

AUDIT = """
import django, json
django.setup()
from tests.kills.audit import checked_logs

logs = checked_logs()
print(json.dumps(logs))
"""


def told(data_dir: Path, program: str) -> Any:
    """Run a program in the server's environment, and return what it prints as JSON, in the last line."""
    return json.loads(run_program(data_dir, program).splitlines()[-1])


@pytest.fixture
def house(upgraded: Path, tmp_path: Path) -> tuple[Path, list[dict[str, Any]]]:
    """Make three practice tables, each with a player's session and three house bots."""
    return tmp_path, told(lay_out(upgraded, tmp_path), SET_UP)


async def nothing_runs_out(code: str, moves: int) -> float:
    return 0.0


@asynccontextmanager
async def running_server(data_dir: Path, made: list[dict[str, Any]]) -> AsyncIterator[tuple[Server, list[Player]]]:
    """Run a server for the block, with everybody in front of a screen that shows a table."""
    with started(data_dir, PORT=free_port()) as server:
        server.wait_until_ready()
        tables = [Table(one, Measured(), nothing_runs_out) for one in made]
        port = server.address.split(":")[-1].strip("/")
        await asyncio.gather(*(table.open([port], scattered=False) for table in tables))
        people = [table.players[0] for table in tables]
        await until(people, lambda player: bool(player.versions))
        yield server, people


async def until(people: list[Player], what: Any, *, enough: Any = all) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not enough(what(player) for player in people):
        assert time.monotonic() < deadline, [vars(player) for player in people]
        await asyncio.sleep(0.01)


async def play(player: Player, verb: str = "") -> None:
    """Act at once whenever it is this player's turn, until cancelled."""
    while True:
        if player.mine:
            player.act(**({"verb": verb} if verb else player.decide()))
        await asyncio.sleep(0.1)


async def until_shown(people: list[Player], updates: int) -> None:
    """Wait until this many more updates have come to all screens together."""
    enough = updates + sum(len(player.versions) for player in people)
    await until(people, lambda _: sum(len(player.versions) for player in people) >= enough)


def is_under_way(player: Player) -> bool:
    _, moves = player.moment
    return moves > 0


def is_dealt(player: Player) -> bool:
    return player.phase == "running"


def goes_on(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Tell whether everything that was in the log is still there, unchanged."""
    return all(after[hand][: len(log)] == log for hand, log in before.items())


@pytest.mark.long
async def test_hands_survive_kills_and_go_on(house: tuple[Path, list[dict[str, Any]]]) -> None:
    data_dir, made = house
    log: dict[str, Any] = {}
    shown = [0] * len(made)
    for last in (False, False, True):
        async with running_server(data_dir, made) as (server, people):
            assert all(player.versions[0] >= version for player, version in zip(people, shown, strict=True))
            await until(people, is_dealt, enough=any)
            playing = [asyncio.create_task(play(player)) for player in people]
            await until_shown(people, random.randint(1, 40))
            if last:
                await until(people, is_under_way, enough=any)
            assert server.end(signal.SIGKILL) == -signal.SIGKILL
            for task in playing:
                task.cancel()
            shown = [player.versions[-1] for player in people]
        found = told(data_dir, AUDIT)
        assert goes_on(log, found)
        log = found
    assert any(len(hand) > 2 for hand in log.values())


@pytest.mark.whole_matrix("starts a server twice; tests/tables/play/test_lost_servers.py has it with a clock")
async def test_clock_grants_time_after_a_restart_and_hands_finish(
    house: tuple[Path, list[dict[str, Any]]],
) -> None:
    data_dir, made = house
    async with running_server(data_dir, made) as (server, people):
        await until(people, lambda player: player.mine, enough=any)
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        before = [(player.mine, player.moment[0]) for player in people]
    log = told(data_dir, AUDIT)
    restarted = time.time()
    async with running_server(data_dir, made) as (server, people):
        for player, (was_mine, _) in zip(people, before, strict=True):
            assert player.mine or not was_mine
            assert not was_mine or player.deadline >= restarted + GRANTED_SECONDS
        playing = [asyncio.create_task(play(player, "all-in")) for player in people]
        hands = {player.session: hand for player, (_, hand) in zip(people, before, strict=True)}
        await until(people, lambda player: player.phase == "over" or player.moment[0] > hands[player.session])
        for task in playing:
            task.cancel()
        assert server.end() == 0, "\n".join(server.lines)
        assert not any("Traceback" in line for line in server.lines), "\n".join(server.lines)
    assert goes_on(log, told(data_dir, AUDIT))
