"""The example on the page of the contest's protocol plays a knock-out against itself, to the end."""

import os
import subprocess
import sys
from pathlib import Path

from tables.botwire.files import FILES
from tests.play import outcome, started
from tests.ports import free_port

PATIENCE_SECONDS = 120
NAMES = ("Ada", "Ben", "Cyd")
SET_UP = f"""
import django
django.setup()
from accounts.models import User
from accounts.services import bots
from tables.services.gaming_opening import open_game
owner = User.objects.create_user("Olga", "correct horse")
keys = [bots.open_bot(owner, name)[1] for name in {NAMES}]
table = open_game(owner, rulebook="contest", name="Two hands", players_most=3, hands_most=2, admits_bots=True)
print(*keys, table.code)
"""


def test_the_example_plays_to_the_end(tmp_path: Path) -> None:
    with started(tmp_path, PORT=free_port()) as server:
        server.wait_until_ready()
        status, output = outcome(tmp_path, sys.executable, "-c", SET_UP, DJANGO_SETTINGS_MODULE="poker_site.settings")
        assert status == 0, output
        *keys, code = output.split()
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
