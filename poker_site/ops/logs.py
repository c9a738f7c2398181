import logging
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

OUTAGES: Final = {
    "redis.exceptions.ConnectionError",
    "redis.exceptions.TimeoutError",
    "kombu.exceptions.OperationalError",
    "celery.beat.SchedulingError",
}
"""The errors that mean that a server is away, by name: a site without Redis does not load its library."""
_KEYS = re.compile(r"(/(?:reset/key|confirm-email)/)[^\s'\"]+")

QUIET_SECONDS: Final = 60
"""Seconds between two log lines about the same trouble."""

_MOST_REMEMBERED: Final = 1000
# Maps a trouble to the time when this process last wrote about it.
_told: dict[object, float] = {}


def is_news(*trouble: object) -> bool:
    """Tell whether to write a line about this trouble: once a minute, however often it comes."""
    now = time.monotonic()
    if now - _told.get(trouble, -QUIET_SECONDS) < QUIET_SECONDS:
        return False
    if len(_told) > _MOST_REMEMBERED:
        _told.clear()
    _told[trouble] = now
    return True


class ThrottleOutages(logging.Filter):
    """Reduces the logs of an outage to one line a minute for each kind of message, without a traceback.

    Libraries write about it again and again: Celery's beat several times a second.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = _outage_in(record)
        if error is None:
            return True
        if not is_news(record.name, str(record.msg), type(error)):
            return False
        text = record.getMessage().splitlines()[0]
        record.msg = text if str(error) in text else f"{text} ({type(error).__name__}: {error})"
        record.args = record.exc_info = record.exc_text = None
        return True


def _outage_in(record: logging.LogRecord) -> BaseException | None:
    """Return the error of Redis or of the broker that a record is about, if there is one."""
    named = record.args if isinstance(record.args, tuple) else ()
    first = [record.exc_info[1] if record.exc_info else None, *named]
    chains = (link for error in first if isinstance(error, BaseException) for link in _chain(error))
    return next(filter(_is_outage, chains), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its explicit causes, but not errors during whose handling it was raised."""
    while error is not None:
        yield error
        error = error.__cause__


def _is_outage(error: BaseException) -> bool:
    return any(f"{kind.__module__}.{kind.__name__}" in OUTAGES for kind in type(error).__mro__)


class HideKeys(logging.Filter):
    """Hides the keys in addresses that open an account, as links in mails do."""

    def filter(self, record: logging.LogRecord) -> bool:
        try:
            text = record.getMessage()
        except (TypeError, ValueError):  # a wrong call of the logger, which logging itself reports
            return True
        if _KEYS.search(text):
            record.msg, record.args = _KEYS.sub(r"\1...", text), None
        return True


_BREAKS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029]")


class OneLine(logging.Formatter):
    """Begins each line with the time in UTC, and escapes line breaks in messages; only tracebacks span lines."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802  logging's name
        return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's name
        record.message = _BREAKS.sub(lambda found: ascii(found[0])[1:-1], record.message)
        return super().formatMessage(record)
