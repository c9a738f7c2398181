"""Runs what has to wait until a transaction has committed."""

import logging
import time
from collections.abc import Callable
from typing import Final

from django.db import transaction

logger = logging.getLogger("evenhand.commits")

QUIET_SECONDS: Final = 60
"""Between two log lines about the same trouble."""

# When this process last wrote about a trouble: the function and the kind of error.
_told: dict[tuple[str, type[Exception]], float] = {}


def after_commit(do: Callable[..., object], *arguments: object) -> None:
    """Call `do` after the surrounding transaction has committed, or at once if there is none.

    Its failure never reaches the caller, whose action stands, and keeps nothing else from following: polls and the
    sweep find what was not told. Django's `robust=True` stops at a `partial`, which has no name for its log line.
    """

    def guarded() -> None:
        try:
            do(*arguments)
        except Exception as error:
            _report(getattr(do, "__qualname__", repr(do)), error)

    transaction.on_commit(guarded)


def _report(name: str, error: Exception) -> None:
    """Write a line, but not for each of the hundreds of messages that a lost server keeps from being sent."""
    trouble, now = (name, type(error)), time.monotonic()
    if now - _told.get(trouble, -QUIET_SECONDS) < QUIET_SECONDS:
        return
    _told[trouble] = now
    expected = isinstance(error, OSError)  # a server that is away; what else goes wrong is a fault of ours
    logger.error("%s failed after a commit: %s", name, error, exc_info=None if expected else error)
