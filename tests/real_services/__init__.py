"""A real PostgreSQL and a real Redis-protocol server for the tests, from wheels, leaving no trace on the machine."""

import contextlib
import os
from collections.abc import Iterator

from tests.real_services import postgres, valkey
from tests.real_services.processes import ServiceError

__all__ = ["ServiceError", "running"]


@contextlib.contextmanager
def running(*, durable: bool = False, redis_servers: int = 1) -> Iterator[dict[str, str]]:
    """The environment in which the tests find these servers; those the developer names are taken as they are.

    Messages and tasks of one Redis server reach everybody who uses it, so each worker of the tests takes its own.
    """
    with contextlib.ExitStack() as stack:
        environment = {"PATH": os.environ["PATH"]}
        environment["TEST_DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL") or stack.enter_context(
            postgres.running(durable=durable)
        )
        environment["TEST_REDIS_URL"] = os.environ.get("TEST_REDIS_URL") or " ".join(
            stack.enter_context(valkey.running()) for _ in range(redis_servers)
        )
        if not os.environ.get("TEST_DATABASE_URL"):  # pg_dump must not be older than the server
            environment["PATH"] = os.pathsep.join((str(postgres.client_folder()), environment["PATH"]))
        yield environment
