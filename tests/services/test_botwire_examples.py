"""The examples that programmers download play against a real server, and go on after an outage."""

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from poker_site.environment import BASE_DIR
from tests.play import Server, lay_out, rows, run_program, started
from tests.ports import free_port

PATIENCE_SECONDS = 60
EXAMPLES = BASE_DIR / "tables" / "bots" / "api" / "examples"
NODE = shutil.which("node")
SET_UP = """
import django
django.setup()
from accounts.models import User
from accounts.services import bots
from tables.models import Table
from tables.play import lifecycle
Table.objects.update(admits_bots=False)  # no bot finds the table of an earlier test
number = User.objects.count()
owner = User.objects.create_user(f"Olga{number}")
keys = [bots.open_bot(owner, f"{name}{number}")[1] for name in ("Pythonic", "Nodular")]
limits = {"buy_in_least": 4_000, "buy_in_most": 20_000}
manners = {"admits_bots": True, "allows_same_owner": True, "pace": 5}
table = lifecycle.open_table(owner, name="Bots", rulebook="cash", options={}, **manners, **limits)
print(*keys, table.code)
"""
HANDS = "FROM tables_hand h JOIN tables_table t ON t.id = h.table_id WHERE t.code = '{}'"


def node() -> list[str]:
    """Return the command of the example in JavaScript; before Node 22 its WebSocket has to be asked for."""
    assert NODE is not None
    version = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    major = int(re.findall(r"v(\d+)", version)[0])
    return [NODE, *(["--experimental-websocket"] if major < 22 else []), str(EXAMPLES / "bot.mjs")]


def python() -> list[str]:
    return [sys.executable, str(EXAMPLES / "bot.py")]


@pytest.fixture(scope="module")
def data_dir(upgraded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(upgraded, tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def server(data_dir: Path) -> Iterator[Server]:
    """Start one server for all tests but that in which it ends."""
    with started(data_dir, PORT=free_port()) as server:
        server.wait_until_ready()
        yield server
        assert server.end() == 0, "\n".join(server.lines)
    assert not any("Traceback" in line for line in server.lines), "\n".join(server.lines)


class Player:
    """Runs an example, and keeps what it prints."""

    def __init__(self, command: list[str], server: Server, key: str, *more: str) -> None:
        address = server.address.replace("http", "ws") + "ws/bot/v1/"
        variables: dict[str, Any] = {"PATH": os.environ["PATH"], "BOT_KEY": key}
        self.process = subprocess.Popen(
            [*command, address, *more], env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.lines: list[str] = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(line.rstrip() for line in self.process.stdout)

    def end(self) -> None:
        self.process.kill()
        self.wait()

    def wait(self) -> int:
        status = self.process.wait(PATIENCE_SECONDS)
        self.reader.join(PATIENCE_SECONDS)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return status


def hands_played(data_dir: Path, code: str) -> int:
    [(played,)] = rows(data_dir, f"SELECT count(*) {HANDS.format(code)} AND h.state = 'over'")
    return int(played)


def until_played(data_dir: Path, code: str, hands: int) -> None:
    """Wait until this many hands are over at this table."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (played := hands_played(data_dir, code)) < hands:
        assert time.monotonic() < deadline, f"only {played} hands were played"
        time.sleep(0.02)  # polling another process: there is no event to wait for


def play(server: Server, data_dir: Path, first: list[str], second: list[str]) -> None:
    *keys, code = run_program(data_dir, SET_UP).split()
    players = [Player(first, server, keys[0]), Player(second, server, keys[1], code)]
    try:
        until_played(data_dir, code, 2)
        who = f"SELECT DISTINCT seat, cause FROM tables_move WHERE hand_id IN (SELECT h.id {HANDS.format(code)})"
        assert sorted(rows(data_dir, who)) == [(1, "player"), (2, "player")]
    finally:
        for player in players:
            player.end()
    said = [line for player in players for line in player.lines if line]
    assert said == []


def test_the_examples_are_short() -> None:
    assert all(len((EXAMPLES / name).read_text().splitlines()) < 60 for name in ("bot.py", "bot.mjs"))


def test_the_example_in_python_plays(server: Server, data_dir: Path) -> None:
    play(server, data_dir, python(), python())


@pytest.mark.skipif(NODE is None, reason="there is no Node on this machine")
def test_the_example_in_javascript_plays(server: Server, data_dir: Path) -> None:
    play(server, data_dir, node(), python())


def test_wrong_key_ends_the_example_with_the_reason(server: Server) -> None:
    player = Player(python(), server, "eh-wrong")
    assert player.wait() == 1
    assert "bad_key" in player.lines[0]


@pytest.mark.whole_matrix("starts two servers for what a program does alone")
def test_examples_go_on_after_an_outage_of_the_server(upgraded: Path, tmp_path: Path) -> None:
    port = free_port()
    *keys, code = run_program(lay_out(upgraded, tmp_path), SET_UP).split()
    with started(tmp_path, PORT=port) as first:
        first.wait_until_ready()
        players = [Player(python(), first, key, code) for key in keys]
        until_played(tmp_path, code, 1)
        assert first.end() == 0
    with started(tmp_path, PORT=port) as second:
        second.wait_until_ready()
        until_played(tmp_path, code, hands_played(tmp_path, code) + 2)
        for player in players:
            player.end()
        assert second.end() == 0
    assert not any("Traceback" in line for line in [*first.lines, *second.lines])
