"""Find free ports for servers that tests start."""

import itertools
import os
import random
import socket
from typing import Final

FIRST: Final = 10_000
OF_EACH: Final = 2_500
"""The ports of each worker: those of eight workers lie below what the system gives to outgoing connections."""

_worker: Final = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 8
_turns: Final = itertools.count(random.randrange(OF_EACH))


def free_port() -> str:
    """Find a port that nobody else takes before it is used: each worker hands out its own, one after another."""
    for turn in itertools.islice(_turns, OF_EACH):
        port = FIRST + _worker * OF_EACH + turn % OF_EACH
        try:
            with socket.create_server(("127.0.0.1", port)):
                return str(port)
        except OSError:
            continue
    raise OSError("every port is taken")
