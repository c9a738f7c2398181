"""The catalogues, and where this server answers to them, as the pages show them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest

from poker_site.environment import ENV, is_loopback
from tables.guide.protocols.catalogue import PROGRAM, SERVER, Chapter, Field, Message, Program, Protocol, Text
from tables.guide.protocols.contest import contest
from tables.guide.protocols.duel import duel
from tables.guide.protocols.own import own

ALL: Final[dict[str, Callable[[], Protocol]]] = {"own": own, "contest": contest, "duel": duel}
FEW_LINES: Final = 14
"""An example of no more is shown at once."""
ANYWHERE: Final = ("0.0.0.0", "::", "[::]")  # noqa: S104  what somebody may have configured
Plain = dict[str, Any]


@dataclass(frozen=True)
class Address:
    text: str
    """Empty: this server does not answer to this protocol."""
    host: str = ""
    port: int = 0
    keys: bool = True
    """Programs have to show one."""
    only_here: bool = False
    """From other machines it cannot be reached."""


def address_of(slug: str, request: HttpRequest) -> Address:
    if slug == "duel":
        return _arena(request)
    scheme = "wss" if request.is_secure() else "ws"
    path = "/ws/bot/v1/" if slug == "own" else "/contest/"
    return Address(f"{scheme}://{request.get_host()}{path}")


def _arena(request: HttpRequest) -> Address:
    if not ENV.duel_port:
        return Address("")
    here = is_loopback(ENV.duel_host)
    named = request.get_host().rpartition(":")[0] or request.get_host()
    host = named if ENV.duel_host in ANYWHERE else ENV.duel_host
    return Address(f"{host}:{ENV.duel_port}", host, ENV.duel_port, keys=not here, only_here=here)


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
