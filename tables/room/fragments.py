"""The parts of the page that change, each rendered by the partial that the page itself uses."""

import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from django.template.loader import render_to_string

from tables.room.scene import Scene

PARTS: Final = ("top", "elsewhere", "centre", "ticker", "bar", "log", "people", "me", "live", "data")
_CLOCK: Final = re.compile(r'data-left="\d+"')
"""Runs by itself in the browser: a clock that only went on is no change."""

Fragments = Mapping[str, str]
Marked = tuple[Fragments, dict[str, bytes]]


def render(scene: Scene) -> Fragments:
    """By the id of the element."""
    found = {f"t-{part}": render_to_string(f"tables/room/{part}.html", {"scene": scene}) for part in PARTS}
    for seat in scene.seats:
        text = render_to_string("tables/room/seat.html", {"scene": scene, "seat": seat})
        found[f"t-seat-{seat['number']}"] = text
    return found


def marks(fragments: Fragments) -> dict[str, bytes]:
    """What tells a changed fragment from one that is as it was."""
    return {name: mark(text) for name, text in fragments.items()}


def mark(text: str) -> bytes:
    return blake2b(_CLOCK.sub("", text).encode(), digest_size=8).digest()


def envelope(fragments: Fragments) -> str:
    """For htmx: each fragment is morphed into the element of its id."""
    return "".join(
        f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{text}</hx-partial>' for name, text in fragments.items()
    )
