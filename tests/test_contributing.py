"""CONTRIBUTING.md is true: its example runs, and the files and folders that it names are there."""

import re
from typing import Final

import pytest

from poker_site.environment import BASE_DIR

TEXT: Final = (BASE_DIR / "CONTRIBUTING.md").read_text(encoding="utf-8")
PATHS: Final = re.findall(r"`((?:tables|accounts|poker_site|tests|static|locale)(?:/[\w./-]*)?)`", TEXT)


def test_the_example_of_the_engine_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [code] = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out.splitlines()[-1] == "{2: 600, 3: -300, 1: -300}"


def test_every_file_and_folder_it_names_is_there() -> None:
    assert len(PATHS) > 20
    assert [path for path in PATHS if not (BASE_DIR / path).exists()] == []
