"""The very first command reports trouble with Python or the folder in one sentence."""

import builtins
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from poker_site.ops import bootstrap


class OldVersion(NamedTuple):
    major: int = 3
    minor: int = 8
    micro: int = 10


def refusal(lock: str = "requirements.lock") -> str:
    with pytest.raises(SystemExit) as caught:
        bootstrap.main(lock)
    sentence = str(caught.value)
    assert sentence.startswith("evenhand: ")
    assert "\n" not in sentence
    return sentence


@pytest.fixture
def bare_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "poker_site" / "ops").mkdir(parents=True)
    (tmp_path / "requirements.lock").write_text("")
    monkeypatch.setattr(bootstrap, "__file__", str(tmp_path / "poker_site" / "ops" / "bootstrap.py"))
    return tmp_path


def test_an_old_python_is_refused_with_the_version_that_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", OldVersion())
    assert "Python 3.11 or newer is needed, this is 3.8.10" in refusal()


def test_a_python_without_venv_is_refused(bare_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_ensurepip(name: str, *rest: Any) -> Any:
        if name == "ensurepip":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_ensurepip)
    assert "no venv module" in refusal()


def test_a_folder_that_cannot_be_written_is_named(bare_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert str(bare_folder) in refusal()


def test_a_failed_installation_is_reported_and_can_be_repeated(
    bare_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "make_venv", lambda here, venv: (bare_folder / ".venv").mkdir(exist_ok=True))
    monkeypatch.setattr(subprocess, "call", lambda command: 1)
    assert "could be installed" in refusal()
    monkeypatch.setattr(subprocess, "call", lambda command: 0)
    bootstrap.main("requirements.lock")


def test_packages_are_installed_again_only_when_the_lock_changes(
    bare_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[str]] = []

    def install(command: list[str]) -> int:
        calls.append(command)
        return 0

    monkeypatch.setattr(bootstrap, "make_venv", lambda here, venv: (bare_folder / ".venv").mkdir(exist_ok=True))
    monkeypatch.setattr(subprocess, "call", install)
    for _ in range(2):
        bootstrap.main("requirements.lock")
    assert len(calls) == 1
    assert "--require-hashes" in calls[0]
    (bare_folder / "requirements.lock").write_text("something==1.0")
    bootstrap.main("requirements.lock")
    assert len(calls) == 2
