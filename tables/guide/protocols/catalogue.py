"""Define the parts of a protocol's page. Sentences are lazy; `code` in them stands between backticks."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.utils.functional import Promise

Text = str | Promise
HERE: Final = Path(__file__).parent
WIDTH: Final = 44
"""The longest line of JSON, in characters: what a phone shows without breaking it."""
PROGRAM, SERVER = "program", "server"


@dataclass(frozen=True)
class Field:
    """Describes a field; `name` is the path from the message on, such as `players[].name`."""

    name: str
    kind: Text
    text: Text
    optional: bool = False
    values: tuple[str, ...] = ()
    """Lists the only values, if there are such."""
    part: str = ""
    """Names the part of the page that lists the fields inside this one; empty if there is none."""


@dataclass(frozen=True)
class Message:
    name: str
    sender: str
    when: Text
    fields: tuple[Field, ...] = ()
    examples: tuple[str, ...] = ()
    """Names the recordings to show."""
    variant: Text = ""
    """Distinguishes two messages of the same name."""
    anchor: str = ""

    @property
    def id(self) -> str:
        return self.anchor or f"{self.sender}-{self.name.strip('_')}"


@dataclass(frozen=True)
class Part:
    """Describes something that several messages contain."""

    name: str
    text: Text
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Chapter:
    slug: str
    title: Text
    points: tuple[Text, ...]


@dataclass(frozen=True)
class Program:
    """An example to download, and to start as `command` says."""

    name: str
    path: Path
    command: str

    @property
    def source(self) -> str:
        return self.path.read_text()


@dataclass(frozen=True)
class Protocol:
    slug: str
    title: Text
    summary: Text
    choose: Text
    """Tells who should choose this protocol."""
    before: tuple[Chapter, ...]
    messages: tuple[Message, ...]
    after: tuple[Chapter, ...]
    programs: tuple[Program, ...]
    parts: tuple[Part, ...] = ()
    numbers: Mapping[str, object] = field(default_factory=dict)
    """Holds limits as the code has them, for `%(name)s` in sentences."""
    frame: Callable[[Any], Any] = lambda recorded: recorded

    def by(self, sender: str) -> list[Message]:
        return [message for message in self.messages if message.sender == sender]

    def said(self, text: Text) -> str:
        text = str(text)
        return text % self.numbers if "%(" in text else text

    def examples(self, message: Message) -> list[str]:
        recorded = recordings(self.slug)
        return [in_lines(recorded[name]) for name in message.examples]


@cache
def recordings(slug: str) -> Mapping[str, Any]:
    """Return what was said in a conversation with this server; a test repeats the conversation and compares."""
    recorded: Mapping[str, Any] = json.loads((HERE / "examples" / f"{slug}.json").read_text())
    return recorded


def in_lines(value: Any, indent: str = "", before: int = 0) -> str:
    """Write JSON with each value that fits on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + before + len(flat) <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return flat
    deeper = indent + "  "
    lines = list(_items(value, deeper))
    left, right = "{}" if isinstance(value, dict) else "[]"
    return f"{left}\n{deeper}" + f",\n{deeper}".join(lines) + f"\n{indent}{right}"


def _items(value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            name = f"{json.dumps(key, ensure_ascii=False)}: "
            yield name + in_lines(inner, indent, len(name) + 1)
    else:
        yield from (in_lines(inner, indent, 1) for inner in value)


def paths(value: Any, path: str = "") -> Iterator[str]:
    """Yield the path of every field of a message, as the catalogue names it."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            here = f"{path}.{name}" if path else name
            yield here
            yield from paths(inner, here)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from paths(inner, f"{path}[]")
