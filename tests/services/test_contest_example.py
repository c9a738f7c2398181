"""The example on the page of the contest's protocol plays a knock-out against itself, to the end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tables.bots.api.files import FILES
from tests.play import lay_out, run_program, started
from tests.ports import free_port

PATIENCE_SECONDS = 120
NAMES = ("Ada", "Ben", "Cyd")
SET_UP = f"""
import django
django.setup()
from accounts.models import User
from accounts.services import bots
from tables.hosting.open_game import open_game
owner = User.objects.create_user("Olga")
keys = [bots.open_bot(owner, name)[1] for name in {NAMES}]
manners = {{"admits_bots": True, "pace": 5}}
table = open_game(owner, rulebook="contest", name="Two hands", players_most=3, hands_most=2, **manners)
print(*keys, table.code)
"""


@pytest.mark.long
def test_example_plays_a_knock_out_to_its_end(upgraded: Path, tmp_path: Path) -> None:
    *keys, code = run_program(lay_out(upgraded, tmp_path), SET_UP).split()
    with started(tmp_path, PORT=free_port()) as server:
        server.wait_until_ready()
        address = server.address.replace("http", "ws") + "contest/"
        players = [_start(address, name, key, code) for name, key in zip(NAMES, keys, strict=True)]
        said = [player.communicate(timeout=PATIENCE_SECONDS)[0] for player in players]
        assert [player.returncode for player in players] == [0, 0, 0], said
        assert len(set(said)) == 1
        assert all(name in said[0] for name in NAMES)
        assert server.end() == 0
    assert not any("Traceback" in line for line in server.lines), "\n".join(server.lines)


def _start(address: str, name: str, key: str, code: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(FILES["contest.py"].path), address, name, code],
        env={"PATH": os.environ["PATH"], "BOT_KEY": key},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
