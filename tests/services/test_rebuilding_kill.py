"""The counting of results goes on where it was after a kill, and comes to what it would have come to."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.play import MANAGE, environment, lay_out, outcome

HANDS = 350
FILL = f"""
import django
django.setup()
from accounts.models import User
from tests.past import play_hands
from tests.tables.helpers import open_table
users = [User.objects.create_user(username=name) for name in ("Alice", "Bob", "Carol")]
play_hands(open_table(users[0]), users, {HANDS})
"""
TELL = """
import django
django.setup()
from tests.tables.sessions import rows
found = rows()
assert sum(row["hands"] for row in found) == 3 * %d, found
print(hash(str(found)))
"""
SETTINGS = {"DJANGO_SETTINGS_MODULE": "poker_site.settings", "PYTHONHASHSEED": "0"}


def run(data: Path, *command: str) -> str:
    status, text = outcome(data, *command, **SETTINGS)
    assert status == 0, text
    return text


def told(data: Path) -> str:
    return run(data, sys.executable, "-c", TELL % HANDS)


@pytest.mark.whole_matrix("ten seconds; tests/tables/records/test_rebuilding_results.py cuts it off at each step")
def test_counting_goes_on_after_a_kill(upgraded: Path, tmp_path: Path) -> None:
    run(lay_out(upgraded, tmp_path), sys.executable, "-c", FILL)
    command = (*MANAGE, "rebuild_results")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment(tmp_path)) as killed:
        assert killed.stderr is not None
        assert " 28 %" in killed.stderr.readline()
        killed.send_signal(signal.SIGKILL)
    text = run(tmp_path, *command)
    assert "Going on after " in text
    assert f"The results of {HANDS} hands are counted anew." in text
    after_a_kill = told(tmp_path)
    run(tmp_path, *command, "--again")
    assert told(tmp_path) == after_a_kill
