"""Run `manage.py play` with a thread beside it that runs the functions of `seeding.py` for the tests.

`python -m tests.browser.seeded_server SOCKET` is the server; tests call it through `Seeds`.
"""

import os
import sys
import threading
import traceback
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import Any

Call = tuple[str, tuple[Any, ...], dict[str, Any]]


class SeedingError(Exception):
    """Raised when a function of `seeding.py` fails in the server; the text is its traceback."""


class Seeds:
    """Calls functions in the server: `seeds.open_table("Ada")` runs `seeding.open_table("Ada")` there."""

    def __init__(self, socket: Path) -> None:
        self._connection: Any = Client(str(socket))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            self._connection.send((name, arguments, named))
            answer, trouble = self._connection.recv()
            if trouble:
                raise SeedingError(trouble)
            return answer

        return call

    def close(self) -> None:
        self._connection.close()


def _answer_calls(listener: Listener) -> None:
    while True:
        with listener.accept() as connection:
            _answer(connection)


def _answer(connection: "Connection[Any, Any]") -> None:
    from django.db import connections

    seeding = import_module("tests.browser.seeding")  # the first call comes when Django is ready
    while True:
        try:
            name, arguments, named = connection.recv()
        except EOFError:
            return
        try:
            connection.send((getattr(seeding, name)(*arguments, **named), None))
        except Exception:
            connection.send((None, traceback.format_exc()))
        finally:
            connections.close_all()


def main(socket: str) -> None:
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
    listener = Listener(socket)
    threading.Thread(target=_answer_calls, args=(listener,), name="seeding", daemon=True).start()
    execute_from_command_line(["manage.py", "play"])


if __name__ == "__main__":
    main(sys.argv[1])
