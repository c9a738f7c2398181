"""Examine PHH files that users bring along: what hands are in them, and what is wrong with those that do not play."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.core.refusals import in_words
from tables.engine.phh_many import sections
from tables.engine.phh_reading import read_phh
from tables.engine.phh_text import NotReadable

LONGEST_TITLE: Final = 80

_IN_TOML: Final = re.compile(r"at line ([0-9]+), column")


@dataclass(frozen=True)
class Fit:
    """Holds a hand that can be played here."""

    title: str
    source: str


@dataclass(frozen=True)
class Unfit:
    file: str
    hand: int | None
    line: int | None
    reason: str


def examine(file: str, text: str, *, most: int) -> Iterator[Fit | Unfit]:
    """Examine each hand of the file, but only the first `most`."""
    found = list(sections(text))
    for section in found[:most]:
        number = section.number if len(found) > 1 else None
        try:
            read_phh(section.text)
        except NotReadable as error:
            yield Unfit(file, number, section.line - 1 + _line(section.text, error), _why(error))
        else:
            yield Fit(_title(file, number, section.text), section.text)
    if len(found) > most:
        left = len(found) - most
        told = ngettext("%(number)d hand too many was not read", "%(number)d hands too many were not read", left)
        yield Unfit(file, None, None, told % {"number": left})


def _why(error: NotReadable) -> str:
    """Say the reason and, if an action is to blame, which one."""
    reason = in_words(error)
    if not error.action:
        return reason
    values = {"number": error.action, "text": repr(error.text), "reason": reason}
    return _("action %(number)s (%(text)s): %(reason)s") % values


def _line(text: str, error: NotReadable) -> int:
    """Find the line of the error within the section, counted from 1."""
    lines = text.splitlines()
    if error.action:
        actions = [str(one) for one in tomllib.loads(text)["actions"]]
        wanted = actions[error.action - 1]
        before = actions[: error.action - 1].count(wanted)
        quoted = [number for number, line in enumerate(lines, start=1) for _ in range(_times(wanted, line))]
        return quoted[before] if before < len(quoted) else 1
    place = _IN_TOML.search(error.sentence)
    field = error.sentence.partition(":")[0]
    named = [number for number, line in enumerate(lines, start=1) if re.match(rf"\s*{re.escape(field)}\s*=", line)]
    return int(place[1]) if place else (named or [1])[0]


def _times(action: str, line: str) -> int:
    return line.count(f'"{action}"') + line.count(f"'{action}'")


def _title(file: str, number: int | None, text: str) -> str:
    """Name the hand after the place that its file names, or after the file."""
    fields = tomllib.loads(text)
    place = next(
        (shown for name in ("table", "event", "venue") if (shown := in_a_line(fields.get(name) or "", 60))), ""
    )
    hand = in_a_line(fields.get("hand", ""), 12)
    if place and hand:
        return _("%(table)s, hand %(number)s") % {"table": place, "number": hand}
    name = in_a_line(file.rsplit(".", 1)[0], LONGEST_TITLE - 8) or "PHH"
    return f"{name} {number}" if number else name


def in_a_line(told: object, most: int) -> str:
    """Return a text of a file in one line of at most this length, without characters that cannot be printed."""
    return " ".join("".join([sign if sign.isprintable() else " " for sign in str(told)[: 4 * most]]).split())[:most]
