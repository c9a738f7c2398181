"""A backup on a new machine is all that its site needs."""

import json
from pathlib import Path

from tests.play import MANAGE, lay_out, outcome, run_program

STATIC = """
import django, json
django.setup()
from django.conf import settings
from django.templatetags.static import static
from accounts.models import User
file = settings.STATIC_ROOT / static("img/mark.svg").removeprefix(settings.STATIC_URL)
print(json.dumps([file.exists(), User.objects.count()]))
"""


def test_static_files_are_there_after_a_restore(upgraded: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "backup", tmp_path / "new"
    status, text = outcome(lay_out(upgraded, tmp_path / "old"), *MANAGE, "backup", str(file))
    assert status == 0, text
    new.mkdir(mode=0o700)
    status, text = outcome(new, *MANAGE, "restore", str(file))
    assert status == 0, text
    assert json.loads(run_program(new, STATIC)) == [True, 0]
