"""An arena that is killed in the middle of hands tells its clients, and another one starts at once."""

import json
import os
import signal
import struct
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.play import MANAGE, Server, lay_out, started
from tests.ports import free_port
from tests.tables.bots.duel.programs import PATIENCE, Client, Older, Told

COMPLETE = {"info": "success", "text": "Complete playing"}
CRASHED = {"info": "error", "text": "The server has crashed; hands that were finished are kept."}
STOPPED = {"info": "error", "text": "The server stops. Every hand that was finished is stored."}
LENGTH_BYTES = 4
"""Counts the bytes of the length before each message."""
ALONE = (*MANAGE, "arena")
BESIDE = (*MANAGE, "play")


@pytest.fixture(scope="module")
def data_dir(upgraded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(upgraded, tmp_path_factory.mktemp("data"))


def listens(server: Server, port: str) -> None:
    assert server.process.stdout is not None
    while port not in (line := server.process.stdout.readline()):
        assert line, "the arena has ended"


def clients_in_the_middle(port: int) -> list[Client]:
    """Connect a client of the newer dialect, one of the older, a watcher, and one that reads too slowly."""
    new, old, watcher, idle = Client(port), Older(port), Client(port), Client(port)
    new.enter(room_id=1, bots=["CallAgent"], game_number=20)
    old.enter(room_id=2, bots=["CallAgent"])
    assert new.hear()["info"] == old.hear()["info"] == "state"
    watcher.say(info="observer", room_id=1)
    assert watcher.hear()["info"] == "state"
    idle.say(info="ai_vs_ai", room_id=3, room_number=2, bots=["CallAgent"] * 2, game_number=100_000)
    for _ in range(100):
        idle.hear()
    return [new, old, watcher, idle]


@contextmanager
def playing(data_dir: Path, command: Sequence[str] = ALONE, port: str = "") -> Iterator[tuple[Server, list[Client]]]:
    """Start a process, and connect clients that are in the middle of hands."""
    port = port or free_port()
    with started(data_dir, command, PORT=free_port(), DUEL_PORT=port) as server:
        listens(server, port)
        clients = clients_in_the_middle(int(port))
        try:
            yield server, clients
        finally:
            for client in clients:
                client.close()


def last_told(client: Client) -> Told | None:
    """Return the last message before the stream ends; None where it ends in the middle of one.

    Megabytes may lie before it, for which there are five seconds: they are taken as they come, and only the last one
    is parsed.
    """
    data, last = client.ends(), slice(0)
    while last.stop + LENGTH_BYTES <= len(data):
        (length,) = struct.unpack_from("i", data, last.stop)
        last = slice(last.stop + LENGTH_BYTES, last.stop + LENGTH_BYTES + length)
    return json.loads(data[last]) if last.stop == len(data) else None


def children(process: int) -> set[int]:
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue
        if rest.split()[1] == str(process):
            found.add(int(name.split()[0]))
    return found


def until_gone(processes: set[int]) -> None:
    end = time.monotonic() + PATIENCE
    while any(map(is_there, processes)):
        assert time.monotonic() < end
        time.sleep(0.01)


def is_there(process: int) -> bool:
    """Tell whether a process runs; one that has ended and was not waited for does not."""
    try:
        return Path("/proc", str(process), "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("command", [ALONE, BESIDE], ids=["alone", "beside the site"])
def test_killed_arena_tells_its_clients_and_can_be_started_at_once(data_dir: Path, command: Sequence[str]) -> None:
    port = free_port()
    with playing(data_dir, command, port) as (server, clients):
        witnesses = children(server.process.pid)
        server.process.kill()
        server.process.wait()
        slow, *others = [last_told(client) for client in reversed(clients)]
        assert others == [CRASHED] * 3
        # A full stream ends with what the arena had written, which may be half a message.
        assert slow in (CRASHED, None) or slow["info"] == "state"
        with playing(data_dir, command, port) as (next_server, next_clients):
            assert next_clients[0].run() == COMPLETE
            next_server.process.send_signal(signal.SIGTERM)
            assert next_server.process.wait(PATIENCE) == 0
    until_gone(witnesses)


def test_stopped_arena_tells_its_clients_and_leaves_no_process(data_dir: Path) -> None:
    with playing(data_dir) as (server, clients):
        [witness] = children(server.process.pid)
        os.killpg(os.getpgid(witness), signal.SIGINT)  # a supervisor may signal all processes of a service
        server.process.send_signal(signal.SIGTERM)
        assert [last_told(client) for client in clients] == [STOPPED] * 4
        for client in clients:
            client.close()
        assert server.process.wait(PATIENCE) == 0
        assert not is_there(witness)


def test_killed_witness_ends_neither_arena_nor_clients(data_dir: Path) -> None:
    with playing(data_dir) as (server, clients):
        [witness] = children(server.process.pid)
        os.kill(witness, signal.SIGKILL)
        until_gone({witness})
        assert clients[0].run() == COMPLETE
        assert children(server.process.pid) == set()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0
        assert server.process.stdout is not None
        assert len([line for line in server.process.stdout if "witness" in line]) == 1
