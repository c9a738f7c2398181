"""Remember which server does not answer, so that work goes on without it instead of waiting again and again."""

import logging
import threading
import time
from typing import Final

from poker_site.ops.logs import is_news

logger = logging.getLogger("evenhand.outages")

RETRY_SECONDS: Final = 1.0
"""Seconds after a failure in which no caller may ask the server."""
MOST_SECONDS_ASKING: Final = 10.0
"""Seconds for which one caller may try a server that is cut off, while others go on without it."""


class Outage:
    """Remembers that a server has failed to answer this process, until it answers again."""

    def __init__(self, server: str, consequence: str) -> None:
        self.server = server
        self.consequence = consequence
        self.is_on = False
        self._next_try = 0.0
        self._lock = threading.Lock()

    def may_ask(self) -> bool:
        """Tell whether to ask the server now: always while it answers, else one caller at a time, now and then."""
        if not self.is_on:
            return True
        with self._lock:
            now = time.monotonic()
            if now < self._next_try:
                return False
            self._next_try = now + MOST_SECONDS_ASKING
            return True

    def failed(self, error: Exception) -> None:
        """Leave the server alone for a moment, and write one line a minute for each kind of error."""
        with self._lock:
            self.is_on, self._next_try = True, time.monotonic() + RETRY_SECONDS
        if is_news(self.server, type(error)):
            logger.error("%s fails, %s: %s: %s", self.server, self.consequence, type(error).__name__, error)

    def answered(self) -> None:
        self.is_on = False


REDIS: Final = Outage("Redis", "the site goes on without cache and messages")
BROKER: Final = Outage("the broker", "tasks are not sent")
