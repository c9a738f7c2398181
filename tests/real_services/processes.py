"""Start a server in a folder of its own and end it, also as root."""

import contextlib
import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.ports import free_port

READY_SECONDS = 60
STOP_SECONDS = 10
PORTS_TO_TRY = 3


class ServiceError(Exception):
    """Says, in a sentence for the developer, why there can be no server."""


class Account(NamedTuple):
    user: int
    group: int


def unprivileged() -> Account | None:
    """Return the account `nobody` if we are root: PostgreSQL refuses root, and tests need no power over the machine."""
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam("nobody")
    except KeyError:
        raise ServiceError(
            "as root, the tests run their servers as the user `nobody`, which this machine does not have; "
            "run them as an ordinary user."
        ) from None
    return Account(entry.pw_uid, entry.pw_gid)


def wheel_folder(package: str) -> Path:
    """Return where a package is installed without importing it: these change the machine when imported or asked."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ServiceError(f"the package {package} is not installed; there may be none for this kind of machine.")
    return Path(spec.origin).parent


def end_with_parent() -> None:
    """Make this new process end when its parent does, even if the parent is killed outright; only Linux can."""
    if sys.platform == "linux":
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGINT)


class Workshop:
    """Fills a temporary folder that belongs to the account of the servers, which may not reach `.venv`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.account = unprivileged()
        self._give(folder)

    def copy(self, source: Path, name: str) -> None:
        target = self.folder / name
        target.parent.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("include", "__pycache__", "*.a"))
        else:
            shutil.copy(source, target)
        for path in (target.parent, target, *target.rglob("*")):
            self._give(path)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.touch(mode=0o600)
        path.write_text(text)
        self._give(path)
        return path

    def popen(self, *command: str | Path, log: Path) -> "subprocess.Popen[bytes]":
        account = self.account
        try:
            with log.open("ab") as output:
                return subprocess.Popen(
                    [str(part) for part in command],
                    user=account and account.user,
                    group=account and account.group,
                    extra_groups=[] if account else None,
                    cwd=self.folder,
                    env={"PATH": os.defpath, "LC_ALL": "C"},
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    start_new_session=True,  # Ctrl-C is for the tests; the servers outlive them
                    preexec_fn=end_with_parent,  # noqa: PLW1509  no other thread runs here
                )
        except OSError as error:
            raise ServiceError(f"cannot run {Path(command[0]).name} ({error}); TMPDIR names another folder.") from None

    def _give(self, path: Path) -> None:
        if self.account:
            os.chown(path, *self.account)


@contextlib.contextmanager
def workshop(name: str) -> Iterator[Workshop]:
    with tempfile.TemporaryDirectory(prefix=f"evenhand-{name}-") as folder:
        yield Workshop(Path(folder))


@contextlib.contextmanager
def serving(
    place: Workshop, command: Callable[[int], list[str | Path]], connect: Callable[[int], None]
) -> Iterator[int]:
    """Run the server that `command` names for a port, and yield the port once `connect` has succeeded on it.

    Another process may take the port in the moment between choosing and binding, so a few are tried.
    """
    log = place.folder / "log"
    for _ in range(PORTS_TO_TRY):
        port = int(free_port())
        process = place.popen(*command(port), log=log)
        try:
            if _wait(process, connect, port):
                yield port
                return
        finally:
            _stop(process)
    raise ServiceError(f"{Path(command(0)[0]).name} does not start: {last_line(log)}")


def last_line(log: Path) -> str:
    lines = log.read_text(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it says nothing."


def _wait(process: "subprocess.Popen[bytes]", connect: Callable[[int], None], port: int) -> bool:
    """Tell whether the server came up, which only a connection shows."""
    deadline = time.monotonic() + READY_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            connect(port)
        except Exception:
            time.sleep(0.02)
        else:
            return process.poll() is None
    return False


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGINT)  # makes both kinds of server end connections and stop cleanly
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
