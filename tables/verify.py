"""Check the record of a hand without trusting the server: `python -m tables.verify FILE`, `-` for standard input.

It needs neither settings nor a database. The exit status is 0 when all is well, 1 when the record is wrong and
2 when there is no record to check.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tables.engine.proof import check_record

ALL_WELL: Final = 0
SOMETHING_WRONG: Final = 1
NOTHING_CHECKED: Final = 2
LARGEST_FILE: Final = 256 * 1024  # a record of all cards of ten players takes about 30 kB


class NoRecord(Exception):
    """Says why there is nothing to check."""


def main(arguments: Sequence[str]) -> int:
    try:
        record = _load(arguments)
    except NoRecord as reason:
        print(reason, file=sys.stderr)
        return NOTHING_CHECKED
    findings = check_record(record)
    for finding in findings:
        print(f"Wrong ({finding.code}): {finding.sentence}")
    if findings:
        return SOMETHING_WRONG
    for sentence in _summary(record):
        print(sentence)
    return ALL_WELL


def _load(arguments: Sequence[str]) -> Any:
    if len(arguments) != 1:
        raise NoRecord("Name one file with the record of a hand, or - for standard input: python -m tables.verify FILE")
    try:
        content = _content(arguments[0])
    except (OSError, ValueError):
        raise NoRecord(f"The file {arguments[0]!r} cannot be read.") from None
    if len(content) > LARGEST_FILE:
        raise NoRecord(f"The file is larger than {LARGEST_FILE // 1024} kB: this is not the record of a hand.")
    try:
        return json.loads(content, object_pairs_hook=_without_repetition)
    except (ValueError, RecursionError):
        raise NoRecord("The file is not JSON, or names a field twice.") from None


def _content(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read(LARGEST_FILE + 1)
    with Path(name).open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def _without_repetition(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object; raise ValueError if a field is given twice, as two readers may then see different values."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError
    return fields


def _summary(record: Any) -> list[str]:
    seats, cards = record["seats"], record["cards"]
    revealed = [str(seat["seat"]) for seat in seats if seat["number"]]
    shown = " ".join(card["proof"]["text"] for card in cards) or "none"
    numbers = f"Good: {len(revealed)} of {len(seats)} numbers were revealed and match their commitments"
    return [
        "Good: seats, commitments and burns were fixed under the root.",
        f"{numbers} (seats: {', '.join(revealed) or 'none'}); stand-ins count for the others.",
        f"Good: the numbers add up to the cut, {record['cut']}.",
        f"Good: the shown cards lay where the cut put them: {shown}.",
        *([] if revealed else ["Beware: no number was revealed, so the server alone knew the cut beforehand."]),
        f"Compare it yourself: your table showed this root before the numbers were revealed: {record['root']}.",
        "If you sent a number, it must stand at your seat.",
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
