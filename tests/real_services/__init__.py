"""Run a real PostgreSQL and real Redis-protocol servers for tests, from wheels, without a trace on the machine."""

import contextlib
import os
from collections.abc import Iterator

from tests.real_services import postgres, valkey
from tests.real_services.processes import ServiceError

__all__ = ["ServiceError", "running"]


@contextlib.contextmanager
def running(*, durable: bool = False, redis_servers: int = 1) -> Iterator[dict[str, str]]:
    """Run the servers and yield the environment that names them; servers that the developer names are used instead.

    Messages and tasks on one Redis server reach all processes that use it, so each worker of the tests takes its own.
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
