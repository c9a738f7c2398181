"""Run functions once a transaction has committed."""

import logging
from collections.abc import Callable

from django.db import transaction

from poker_site.ops.logs import is_news

logger = logging.getLogger("evenhand.commits")


def after_commit(do: Callable[..., object], *arguments: object) -> None:
    """Call `do` after the surrounding transaction has committed, or at once if there is none.

    Its failure is logged and reaches neither the caller, whose action stands, nor other functions: polls and the sweep
    find what was not published. Django's `robust=True` fails for a `partial`, which has no name for its log line.
    """

    def guarded() -> None:
        try:
            do(*arguments)
        except Exception as error:
            _report(getattr(do, "__qualname__", repr(do)), error)

    transaction.on_commit(guarded)


def _report(name: str, error: Exception) -> None:
    """Log a failure, but not once for each of the hundreds of messages that an outage keeps from being sent."""
    if is_news(name, type(error)):
        expected = isinstance(error, OSError)  # a server is away; any other error is a bug of ours
        logger.error("%s failed after a commit: %s", name, error, exc_info=None if expected else error)
