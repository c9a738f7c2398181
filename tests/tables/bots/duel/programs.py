"""Act as clients at real sockets, written from the protocol document with the habits that public ones have."""

import json
import socket
import struct
from collections.abc import Callable
from typing import Any

PATIENCE = 20.0
Told = dict[str, Any]


class Client:
    """Sends length and body in two writes; reads until it has as many bytes as were announced."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.told: list[Told] = []
        self.open: Told | None = None
        """The message that was received and is not dealt with yet."""

    def say(self, **message: Any) -> None:
        body = json.dumps(message).encode()
        self.socket.send(struct.pack("i", len(body)))
        self.socket.sendall(body)

    def hear(self) -> Told:
        (length,) = struct.unpack("i", self._exactly(4))
        self.open = self.read(length)
        self.told.append(self.open)
        return self.open

    def read(self, length: int) -> Told:
        told: Told = json.loads(self._exactly(length))
        return told

    def _exactly(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            more = self.socket.recv(length - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def ends(self) -> bytes:
        """Return everything until the other side closes."""
        data = b""
        while more := self.socket.recv(65536):
            data += more
        return data

    def close(self) -> None:
        self.socket.close()

    # --- playing as the example does ---

    def enter(self, **more: Any) -> None:
        message = {"info": "connect", "room_id": 1, "name": "A", "room_number": 2, "bots": [], "game_number": 3}
        self.say(**{**message, **more})

    def decide(self, state: Told) -> object:
        return "call" if "call" in state["legal_actions"] else "check"

    def between(self) -> None:
        self.say(info="ready", status="start")

    def run(self) -> Told:
        """Play to the end, and return the last message."""
        while True:
            told, self.open = self.open or self.hear(), None
            if told["info"] == "state" and told["position"] == told["action_position"]:
                self.say(info="action", action=self.decide(told))
            elif told["info"] == "result":
                self.between()
            elif told["info"] in ("error", "success"):
                return told


class Joined(Client):
    """Sends length and body in one write; reads the body with a single `recv`, whatever comes of it."""

    def say(self, **message: Any) -> None:
        body = json.dumps(message).encode()
        self.socket.send(struct.pack("i", len(body)) + body)

    def read(self, length: int) -> Told:
        told: Told = json.loads(self.socket.recv(length).decode())
        return told


class Characters(Client):
    """Compares characters with the length in bytes, so that only ASCII lets it go on."""

    def read(self, length: int) -> Told:
        text = self.socket.recv(length).decode()
        while len(text) != length:
            text += self.socket.recv(length - len(text)).decode()
        told: Told = json.loads(text)
        return told


class Drop(Client):
    """Sends one byte at a time."""

    def say(self, **message: Any) -> None:
        body = json.dumps(message).encode()
        for byte in struct.pack("i", len(body)) + body:
            self.socket.send(bytes([byte]))


class Older(Client):
    """Speaks the dialect without `game_number`."""

    def enter(self, **more: Any) -> None:
        self.say(**{"info": "connect", "room_id": 1, "name": "Old", "room_number": 2, "bots": [], **more})
        assert self.hear() == {"info": "ready"}
        self.between()

    def between(self) -> None:
        self.say(info="start")


class Deciding(Client):
    """Does what a function says."""

    def __init__(self, port: int, decide: Callable[[Told], object]) -> None:
        super().__init__(port)
        self.by = decide

    def decide(self, state: Told) -> object:
        return self.by(state)
