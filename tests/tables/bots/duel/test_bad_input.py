"""Test what nobody should send: each message is answered or its connection ended, and no other room notices."""

import json
import socket
import struct
import time
import tracemalloc
from collections.abc import Iterator

import pytest

from poker_site.web import connection_limits
from tables.bots.duel import connection as limits
from tables.bots.duel import server as server_limits
from tests.tables.bots.duel.conftest import QUIET, Served
from tests.tables.bots.duel.programs import PATIENCE, Client

COMPLETE = {"info": "success", "text": "Complete playing"}


@pytest.fixture(autouse=True)
def _another_room_plays_on(arena: Served, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Play on in another room throughout, and make sure that nothing is logged."""
    client = Client(arena.port)
    client.enter(room_id=QUIET, bots=["CallAgent"], game_number=2)
    client.hear()
    yield
    assert client.run() == COMPLETE
    client.close()
    assert caplog.records == []


def raw(arena: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", arena.port), PATIENCE)


def answer(sock: socket.socket) -> dict[str, str]:
    """Read one message and then the end."""
    data = b""
    while more := sock.recv(65536):
        data += more
    (length,) = struct.unpack("<i", data[:4])
    assert len(data) == length + 4
    told: dict[str, str] = json.loads(data[4:])
    return told


@pytest.mark.parametrize(
    "sent",
    [
        struct.pack("<i", -1),
        struct.pack("<i", 65537) + b"{",
        struct.pack("<i", 2**31 - 1),
        struct.pack("<i", 3) + b"abc",
        struct.pack("<i", 4) + b"\xff\xfe\xfd\xfc",
        struct.pack("<i", 20_000) + b"[" * 10_000 + b"]" * 10_000,
        struct.pack("<i", 60_001) + b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        struct.pack("<i", 2) + b"{}",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01",
        bytes(1024 * 1024),
    ],
    ids=["negative", "long", "longest", "text", "utf-8", "lists", "objects", "empty", "http", "tls", "zeros"],
)
def test_a_frame_that_is_no_message_gets_an_error_and_is_closed(arena: Served, sent: bytes) -> None:
    sock = raw(arena)
    sock.sendall(sent)
    told = answer(sock)
    assert told["info"] == "error"
    assert told["text"].endswith(".")
    sock.close()


@pytest.mark.parametrize("number", ["1e400", "-1e400", "NaN", "9" * 40, '"1.5"', '"x"', '""', "[7]", "null", "true"])
def test_a_room_id_must_be_a_whole_number(arena: Served, number: str) -> None:
    sock = raw(arena)
    body = f'{{"info":"connect","room_id":{number},"name":"A","room_number":2,"bots":[],"game_number":1}}'.encode()
    sock.sendall(struct.pack("<i", len(body)) + body)
    assert "room_id" in answer(sock)["text"]
    sock.close()


def test_an_unfinished_message_is_closed_after_a_minute(arena: Served) -> None:
    sock = raw(arena)
    sock.sendall(struct.pack("<i", 50) + b'{"info"')
    arena.ask(lambda: None)
    arena.pass_(61)
    assert "60 seconds" in answer(sock)["text"]
    sock.close()


def test_nonsense_in_a_room_ends_its_match(arena: Served) -> None:
    one, two = Client(arena.port), Client(arena.port)
    one.enter()
    two.enter()
    two.hear()
    one.socket.sendall(struct.pack("<i", -7))
    assert two.run() == {"info": "error", "text": "A is disconnected."}
    one.close()
    two.close()


def test_incoming_data_is_drained_after_the_last_message(arena: Served) -> None:
    """Otherwise the answer would be lost: a reset destroys what the other side has not read yet."""
    sock = raw(arena)
    sock.sendall(struct.pack("<i", -1))
    for _ in range(20):
        sock.sendall(bytes(10_000))
    assert answer(sock)["info"] == "error"
    sock.sendall(b"more")
    assert arena.ask(lambda: len(arena.server.ended)) == 1
    arena.pass_(5)
    assert arena.ask(lambda: len(arena.server.ended)) == 0
    sock.close()


def _until(true: object, arena: Served) -> None:
    end = time.monotonic() + PATIENCE
    while not arena.ask(true):  # type: ignore[arg-type]
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_player_who_never_reads_is_cut_and_the_room_is_told(arena: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_UNREAD", 100_000)
    reader, other = Client(arena.port), Client(arena.port)
    reader.enter(name="Reader")
    other.enter(name="Other")
    other.hear()
    room = arena.ask(lambda: arena.server.hall.rooms[1])

    def flood() -> None:
        for player in room.people:
            if player.name == "Reader" and player.line:
                player.line.send(bytes(10_000_000))

    while arena.ask(lambda: room.trouble) is None and arena.ask(lambda: room.phase.value) == "playing":
        arena.ask(flood)
    assert other.run() == {"info": "error", "text": "Reader is disconnected."}
    assert len(arena.store.hands) == 1
    reader.close()
    other.close()


def test_a_watcher_who_never_reads_is_cut_and_the_match_goes_on(arena: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_UNREAD", 100_000)
    player, watcher = Client(arena.port), Client(arena.port)
    player.enter(bots=["CallAgent"])
    player.hear()
    watcher.say(info="observer", room_id=1)
    room = arena.ask(lambda: arena.server.hall.rooms[1])
    _until(lambda: room.watchers, arena)

    def flood() -> None:
        for line in room.watchers:
            line.send(bytes(10_000_000))

    while arena.ask(lambda: bool(room.watchers)):
        arena.ask(flood)
    assert player.run() == COMPLETE
    player.close()
    watcher.close()


def test_house_bots_wait_a_minute_for_a_slow_reader(arena: Served) -> None:
    sock = raw(arena)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    message = {"info": "ai_vs_ai", "room_id": 3, "room_number": 2, "bots": ["CallAgent"] * 2, "game_number": 1_000_000}
    body = json.dumps(message).encode()
    sock.sendall(struct.pack("<i", len(body)) + body)
    _until(lambda: 3 in arena.server.hall.rooms and arena.server.hall.rooms[3].held, arena)
    assert arena.ask(lambda: max(one.transport.get_write_buffer_size() for one in arena.server.connections)) < 200_000
    arena.pass_(61)
    _until(lambda: 3 not in arena.server.hall.rooms, arena)
    sock.close()


def test_the_oldest_of_too_many_silent_connections_are_closed(arena: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_limits, "MOST_SILENT", 50)
    silent = [raw(arena) for _ in range(120)]
    _until(lambda: len(arena.server.silent) == 50, arena)
    for sock in silent[:70]:
        assert "said nothing" in answer(sock)["text"]
    client = Client(arena.port)
    client.enter(bots=["CallAgent"], game_number=1)
    assert client.run() == COMPLETE
    client.close()
    for sock in silent:
        sock.close()
    _until(lambda: len(arena.server.connections) == 1, arena)


def test_an_address_with_too_many_connections_is_refused(arena: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        connection_limits, "_counted_as", str
    )  # otherwise connections from this machine are not counted
    arena.server.by_address.most = 3
    for _round in range(2):  # a place is free again when a connection has gone
        held = [raw(arena) for _ in range(3)]
        _until(lambda: len(arena.server.connections) == 1 + 3, arena)
        with raw(arena) as refused:
            assert is_cut(refused)
        client = held.pop()
        client.sendall(struct.pack("<i", -1))
        assert answer(client)["info"] == "error"
        client.close()
        for sock in held:
            sock.close()
        _until(lambda: len(arena.server.connections) == 1, arena)


def is_cut(sock: socket.socket) -> bool:
    try:
        return not sock.recv(1)
    except ConnectionResetError:
        return True


def test_connections_leave_nothing_behind(arena: Served) -> None:
    def come_and_go(times: int) -> None:
        for number in range(times):
            sock = raw(arena)
            sock.sendall(struct.pack("<i", 65536 if number % 2 else -1) + bytes(60_000 if number % 2 else 0))
            sock.close()
        _until(lambda: len(arena.server.connections) == 1, arena)

    come_and_go(20)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    come_and_go(200)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 1_000_000
