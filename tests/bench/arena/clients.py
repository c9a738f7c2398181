"""Run one process of clients for the load test of the arena.

`python -m tests.bench.arena.clients watch|play PORT ROOMS HANDS PLAYERS SEATS` prints "ready", waits for a line, and
prints at the end what it measured. Every message is read as JSON, as real programs do. `watch` lets house bots play,
with one connection a room; `play` takes that many seats in each room.
"""

import json
import selectors
import socket
import sys
import time
from collections.abc import Callable
from typing import Any, Final

FIRST_ROOM: Final = 2_000_000
CHUNK: Final = 256 * 1024


class Connection:
    def __init__(self, port: int, hello: dict[str, Any]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.held = b""
        self.acted = 0.0
        """Holds when the last action was sent; 0 once it is answered."""
        self.say(json.dumps(hello).encode())
        self.socket.setblocking(False)

    def say(self, body: bytes) -> None:
        self.socket.sendall(len(body).to_bytes(4, "little") + body)

    def hear(self) -> list[dict[str, Any]]:
        data = self.held + self.socket.recv(CHUNK)
        start, told = 0, []
        while len(data) >= start + 4:
            end = start + 4 + int.from_bytes(data[start : start + 4], "little")
            if len(data) < end:
                break
            told.append(json.loads(data[start + 4 : end]))
            start = end
        self.held = data[start:]
        return told


class Measured:
    def __init__(self) -> None:
        self.hands = self.messages = 0
        self.waits: list[float] = []
        """Holds the seconds from each action to the next state."""
        self.ends: dict[str, int] = {}

    def end(self, told: dict[str, Any]) -> None:
        self.ends[told["text"]] = self.ends.get(told["text"], 0) + 1


def watch(connection: Connection, told: dict[str, Any], measured: Measured) -> bool:
    if told["info"] == "state":
        return True
    if told["info"] == "result":
        measured.hands += 1
        return True
    measured.end(told)
    return False


def play(connection: Connection, told: dict[str, Any], measured: Measured) -> bool:
    if told["info"] == "state":
        if connection.acted:
            measured.waits.append(time.perf_counter() - connection.acted)
            connection.acted = 0.0
        if told["position"] == told["action_position"]:
            action = b"call" if "call" in told["legal_actions"] else b"check"
            connection.acted = time.perf_counter()
            connection.say(b'{"info":"action","action":"' + action + b'"}')
        return True
    if told["info"] == "result":
        measured.hands += 1
        connection.say(b'{"info":"ready","status":"start"}')
        return True
    measured.end(told)
    return False


KINDS: Final[dict[str, Callable[[Connection, dict[str, Any], Measured], bool]]] = {"watch": watch, "play": play}


def hello(kind: str, room: int, hands: int, players: int) -> dict[str, Any]:
    common = {"room_id": room, "room_number": players, "game_number": hands}
    if kind == "watch":
        return {"info": "ai_vs_ai", "bots": ["CallAgent"] * players, **common}
    return {"info": "connect", "name": "bench", "bots": [], **common}


def run(kind: str, port: int, rooms: int, hands: int, players: int, seats: int) -> Measured:
    measured, react = Measured(), KINDS[kind]
    chosen = selectors.DefaultSelector()
    for number in range(rooms):
        for _ in range(seats):
            connection = Connection(port, hello(kind, FIRST_ROOM + number, hands, players))
            chosen.register(connection.socket, selectors.EVENT_READ, connection)
    while chosen.get_map():
        for key, _ in chosen.select():
            connection = key.data
            for told in connection.hear():
                measured.messages += 1
                if not react(connection, told, measured):
                    chosen.unregister(connection.socket)
                    connection.socket.close()
                    break
    return measured


def main() -> None:
    kind, *numbers = sys.argv[1:]
    print("ready", flush=True)
    sys.stdin.readline()
    before = time.process_time()
    measured = run(kind, *map(int, numbers))
    cpu = time.process_time() - before
    waits = sorted(measured.waits)
    p99 = waits[int(len(waits) * 0.99)] * 1000 if waits else None
    p50 = waits[len(waits) // 2] * 1000 if waits else None
    told = {"hands": measured.hands, "messages": measured.messages, "cpu": cpu, "ends": measured.ends}
    print(json.dumps({**told, "p50_ms": p50, "p99_ms": p99}), flush=True)


if __name__ == "__main__":
    main()
