"""Frame messages: a signed length of four bytes, the lowest first, then so many bytes of JSON."""

import json
from collections.abc import Iterator
from typing import Any, Final

LONGEST: Final = 64 * 1024
HEADER: Final = 4


class BadMessage(Exception):
    """Raised for what is not of this protocol: its sentence is sent to the program, then the connection ends."""


def framed(text: str) -> bytes:
    """Return the bytes for one write; `text` is ASCII, as all that the server sends."""
    body = text.encode("ascii")
    return len(body).to_bytes(HEADER, "little") + body


def text_message(info: str, text: str) -> bytes:
    return framed(json.dumps({"info": info, "text": text}))


class Reader:
    """Puts messages together, however the bytes come in; never holds more than one message and what came with it."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held = bytearray()

    @property
    def waiting(self) -> bool:
        """Tell whether a message has begun and is not complete."""
        return bool(self._held)

    def feed(self, data: bytes) -> Iterator[dict[str, Any]]:
        """Yield the messages that are complete now."""
        held = self._held
        held += data
        start = 0
        try:
            while len(held) - start >= HEADER:
                length = int.from_bytes(held[start : start + HEADER], "little", signed=True)
                if not 0 <= length <= LONGEST:
                    raise BadMessage(f"A message has from 0 to {LONGEST} bytes, not {length}.")
                end = start + HEADER + length
                if len(held) < end:
                    return
                body = bytes(held[start + HEADER : end])
                start = end
                yield read(body)
        finally:
            del held[:start]


def read(body: bytes) -> dict[str, Any]:
    try:
        message = json.loads(body.decode())
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise BadMessage("A message is a JSON object in UTF-8.")
    return message
