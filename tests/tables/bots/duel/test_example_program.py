"""Test that the example on the page of the arena's protocol plays a whole match."""

import subprocess
import sys

from tables.bots.api.files import FILES
from tests.tables.bots.duel.conftest import Served

PATIENCE_SECONDS = 60


def run(port: int, *name: str) -> tuple[int, str]:
    program = [sys.executable, str(FILES["duel.py"].path), "127.0.0.1", str(port), *name]
    done = subprocess.run(program, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_the_example_plays_a_hundred_hands(arena: Served) -> None:
    status, said = run(arena.port)
    assert status == 0
    assert said.startswith("Complete playing ")
    place = [player.name for player in arena.store.records[0].players].index("Example")
    nets = [hand.nets[place] for hand in arena.store.hands]
    assert (len(nets), sum(nets)) == (100, int(said.split()[-1]))


def test_the_example_prints_the_error_and_fails(arena: Served) -> None:
    status, said = run(arena.port, "x" * 99)
    assert status == 1
    assert "name: a text" in said
