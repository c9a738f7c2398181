"""Test the process that tells clients of the arena's death. Here only their pair of sockets is closed."""

import contextlib
import json
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tables.bots.duel import connection as limits
from tables.bots.duel.crash_notifier import LENGTH, record
from tests.tables.bots.duel.conftest import Served
from tests.tables.bots.duel.programs import PATIENCE, Client

COMPLETE = {"info": "success", "text": "Complete playing"}
CRASHED = {"info": "error", "text": "The server has crashed; hands that were finished are kept."}
NOT_TOLD = "if the arena crashes now, its clients are not told"


@pytest.fixture
def die(arena: Served) -> Iterator[Callable[[], None]]:
    def close() -> None:
        witness = arena.server.witness
        pair, witness._pair = witness._pair, None
        assert pair
        arena.loop.remove_reader(pair)
        pair.close()

    yield lambda: arena.ask(close)
    assert process(arena).wait(PATIENCE) == 0


def process(arena: Served) -> "subprocess.Popen[bytes]":
    return arena.server.witness._process


@pytest.fixture
def client(arena: Served) -> Iterator[Client]:
    known = Client(arena.port)
    yield known
    known.close()


def frames(data: bytes) -> list[bytes]:
    """Split into frames; the last one may be cut off."""
    found = []
    while data:
        (length,) = struct.unpack("<i", data[:4])
        found.append(data[4 : 4 + length])
        data = data[4 + length :]
    return found


def test_all_clients_are_told_in_whole_messages_before_the_stream_ends(
    arena: Served, die: Callable[[], None], client: Client
) -> None:
    watcher = Client(arena.port)
    client.enter(bots=["CallAgent"])
    client.hear()
    watcher.say(info="observer", room_id=1)
    watcher.hear()
    die()
    for one in (client, watcher):
        assert json.loads(frames(one.ends())[-1]) == CRASHED
    watcher.close()


def test_incoming_data_is_drained_after_the_last_words(arena: Served, die: Callable[[], None], client: Client) -> None:
    """Otherwise a reset could overtake the last words."""
    client.enter(bots=["CallAgent"])
    client.hear()
    die()
    assert json.loads(frames(client.ends())[-1]) == CRASHED
    for _ in range(20):
        client.socket.sendall(bytes(60_000))
    assert client.socket.recv(1) == b""


def test_no_last_words_follow_a_partly_sent_message(arena: Served, die: Callable[[], None], client: Client) -> None:
    flood(arena, client, 10_000_000)
    die()
    told = client.ends()
    assert len(frames(told)[-1]) < 10_000_000
    assert b"crashed" not in told


def test_last_words_follow_a_whole_message(arena: Served, die: Callable[[], None], client: Client) -> None:
    flood(arena, client, 900)
    die()
    assert json.loads(frames(client.ends())[-1]) == CRASHED


def flood(arena: Served, client: Client, length: int) -> None:
    """Send messages of this length until the system takes no more; what waits then stays, as if the arena were dead."""
    client.enter(bots=["CallAgent"])
    client.hear()
    [line] = [one for one in arena.server.connections if one.room]

    def until_it_waits() -> None:
        while not line.slow:
            line.send(struct.pack("<i", length) + bytes(length))
        arena.loop._remove_writer(line.socket.fileno())  # type: ignore[attr-defined]

    arena.ask(until_it_waits)


def test_last_words_follow_once_a_waiting_message_was_taken(
    arena: Served, die: Callable[[], None], client: Client
) -> None:
    long = struct.pack("<i", 10_000_000) + bytes(10_000_000)
    client.enter(room_id=1, bots=["CallAgent"])
    client.hear()
    room = arena.server.hall.rooms[1]
    arena.ask(lambda: [player.line.send(long) for player in room.people if player.line])
    while arena.ask(lambda: room.people[0].line and room.people[0].line.slow):
        client.socket.recv(100_000)
    die()
    assert b"crashed" in client.ends()


def test_a_client_that_was_sent_its_last_message_gets_no_last_words(
    arena: Served, die: Callable[[], None], client: Client
) -> None:
    client.socket.send(struct.pack("<i", -1))
    assert client.hear()["info"] == "error"
    die()
    assert client.ends() == b""


