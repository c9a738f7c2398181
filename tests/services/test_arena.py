"""The arena runs in real processes: beside the site, alone, and again after it was killed."""

import signal
import socket
from pathlib import Path

import pytest

from tests.play import MANAGE, Server, lay_out, outcome, rows, started
from tests.ports import free_port
from tests.tables.bots.duel.programs import Client

COMPLETE = {"info": "success", "text": "Complete playing"}


@pytest.fixture(scope="module")
def data_dir(upgraded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(upgraded, tmp_path_factory.mktemp("data"))


def wait_for(server: Server, beginning: str) -> None:
    """Wait for a line that the process prints, before or after it is ready."""
    while not any(line.startswith(beginning) for line in server.lines):
        assert server.process.poll() is None
        server.reader.join(0.02)


def test_programs_play_beside_the_site(data_dir: Path) -> None:
    port = free_port()
    with started(data_dir, PORT=free_port(), DUEL_PORT=port) as server:
        server.wait_until_ready()
        wait_for(server, f"Programs play on 127.0.0.1 port {port}.")
        client = Client(int(port))
        client.enter(bots=["CallAgent"], game_number=3)
        assert client.run() == COMPLETE
        client.close()
        assert server.end() == 0
    assert rows(data_dir, "SELECT state, hands_wanted FROM tables_arenamatch") == [("complete", 3)]
    assert rows(data_dir, "SELECT count(*) FROM tables_arenahand") == [(3,)]


def test_taken_port_is_reported_in_one_sentence_and_the_site_goes_on(data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        with started(data_dir, PORT=free_port(), DUEL_PORT=port) as server:
            server.wait_until_ready()
            wait_for(server, f"evenhand: cannot listen for programs on 127.0.0.1 port {port}")
            assert server.end() == 0
        assert not any("Traceback" in line for line in server.lines)


def test_finished_hands_survive_a_kill(data_dir: Path) -> None:
    port = free_port()
    command = (*MANAGE, "arena")
    with started(data_dir, command, DUEL_PORT=port) as server:
        assert server.process.stdout is not None
        assert port in server.process.stdout.readline()
        one, two = Client(int(port)), Client(int(port))
        one.enter(game_number=500)
        two.enter(game_number=500)
        results = _play_until(one, two, hands=40)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        for client in (one, two):
            client.close()
    with started(data_dir, command, DUEL_PORT=port) as server:
        assert server.process.stdout is not None
        assert port in server.process.stdout.readline()
        [(state, why, hands)] = rows(
            data_dir,
            "SELECT state, why, (SELECT count(*) FROM tables_arenahand WHERE match_id = m.id) "
            "FROM tables_arenamatch m ORDER BY id DESC LIMIT 1",
        )
        assert (state, why) == ("broken", "The server ended in the middle of it.")
        assert isinstance(hands, int)
        assert hands in (results, results + 1)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(30) == 0


def _play_until(one: Client, two: Client, *, hands: int) -> int:
    """Play turn by turn, to the result of this many hands; return their number."""
    results = 0
    while True:
        for client in (one, two):
            told = client.hear()
            if told["info"] == "state" and told["position"] == told["action_position"]:
                client.say(info="action", action=client.decide(told))
            if told["info"] == "result":
                results += client is two
                if results == hands:
                    return results
                client.between()


def test_arena_command_says_what_is_wrong(data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        status, text = outcome(data_dir, *MANAGE, "arena", DUEL_PORT=port)
    assert status != 0
    assert "Traceback" not in text
    assert f"port {port}" in text
    status, text = outcome(data_dir, *MANAGE, "arena", DUEL_PORT="")
    assert (status, len(text.splitlines())) == (1, 1)
    assert "DUEL_PORT" in text
