"""Parse the values that a browser sends, and refuse what makes no sense."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive, make_aware
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.core.refusals import Refused, Stale
from tables.play.acting import Moment

Values = Mapping[str, Any]
Verb = Callable[[int, User, Values], object]
"""Runs for a table id, a viewer and values; raises `Refused` with the reason, having changed nothing."""

_MOMENT: Final = re.compile(r"([0-9]{1,9})\.([0-9]{1,5})")
_DIGITS: Final = re.compile(r"[0-9]{1,15}")
NOT_A_NUMBER: Final = _("The amount must be a whole number of chips.")


def whole(value: Any) -> int:
    """Parse a whole number as people write it, 1,500 too; refuse anything else, and numbers over 15 digits."""
    if type(value) is int and 0 <= value < 10**15:
        return value
    text = re.sub(r"(?<=[0-9])[, \u00a0\u202f](?=[0-9]{3})", "", value.strip()) if isinstance(value, str) else ""
    if not _DIGITS.fullmatch(text):
        raise Refused(NOT_A_NUMBER)
    return int(text)


def moment(values: Values) -> Moment:
    found = _MOMENT.fullmatch(values["moment"]) if isinstance(values.get("moment"), str) else None
    if found is None:
        raise Stale
    return Moment(int(found[1]), int(found[2]))


def local_time(value: Any) -> datetime | None:
    """Parse day and time in the viewer's time zone; return None if the field is empty."""
    if value in ("", None):
        return None
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
        if moment is not None:
            return make_aware(moment) if is_naive(moment) else moment
    except (ValueError, OverflowError):
        pass
    raise Refused(_("Choose a day and a time."))


def text(value: Any) -> str:
    """Return the text without lone surrogates, which JSON can hold but a database cannot; empty if it is no text."""
    return value.encode(errors="ignore").decode() if isinstance(value, str) else ""
