"""A real PostgreSQL and a real Redis-protocol server for the tests, from wheels, leaving no trace on the machine."""

import contextlib
import os
from collections.abc import Iterator
from functools import partial

from tests.real_services import postgres, valkey
from tests.real_services.processes import ServiceError

__all__ = ["ServiceError", "running"]


@contextlib.contextmanager
def running(*, durable: bool = False) -> Iterator[dict[str, str]]:
    """The environment in which the tests find both servers; those the developer names are taken as they are."""
    with contextlib.ExitStack() as stack:
        environment = {"PATH": os.environ["PATH"]}
        for name, service in (
            ("TEST_DATABASE_URL", partial(postgres.running, durable=durable)),
            ("TEST_REDIS_URL", valkey.running),
        ):
            environment[name] = os.environ.get(name) or stack.enter_context(service())
        if not os.environ.get("TEST_DATABASE_URL"):  # pg_dump must not be older than the server
            environment["PATH"] = os.pathsep.join((str(postgres.client_folder()), environment["PATH"]))
        yield environment
