"""Write a heartbeat of this web process to the database every two seconds, and answer when asked for one.

No player's time runs out while the server that they use cannot write it. Browsers of a server that has not written any
for a while get no beats any more, and connect to another server.
"""

import asyncio
import logging
import secrets
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from channels.layers import get_channel_layer

from poker_site.runtime.db_threads import in_pool

logger = logging.getLogger("evenhand.heartbeat")

PROCESS: Final = secrets.token_hex(8)
"""The random name of this process."""
EVERY_SECONDS: Final = 2
CUT_OFF_AFTER_SECONDS: Final = 5
"""Seconds without a heartbeat after which a server counts as cut off: two failed beats, and a moment."""

# A thread of its own: a beat must not wait for work that waits for a lock.
_executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="heartbeat")


def server_topic(process: str) -> str:
    """Return the topic on which a process is asked whether it is there; versions are numbers of tables that ask."""
    return f"server.{process}"


class Heartbeat:
    """Calls `say` for each beat; when a table asks, beats at once and then calls `said` with the table's number."""

    def __init__(self, say: Callable[[str], None], said: Callable[[int], None]) -> None:
        self.say = say
        self.said = said
        self.said_at = time.monotonic()
        self.trouble = ""
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to beat and to listen; call this in the event loop that serves."""
        self.tasks = [asyncio.ensure_future(self._beat()), asyncio.ensure_future(self._listen())]

    async def _beat(self) -> None:
        while True:
            await self._say()
            await asyncio.sleep(EVERY_SECONDS)

    async def _say(self) -> bool:
        try:
            await in_pool(self.say, _executor)(PROCESS)
        except Exception as error:  # the database may be away for a while
            self._report(str(error))
            return False
        self.said_at = time.monotonic()
        self._report("")
        return True

    async def _listen(self) -> None:
        while True:
            try:
                await self._answer()
            except Exception as error:  # Redis may be away; a process that asks waits for the next beat
                logger.error("this server cannot be asked whether it is there, for now: %s", error)
                await asyncio.sleep(EVERY_SECONDS)

    async def _answer(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel("server.")
        await layer.group_add(server_topic(PROCESS), channel)
        while True:
            asked: dict[str, Any] = await layer.receive(channel)
            if await self._say():
                await in_pool(self.said, _executor)(asked["version"])

    def _report(self, trouble: str) -> None:
        if trouble and not self.trouble:
            logger.error("this server cannot say in the database that it is there, for now: %s", trouble)
        self.trouble = trouble


class _Server:
    """Holds the heartbeat of this process, if it serves the web."""

    heartbeat: Heartbeat | None = None
    is_stopping = False


server: Final = _Server()


def start(say: Callable[[str], None], said: Callable[[int], None]) -> None:
    """Start the heartbeat as soon as Daphne's event loop runs, if this process has one."""
    reactor: Any = sys.modules.get("twisted.internet.reactor")
    if reactor is None or server.heartbeat:
        return
    heartbeat = Heartbeat(say, said)

    def begin() -> None:
        server.heartbeat = heartbeat
        heartbeat.start()

    reactor.callLater(0, begin)
    reactor.addSystemEventTrigger("before", "shutdown", _note_stop)


def _note_stop() -> None:
    server.is_stopping = True


def is_cut_off() -> bool:
    """Tell whether this server has not reached the database for a while."""
    beating = server.heartbeat
    return beating is not None and time.monotonic() - beating.said_at > CUT_OFF_AFTER_SECONDS


def is_stopping() -> bool:
    """Tell whether this server is stopping: players who lose their connection now have not left."""
    return server.is_stopping
