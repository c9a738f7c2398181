"""Connect programs to the socket for bots; every message they get is checked against the schema."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from asgiref.sync import sync_to_async

from accounts.models import Bot, User
from accounts.services import bots
from poker_site.asgi import application
from tables.bots.api import schema
from tests.conftest import PATIENCE_SECONDS
from tests.patient_socket import Socket
from tests.tables.page.test_socket import delivered

PATH = "/ws/bot/v1/"
Message = dict[str, Any]


class Program:
    def __init__(self, language: bytes = b"en") -> None:
        headers = [(b"host", b"localhost"), (b"accept-language", language)]  # no origin, for it is no browser
        self.socket = Socket(application, PATH, headers=headers)
        self.frames: list[str] = []
        self.states: dict[str, Message] = {}
        """Holds the last state of each version."""
        self.since: list[Message] = []
        """Holds the messages since the last request; the answer may come before or after what it changed."""
        self.acted_in: str | None = None

    async def connect(self) -> None:
        assert (await self.socket.connect(PATIENCE_SECONDS))[0]

    async def send(self, text: str) -> None:
        await self.socket.send_to(text_data=text)

    async def say(self, kind: str, **values: Any) -> None:
        await self.send(json.dumps({"type": kind, **values}))

    async def hear(self) -> Message:
        text = await self.socket.receive_from()
        self.frames.append(text)
        said: Message = json.loads(text)
        if said["type"] == "state":
            self.states[said["version"]] = said
        self.since.append(said)
        schema.checker("results_answer" if said["type"] == "results" else said["type"])(said)
        return said

    async def hear_a(self, kind: str) -> Message:
        """Return the first message of this type since the last request, and the next one with every further call."""
        said = await self.until(kind)
        self.since.remove(said)
        return said

    async def until(self, kind: str, test: Callable[[Message], Any] = lambda said: True) -> Message:
        """Return a message of this type since the last request that passes the test, or wait for one."""
        found = [said for said in self.since if said["type"] == kind and test(said)]
        while not found:
            said = await self.hear()
            found = [said] if said["type"] == kind and test(said) else []
        return found[0]

    async def ask(self, kind: str, **values: Any) -> Message:
        """Send a message and return the answer to it."""
        self.since.clear()
        await self.say(kind, id=7, **values)
        while (said := await self.hear()).get("re") != 7:
            pass
        return said

    async def turn(self) -> Message:
        """Return the state in which it is this bot's turn, and in which it has not acted yet."""
        return await self.until("state", lambda said: said["legal"] is not None and said["version"] != self.acted_in)

    async def act(self, state: Message, action: str, **values: Any) -> Message:
        self.acted_in = state["version"]
        return await self.ask("act", table=state["table"], version=state["version"], action=action, **values)

    async def closed(self) -> int:
        """Return the code with which the server closes; no message comes before."""
        output = await self.socket.receive_output()
        assert output["type"] == "websocket.close", output
        code: int = output["code"]
        return code


@asynccontextmanager
async def connected_program(**more: Any) -> AsyncIterator[Program]:
    """Connect a program that has said nothing yet."""
    program = Program(**more)
    await program.connect()
    try:
        yield program
    finally:
        await program.socket.disconnect(timeout=PATIENCE_SECONDS)
        await delivered()


@asynccontextmanager
async def known(key: str, **more: Any) -> AsyncIterator[Program]:
    """Connect a program that has said hello, and was welcomed."""
    async with connected_program(**more) as program:
        assert (await program.ask("hello", key=key))["type"] == "welcome"
        yield program


async def new_bot(owner: User, name: str) -> tuple[Bot, str]:
    return await sync_to_async(bots.open_bot)(owner, name)
