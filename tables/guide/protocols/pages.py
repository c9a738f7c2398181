"""Prepare the catalogues for their pages, with the addresses at which this server answers to them."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest

from tables.bots.addresses import Address, address_of
from tables.guide.protocols.catalogue import PROGRAM, SERVER, Chapter, Field, Message, Program, Protocol, Text
from tables.guide.protocols.contest import contest
from tables.guide.protocols.duel import duel
from tables.guide.protocols.own import own

ALL: Final[dict[str, Callable[[], Protocol]]] = {"own": own, "contest": contest, "duel": duel}
FEW_LINES: Final = 14
"""Examples of at most this many lines are shown at once."""
Plain = dict[str, Any]


def overview(request: HttpRequest) -> list[Plain]:
    return [_head(protocol(), request) for protocol in ALL.values()]


def page_of(protocol: Protocol, request: HttpRequest) -> Plain:
    address = address_of(protocol.slug, request)
    return {
        **_head(protocol, request),
        "before": [_chapter(protocol, chapter) for chapter in protocol.before],
        "after": [_chapter(protocol, chapter) for chapter in protocol.after],
        "requests": [_message(protocol, message) for message in protocol.by(PROGRAM)],
        "answers": [_message(protocol, message) for message in protocol.by(SERVER)],
        "parts": [
            {"id": f"part-{part.name}", "name": part.name, "text": part.text, "fields": _fields(protocol, part.fields)}
            for part in protocol.parts
        ],
        "programs": [_program(program, address) for program in protocol.programs],
    }


def _head(protocol: Protocol, request: HttpRequest) -> Plain:
    said: Callable[[Text], str] = protocol.said
    return {
        "slug": protocol.slug,
        "title": said(protocol.title),
        "summary": said(protocol.summary),
        "choose": said(protocol.choose),
        "address": address_of(protocol.slug, request),
    }


def _chapter(protocol: Protocol, chapter: Chapter) -> Plain:
    return {"id": chapter.slug, "title": chapter.title, "points": [protocol.said(point) for point in chapter.points]}


def _message(protocol: Protocol, message: Message) -> Plain:
    examples = protocol.examples(message)
    return {
        "id": message.id,
        "name": message.name,
        "variant": message.variant,
        "when": protocol.said(message.when),
        "fields": _fields(protocol, message.fields),
        "examples": examples,
        "few_lines": sum(example.count("\n") + 1 for example in examples) <= FEW_LINES,
    }


def _fields(protocol: Protocol, fields: tuple[Field, ...]) -> list[Plain]:
    return [
        {
            "name": field.name,
            "kind": str(field.kind),
            "text": protocol.said(field.text),
            "optional": field.optional,
            "values": field.values,
            "part": field.part,
        }
        for field in fields
        if field.text
    ]


def _program(program: Program, address: Address) -> Plain:
    own_name = "NAME#eh-…" if address.keys else "NAME"
    at = {"address": address.text, "host": address.host, "port": address.port, "name": own_name}
    return {"name": program.name, "command": program.command.format(**at), "source": program.source}
