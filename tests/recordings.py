"""Compare conversations with the recorded examples that the pages of the protocols show."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tables.guide.protocols.catalogue import HERE, SERVER, Field, Protocol, in_lines, paths

AGAIN = "RECORD=1 python -m pytest tests -k recorded_{slug}"


def compare(slug: str, said: Mapping[str, Any]) -> None:
    path = HERE / "examples" / f"{slug}.json"
    if os.environ.get("RECORD"):
        path.write_text(in_lines(said) + "\n")
    known = json.loads(path.read_text())
    changed = {name for name in {*known, *said} if known.get(name) != said.get(name)}
    assert not changed, f"{sorted(changed)} not as recorded; if that is meant: {AGAIN.format(slug=slug)}"


def missing_from_catalogue(protocol: Protocol, said: Mapping[str, Any], *, thorough: bool) -> Iterator[str]:
    """Yield what is in an example but not in the catalogue; if `thorough`, also fields that are in no example."""
    for message in protocol.messages:
        shown = {path for name in message.examples for path in paths(protocol.frame(said[name]))}
        yield from (f"{message.id} has {path}" for path in sorted(shown - set(_expanded(protocol, message.fields))))
        wanted = {field.name for field in message.fields if field.name and not field.optional}
        if thorough and message.sender == SERVER:
            yield from (f"{message.id} lacks {path}" for path in sorted(wanted - shown))


def _expanded(protocol: Protocol, fields: Iterable[Field]) -> Iterator[str]:
    """Yield the paths of fields, and of the parts that they are made of."""
    parts = {part.name: part.fields for part in protocol.parts}
    for field in fields:
        yield field.name
        for inner in _expanded(protocol, parts.get(field.part, ())):
            yield from (f"{field.name}.{inner}", f"{field.name}[].{inner}")
