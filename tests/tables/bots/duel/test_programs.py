"""Test programs at real sockets, with the habits of public ones, to the last message."""

import threading
from typing import Any

import pytest

from tests.tables.bots.duel.conftest import Served
from tests.tables.bots.duel.programs import PATIENCE, Characters, Client, Deciding, Drop, Joined, Older, Told

COMPLETE = {"info": "success", "text": "Complete playing"}


def play(*clients: Client) -> list[Told]:
    """Run all clients at once, and return the last message of each."""
    ends: dict[Client, Any] = {}

    def run(client: Client) -> None:
        ends[client] = client.run()

    threads = [threading.Thread(target=run, args=(client,), daemon=True) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return [ends[client] for client in clients]


@pytest.mark.parametrize("kind", [Client, Joined, Characters, Drop])
def test_every_reading_habit_works_against_a_house_bot(arena: Served, kind: type[Client]) -> None:
    client = kind(arena.port)
    client.enter(bots=["CallAgent"], game_number=5, name="德州 bot")
    assert client.run() == COMPLETE
    assert sum(told["info"] == "result" for told in client.told) == 5
    assert client.ends() == b""
    client.close()


def test_different_programs_play_at_one_table(arena: Served) -> None:
    kinds = [Client, Joined, Characters, Drop, Client, Joined]
    clients = [kind(arena.port) for kind in kinds]
    for number, client in enumerate(clients):
        client.enter(room_number=6, game_number=4, name=f"P{number}")
    assert play(*clients) == [COMPLETE] * 6
    sums = [0] * 6
    for result in [told for told in clients[0].told if told["info"] == "result"]:
        sums = [total + player["win_money"] for total, player in zip(sums, result["players"], strict=True)]
        assert sum(player["win_money"] for player in result["players"]) == 0
    assert len(arena.store.hands) == 4
    for client in clients:
        client.close()


def test_the_older_dialect_plays_at_a_socket(arena: Served) -> None:
    old = Older(arena.port)
    old.enter(bots=["CallAgent"])
    for _ in range(3):
        while (told := old.hear())["info"] != "result":
            if told["position"] == told["action_position"]:
                old.say(info="action", action="call")
        old.between()
    old.close()


def test_raises_and_folds_are_played_at_sockets(arena: Served) -> None:
    def wild(state: Told) -> str:
        bounds = state["raise_range"]
        return f"r{bounds[0]}" if bounds else "call"

    def meek(state: Told) -> str:
        return "fold" if len(state["action_history"]) > 1 else "call"

    one, two = Deciding(arena.port, wild), Deciding(arena.port, meek)
    one.enter(game_number=6)
    two.enter(game_number=6)
    assert play(one, two) == [COMPLETE] * 2
    one.close()
    two.close()


def test_an_illegal_action_ends_the_match_and_the_connections(arena: Served) -> None:
    one, two = Deciding(arena.port, lambda state: "jump"), Client(arena.port)
    one.enter()
    two.enter()
    ends = play(one, two)
    assert ends[0] == ends[1]
    assert ends[0]["info"] == "error"
    assert one.ends() == two.ends() == b""
    one.close()
    two.close()


def test_an_action_after_more_than_a_minute_ends_the_match(arena: Served) -> None:
    client = Client(arena.port)
    client.enter(bots=["CallAgent", "CallAgent"], room_number=3)
    while (told := client.hear())["action_position"] != told["position"]:
        pass
    arena.pass_(59)
    client.say(info="action", action="call")
    while (told := client.hear())["action_position"] != told["position"]:
        pass
    client.open = None
    arena.pass_(61)
    assert "60 seconds" in client.run()["text"]
    client.close()


def test_a_program_that_disconnects_can_come_back_to_another_match(arena: Served) -> None:
    one, two = Client(arena.port), Client(arena.port)
    one.enter()
    two.enter()
    two.hear()
    one.close()
    assert two.run() == {"info": "error", "text": "A is disconnected."}
    again = Client(arena.port)
    again.enter(bots=["CallAgent"])
    assert again.run() == COMPLETE
    for client in (two, again):
        client.close()


def test_a_watcher_at_a_socket_gets_every_result(arena: Served) -> None:
    one, two, watcher = Client(arena.port), Joined(arena.port), Joined(arena.port)
    one.enter()
    two.enter()
    two.hear()
    watcher.say(info="observer", room_id=1)
    watcher.hear()
    play(one, two)
    while watcher.hear()["info"] != "success":
        pass
    assert sum(told["info"] == "result" for told in watcher.told) == 3
    for client in (one, two, watcher):
        client.close()


@pytest.mark.parametrize("players", [2, 6])
def test_house_bots_play_each_other_for_a_client(arena: Served, players: int) -> None:
    client = Joined(arena.port)
    client.say(info="ai_vs_ai", room_id=5, room_number=players, bots=["CallAgent"] * players, game_number=50)
    while client.hear()["info"] not in ("success", "error"):
        pass
    assert client.told[-1] == COMPLETE
    infos = [told["info"] for told in client.told]
    assert infos.count("result") == 50
    assert infos.count("state") == 50 * (4 * players + 1)
    client.close()


def test_a_stopping_server_tells_its_clients(arena: Served) -> None:
    client = Client(arena.port)
    client.enter(bots=["CallAgent"])
    client.hear()
    arena.loop.call_soon_threadsafe(arena._end.set)
    assert "server stops" in client.run()["text"]
    client.close()