@pytest.mark.parametrize("held", [False, True], ids=["quick", "hanging"])
def test_a_close_reaches_the_client_at_once(arena: Served, held: bool) -> None:
    """This must hold even while the witness does nothing with its descriptor."""
    if held:
        process(arena).send_signal(signal.SIGSTOP)
    left, wrong, silent = (Client(arena.port) for _ in range(3))

    def cut() -> None:
        for connection in [*arena.server.connections]:
            connection.cut()

    left.socket.shutdown(socket.SHUT_WR)
    wrong.socket.send(struct.pack("<i", -1))
    assert left.ends() == b""
    assert b"bytes" in wrong.ends()
    arena.ask(cut)
    assert silent.ends() == b""
    for one in (left, wrong, silent):
        one.close()


def test_the_arena_goes_on_without_the_witness(arena: Served, client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.enter(bots=["CallAgent"])
    client.hear()
    process(arena).kill()
    assert client.run() == COMPLETE
    again = Client(arena.port)
    again.enter(bots=["CallAgent"])
    assert again.run() == COMPLETE
    again.close()
    process(arena).wait(PATIENCE)
    arena.ask(lambda: None)  # by now the server's loop has noticed that end
    assert [record.message for record in caplog.records] == [f"the witness has ended; {NOT_TOLD}"]


def test_a_witness_that_hangs_is_given_up(arena: Served, client: Client, caplog: pytest.LogCaptureFixture) -> None:
    process(arena).send_signal(signal.SIGSTOP)
    while not arena.ask(lambda: len(arena.server.witness._untold)):
        Client(arena.port).close()
    client.enter(bots=["CallAgent"])
    client.hear()
    for seconds in (0, 4, 6):
        assert caplog.records == []
        arena.pass_(seconds)
    assert [record.message for record in caplog.records] == [f"the witness takes nothing any more; {NOT_TOLD}"]
    assert process(arena).wait(PATIENCE) == -signal.SIGKILL
    assert client.run() == COMPLETE


def test_the_arena_plays_if_the_witness_cannot_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    arena = Served()
    client = Client(arena.port)
    client.enter(bots=["CallAgent"])
    assert client.run() == COMPLETE
    client.close()
    arena.stop()
    [line] = caplog.records
    assert line.message.startswith("no witness: ")


def test_a_stop_leaves_no_process(arena: Served, client: Client) -> None:
    client.enter(bots=["CallAgent"])
    client.hear()
    known = process(arena)
    arena.stop()
    assert known.returncode is not None
    with pytest.raises(ProcessLookupError):
        os.kill(known.pid, 0)
    assert b"The server stops." in client.ends()


def test_the_witness_holds_only_live_connections(arena: Served) -> None:
    """It must not hold the port on which the arena listens, nor anything that was closed."""
    before = _sockets(arena)
    clients = [Client(arena.port) for _ in range(50)]
    while _sockets(arena) != before + 50:
        pass
    for client in clients:
        client.close()
    while _sockets(arena) != before:
        pass
    assert before == 1


def _sockets(arena: Served) -> int:
    folder = Path("/proc", str(process(arena).pid), "fd")
    if not folder.is_dir():
        pytest.skip("no list of open files on this system")
    count = 0
    for file in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):
            count += str(file.readlink()).startswith("socket:")
    return count


def test_a_connection_that_went_before_it_was_reported_is_never_reported(arena: Served) -> None:
    witness, slots = arena.server.witness, []

    def busy() -> None:
        witness._untold[b"-other"] = -1
        with socket.socket() as line:
            slots.append(witness.came(line))
            assert record(b"+", slots[0]) in witness._untold
            witness.gone(slots[0])
        assert list(witness._untold) == [b"-other"]
        del witness._untold[b"-other"]

    arena.ask(busy)
    assert len(record(b"+", slots[0])) == LENGTH


@pytest.fixture(autouse=True)
def _patient_with_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_UNREAD", 100_000_000)
