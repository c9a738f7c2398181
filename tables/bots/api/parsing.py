"""Read what a program sends: a message of the protocol, or the reason why it is none."""

import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from django.utils.translation import gettext_lazy as _

from poker_site.web.refusals import Refused
from tables.bots.api import schema

LONGEST: Final = 4096
_LARGEST: Final = 10**15


class NotUnderstood(Refused):
    def __init__(self, code: str, sentence: Any, re: Any = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.re = re


def read(text: str) -> Mapping[str, Any]:
    """Return a message of a known type that the schema accepts; raise `NotUnderstood` for anything else."""
    try:
        values = json.loads(text, parse_float=_number, parse_constant=_no_number)
        _refuse_half_characters(text, values)
    except (ValueError, RecursionError):
        raise NotUnderstood("bad_json", _("This is not JSON.")) from None
    if not isinstance(values, dict):
        raise NotUnderstood("bad_message", _("A message is a JSON object."))
    re = values.get("id")
    re = re if type(re) is int or (isinstance(re, str) and len(re) <= 64) else None
    if not isinstance(values.get("type"), str) or values["type"] not in schema.ASKED:
        raise NotUnderstood("unknown_type", _("There is no such type of message."), re)
    if fault := schema.fault(values):
        raise NotUnderstood("bad_message", _("The message is not as the protocol says: %s") % fault[:200], re)
    return values


def _refuse_half_characters(text: str, values: Any) -> None:
    """Refuse lone surrogates, which JSON can name but nobody can send on."""
    if "\\ud" in text.lower():
        json.dumps(values, ensure_ascii=False).encode()


def _number(text: str) -> float | int:
    """Read 5.0 as 5, as some languages write whole numbers that way."""
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < _LARGEST else number


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)
