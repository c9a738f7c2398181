"""Test that each room has a task on the server as long as it is there, and that the server's own task goes on."""

import asyncio
import json
import struct
import threading
from collections.abc import Iterator

import pytest

from tests.tables.bots.duel.conftest import Served
from tests.tables.bots.duel.programs import PATIENCE, Client

COMPLETE = {"info": "success", "text": "Complete playing"}
FAILED = {"info": "error", "text": "Unhandled error"}


def rooms_with_tasks(arena: Served) -> list[str]:
    return sorted(arena.ask(lambda: [task.get_name() for task in asyncio.all_tasks() if "room" in task.get_name()]))


@pytest.fixture
def clients(arena: Served) -> Iterator[list[Client]]:
    known = [Client(arena.port) for _ in range(4)]
    yield known
    for client in known:
        client.close()


def test_a_room_has_one_task_from_its_opening_to_its_end(arena: Served, clients: list[Client]) -> None:
    one, two, three, _ = clients
    one.enter(room_id=5, bots=["CallAgent"], game_number=2)
    two.enter(room_id=6, bots=["CallAgent"], game_number=2)
    one.hear()
    two.hear()
    assert rooms_with_tasks(arena) == ["room 5", "room 6"]
    three.say(info="observer", room_id=6)
    three.hear()
    assert one.run() == COMPLETE
    assert rooms_with_tasks(arena) == ["room 6"]
    assert two.run() == COMPLETE
    assert rooms_with_tasks(arena) == []


@pytest.mark.parametrize("left", ["a player", "the one who let house bots play"])
def test_a_room_that_is_broken_off_leaves_no_task(arena: Served, clients: list[Client], left: str) -> None:
    one, two, *_ = clients
    if left == "a player":
        one.enter()
        two.enter()
    else:
        one.say(info="ai_vs_ai", room_id=1, room_number=2, bots=["CallAgent"] * 2, game_number=1_000_000)
    one.hear()
    assert rooms_with_tasks(arena) == ["room 1"]
    one.close()
    if left == "a player":
        two.run()
    while rooms_with_tasks(arena):
        pass
    assert arena.store.ends == ["A is disconnected." if left == "a player" else "Nobody is connected any more."]


def test_a_stop_leaves_no_task(arena: Served, clients: list[Client]) -> None:
    """There are a room that waits for a player, one that is not full, and one that never pauses."""
    one, two, three, _ = clients
    one.enter(room_id=1, bots=["CallAgent"])
    two.enter(room_id=2)
    three.say(info="ai_vs_ai", room_id=3, room_number=2, bots=["CallAgent"] * 2, game_number=1_000_000)
    one.hear()
    three.hear()
    while rooms_with_tasks(arena) != ["room 1", "room 2", "room 3"]:
        pass
    arena.stop()
    assert arena.left == set()
    assert b"The server stops." in two.ends()


def test_an_error_in_a_room_s_task_ends_only_that_room(
    arena: Served, clients: list[Client], caplog: pytest.LogCaptureFixture
) -> None:
    one, other, watcher, _ = clients
    other.enter(room_id=2, bots=["CallAgent"])
    other.hear()
    one.enter(room_id=1, bots=["CallAgent"])
    one.hear()
    watcher.say(info="observer", room_id=1)
    watcher.hear()

    def spoil() -> None:
        arena.server.hall.rooms[1].step = None  # type: ignore[method-assign, assignment]

    arena.ask(spoil)
    assert one.run() == last(watcher) == FAILED
    assert [record.message for record in caplog.records] == ["room 1 failed"]
    assert rooms_with_tasks(arena) == ["room 2"]
    assert other.run() == COMPLETE


def last(client: Client) -> object:
    """Return the last message of all until the end."""
    data, body = client.ends(), b""
    while data:
        (length,) = struct.unpack("<i", data[:4])
        body, data = data[4 : 4 + length], data[4 + length :]
    return json.loads(body)


def test_a_sweep_that_fails_is_logged_and_the_next_one_comes(
    arena: Served, clients: list[Client], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails, went_on = [True, True], threading.Event()
    looked: list[bool] = []

    def sweep() -> None:
        if fails:
            fails.pop()
            raise RuntimeError("of a test")
        went_on.set()

    monkeypatch.setattr(arena.server.doorkeeper, "sweep", lambda server: looked.append(True))
    monkeypatch.setattr(arena.server.hall, "sweep", sweep)
    assert went_on.wait(PATIENCE)
    assert len(looked) >= 2
    assert [record.message for record in caplog.records] == ["a sweep failed; the next one comes"] * 2
    clients[0].enter(bots=["CallAgent"])
    assert clients[0].run() == COMPLETE
