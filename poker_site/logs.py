import logging
import re
from datetime import UTC, datetime

_KEYS = re.compile(r"(/(?:reset/key|confirm-email)/)[^\s'\"]+")


class HideKeys(logging.Filter):
    """No log line carries the part of an address that opens an account."""

    def filter(self, record: logging.LogRecord) -> bool:
        try:
            text = record.getMessage()
        except (TypeError, ValueError):  # a wrong call of the logger, which logging itself will complain of
            return True
        if _KEYS.search(text):
            record.msg, record.args = _KEYS.sub(r"\1...", text), None
        return True


_BREAKS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029]")


class OneLine(logging.Formatter):
    """Lines begin with the time in UTC, and no message can begin one of its own. Only a traceback has several."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802  logging's name
        return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's name
        record.message = _BREAKS.sub(lambda found: ascii(found[0])[1:-1], record.message)
        return super().formatMessage(record)
