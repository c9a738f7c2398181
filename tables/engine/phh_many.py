"""Read files of many hands (.phhs): one TOML table for each, `[1]`, `[2]` and so on.

The file is split at its headings and each hand is read by itself, so that a broken one spoils no other.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from tables.engine.phh_reading import Reading, read_phh
from tables.engine.phh_text import NotReadable

_KEY: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_HEADING: Final = re.compile(rf"[ \t]*\[[ \t]*({_KEY})((?:[ \t]*\.[ \t]*{_KEY})*)[ \t]*\][ \t\r]*(?:#.*)?")
_LONGEST_HEADING: Final = 200
_SEVERAL_LINES: Final = re.compile(r"""(?<!\\)\"{3}.*?(?<!\\)\"{3}|'{3}.*?'{3}""", re.DOTALL)
_NO_SIGN: Final = re.compile(r"[^\n]")


class Section(NamedTuple):
    """Holds the text of one hand of a file."""

    number: int
    line: int
    """The line on which it begins, counted from 1."""
    text: str


def sections(text: str) -> Iterator[Section]:
    """Yield the single hand of a file, or those of a file of many in the order in which they stand there."""
    lines = text.removeprefix("\ufeff").split("\n")
    starts = _headings(lines)
    if not starts or any(map(_says_something, lines[: starts[0]])):
        starts = [-1, *starts]
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(lines)], strict=True), start=1):
        within = [_within_the_hand(line) for line in lines[start + 1 : end]] if start >= 0 else lines[:end]
        yield Section(number, start + 2, "\n".join([*within, ""] if end < len(lines) else within))


def read_many(text: str) -> Iterator[Reading]:
    """Yield the hands of a file, one or many. Raises `NotReadable` at the first that cannot be played."""
    for section in sections(text):
        try:
            reading = read_phh(section.text)
        except NotReadable as error:
            raise NotReadable(f"hand {section.number}, from line {section.line}: {error}") from error
        yield reading


def _headings(lines: list[str]) -> list[int]:
    """Return the lines at which a hand begins, not those of tables named with `_` or within texts of many lines."""
    plain = _SEVERAL_LINES.sub(lambda found: _NO_SIGN.sub("x", found[0]), "\n".join(lines)).split("\n")
    found = [(at, _heading(line)) for at, line in enumerate(plain)]
    return [at for at, heading in found if heading and not heading[2] and not heading[1].startswith("_")]


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _within_the_hand(line: str) -> str:
    """Cut the name of the hand from a heading such as `[1._rules]`: read by itself the hand has no name."""
    heading = _heading(line)
    return "[" + heading[2].lstrip(" .\t") + "]" if heading and heading[2] else line


def _heading(line: str) -> re.Match[str] | None:
    return _HEADING.fullmatch(line) if len(line) <= _LONGEST_HEADING else None
