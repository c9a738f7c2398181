"""Start real server processes for tests, and end each by its own id."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from poker_site.environment import BASE_DIR

PATIENCE_SECONDS = 60
SIDE_BY_SIDE = 4
Name = TypeVar("Name")
Invocation = tuple[Sequence[str], Mapping[str, str]]
MANAGE = (sys.executable, str(BASE_DIR / "manage.py"))


def environment(data_dir: Path, **variables: str) -> dict[str, str]:
    """Return the environment of a started process: of our own variables, only those that lead to programs."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV") if name in os.environ}
    return {**kept, "DATA_DIR": str(data_dir), "DUEL_PORT": "", **variables}


@dataclass
class Server:
    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)
    address: str = ""
    reader: threading.Thread = field(init=False)

    def wait_until_ready(self) -> None:
        """Read what the server prints until it gives its address; a thread reads what comes later."""
        assert self.process.stdout is not None
        timer = threading.Timer(PATIENCE_SECONDS, self.process.kill)
        timer.start()
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if found := re.match(r"Evenhand is ready: (http://\S+/)", line):
                self.address = found[1]
                break
        timer.cancel()
        self.reader = threading.Thread(target=self._read_on, daemon=True)
        self.reader.start()
        assert self.address, "\n".join(self.lines)

    def _read_on(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(line.rstrip() for line in self.process.stdout)

    def end(self, by: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(by)
        status = self.process.wait(PATIENCE_SECONDS)
        self.reader.join(PATIENCE_SECONDS)
        return status


@contextmanager
def started(data_dir: Path, command: Sequence[str] = (*MANAGE, "play"), **variables: str) -> Iterator[Server]:
    process = subprocess.Popen(
        command,
        cwd=BASE_DIR,
        env=environment(data_dir, **variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    server = Server(process)
    try:
        yield server
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def outcome(data_dir: Path, *command: str, **variables: str) -> tuple[int, str]:
    """Run a command that ends by itself, and return its status and output."""
    done = subprocess.run(
        command,
        cwd=BASE_DIR,
        env=environment(data_dir, **variables),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def outcomes(data_dir: Path, commands: Mapping[Name, Invocation]) -> dict[Name, tuple[int, str]]:
    """Run these commands with their variables, a few at a time; return status and output of each, by name."""

    def run(one: Invocation) -> tuple[int, str]:
        command, variables = one
        return outcome(data_dir, *command, **variables)

    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        return dict(zip(commands, pool.map(run, commands.values()), strict=True))


def lay_out(upgraded: Path, folder: Path) -> Path:
    """Make a data folder as `upgrade` does, but by copying one: for tests that are not about the first start."""
    from django.test import override_settings

    from poker_site.ops import upgrade

    shutil.copytree(upgraded, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("static.stamp"))
    surroundings = override_settings(DATA_DIR=folder, STATIC_ROOT=folder / "static")
    with surroundings, patch.object(upgrade, "call_command"):  # only the stamp is missing, which names the folder
        upgrade.collect_static_files(clear=False)
    return folder


def run_program(data_dir: Path, program: str, **variables: str) -> str:
    """Run a program in the surroundings of the server and return what it prints; fail if the program fails."""
    named = {"DJANGO_SETTINGS_MODULE": "poker_site.settings", **variables}
    status, text = outcome(data_dir, sys.executable, "-c", program, **named)
    assert status == 0, text
    return text


def rows(data_dir: Path, query: str) -> list[tuple[Any, ...]]:
    """Query the database of a data folder, also while a server uses it."""
    with closing(sqlite3.connect(data_dir / "evenhand.sqlite3", timeout=PATIENCE_SECONDS)) as database:
        return database.execute(query).fetchall()
