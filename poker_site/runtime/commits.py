"""Runs what has to wait until a transaction has committed."""

import logging
from collections.abc import Callable

from django.db import transaction

from poker_site.ops.logs import is_news

logger = logging.getLogger("evenhand.commits")


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
    if is_news(name, type(error)):
        expected = isinstance(error, OSError)  # a server that is away; what else goes wrong is a fault of ours
        logger.error("%s failed after a commit: %s", name, error, exc_info=None if expected else error)
