"""Remembers which server does not answer, so that work goes on without it instead of waiting for it again and again."""

import logging
import time
from typing import Final

from poker_site.logs import is_news

logger = logging.getLogger("evenhand.outages")

RETRY_SECONDS: Final = 1.0
"""For so long after a failure nobody asks this server. One that is cut off costs seconds at each attempt."""


class Outage:
    """Whether a server failed to answer this process a moment ago."""

    def __init__(self, server: str, consequence: str) -> None:
        self.server = server
        self.consequence = consequence
        self._until = 0.0

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self._until

    def note(self, error: Exception) -> None:
        """Leave the server alone for a moment, and write one line a minute for each kind of error."""
        self._until = time.monotonic() + RETRY_SECONDS
        if is_news(self.server, type(error)):
            logger.error("%s fails, %s: %s: %s", self.server, self.consequence, type(error).__name__, error)


REDIS: Final = Outage("Redis", "the site goes on without cache and messages")
BROKER: Final = Outage("the broker", "tasks are not sent")
