"""Act as programs of the contest, written from its protocol: each keeps all it is sent and answers quickly."""

import hashlib
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from asgiref.sync import sync_to_async

from accounts.models import User
from accounts.services import bots
from poker_site.asgi import application
from tables.models import Table
from tests.conftest import PATIENCE_SECONDS
from tests.patient_socket import Socket
from tests.tables.helpers import fresh
from tests.tables.page.test_socket import delivered

Frame = dict[str, Any]
Answer = Callable[[Frame], Any]


def md5(text: str) -> str:
    return hashlib.md5(text.encode()).hexdigest()


class Contestant:
    def __init__(self, path: str = "/", headers: list[tuple[bytes, bytes]] | None = None) -> None:
        self.socket = Socket(application, path, headers=headers or [(b"host", b"localhost")])
        self.frames: list[Frame] = []
        self.texts: list[str] = []

    async def send(self, text: str) -> None:
        await self.socket.send_to(text_data=text)

    async def say(self, event: str, **data: Any) -> None:
        await self.send(json.dumps({"eventName": event, "data": data}))

    async def hear(self) -> Frame:
        text = await self.socket.receive_from()
        frame: Frame = json.loads(text)
        assert set(frame) == {"eventName", "data"}, text
        self.texts.append(text)
        self.frames.append(frame)
        return frame

    async def hear_a(self, *events: str) -> Any:
        """Return the data of the next of these events."""
        while (frame := await self.hear())["eventName"] not in events:
            pass
        return frame["data"]

    async def hush(self) -> list[str]:
        """Receive everything sent so far, and return the names of these events."""
        before = len(self.frames)
        while not await self.socket.receive_nothing(timeout=0.05):
            await self.hear()
        return [frame["eventName"] for frame in self.frames[before:]]

    async def closed(self) -> int:
        """Receive everything until the close, and return its code."""
        while (output := await self.socket.receive_output())["type"] == "websocket.send":
            self.texts.append(output["text"])
            self.frames.append(json.loads(output["text"]))
        assert output["type"] == "websocket.close"
        code: int = output["code"]
        return code

    def names(self) -> list[str]:
        return [frame["eventName"] for frame in self.frames]

    def all(self, event: str) -> list[Any]:
        return [frame["data"] for frame in self.frames if frame["eventName"] == event]


@asynccontextmanager
async def connected(path: str = "/", **more: Any) -> AsyncIterator[Contestant]:
    contestant = Contestant(path, **more)
    assert (await contestant.socket.connect(PATIENCE_SECONDS))[0]
    try:
        yield contestant
    finally:
        await contestant.socket.disconnect(timeout=PATIENCE_SECONDS)
        await delivered()


@asynccontextmanager
async def joined(table: Table, name: str, key: str, **more: Any) -> AsyncIterator[Contestant]:
    """Join in the newer dialect."""
    async with connected(**more) as contestant:
        await contestant.say("__join", **credentials(table, name, key))
        await contestant.hear_a("__new_peer_2")
        yield contestant


def credentials(table: Table, name: str, key: str) -> dict[str, Any]:
    words = {"ticket": table.code, "phoneNumber": name, "password": key}
    return {**words, "port": 3000, "gameName": "texas_holdem", "isHuman": 0, "danmu": 0}


async def entered(owner: User, count: int, letter: str = "Bot") -> dict[str, str]:
    """Open so many bots, and return their keys by name."""
    return {
        f"{letter} {n}": (await sync_to_async(bots.open_bot)(owner, f"{letter} {n}"))[1] for n in range(1, count + 1)
    }


async def version(table: Table) -> int:
    return (await sync_to_async(fresh)(table)).version


def wild(chance: random.Random) -> Answer:
    """Answer with all that a careless program sends, and with what is right."""
    amounts: list[Any] = [
        20,
        "35",
        "40.0",
        15,
        7.5,
        "",
        None,
        "x",
        10**9,
        "1e3",
        -4,
        True,
        [1],
        {"a": 1},
        60,
        100,
        "120",
    ]

    def answer(frame: Frame) -> Any:
        action = chance.choice(["bet", "bet", "call", "call", "call", "check", "raise", "fold", "allin", "dance", None])
        data: dict[str, Any] = {"action": action, "playerName": "whoever"}
        if action == "bet" and chance.random() < 0.9:
            data["amount"] = chance.choice(amounts)
        return data

    return answer
