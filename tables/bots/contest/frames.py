"""Read what a program of the contest sends: an event, or nothing that makes sense."""

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

LONGEST: Final = 16_384


class ReceivedEvent(NamedTuple):
    event: str
    data: Mapping[str, Any]
    """The event's data; empty where it was missing, or no object."""


def read(text: str | None) -> ReceivedEvent | None:
    """Parse a frame; None if it is too long, no object or names no event. Numbers of any size are kept as decimals."""
    if text is None or len(text) > LONGEST:
        return None
    try:
        frame = json.loads(text, parse_int=_number, parse_float=_number, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    if not isinstance(frame, dict) or not isinstance(frame.get("eventName"), str):
        return None
    data = frame.get("data")
    return ReceivedEvent(frame["eventName"], data if isinstance(data, dict) else {})


def _number(text: str) -> Decimal | str:
    try:
        return Decimal(text)
    except ArithmeticError:  # the exponent is too large even for a decimal
        return text


def _no_number(text: str) -> str:
    """Keep NaN and its like, which some languages write, as a word like any other."""
    return text


def event(name: str, data: Any) -> str:
    return json.dumps({"eventName": name, "data": data}, ensure_ascii=False)
