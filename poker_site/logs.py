import logging
import re

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
