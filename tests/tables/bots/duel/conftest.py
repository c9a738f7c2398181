import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tables.bots.duel.doorkeeper import Doorkeeper
from tables.bots.duel.server import Server
from tests.tables.bots.duel.programs import PATIENCE
from tests.tables.bots.duel.room import Remembering, Stage


@pytest.fixture
def stage() -> Stage:
    return Stage()


QUIET = 99
"""Names a room for which time does not pass."""


class Served:
    """Runs a real server on a thread of its own. Its clock is the real one, plus what a test adds."""

    def __init__(self) -> None:
        self.store = Remembering()
        self.port = 0
        self.left: set[asyncio.Task[Any]] = set()
        """Tasks that a stop leaves behind."""
        self._known = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._known.wait(PATIENCE)

    async def _serve(self) -> None:
        self._end = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.server = Server(store=self.store, doorkeeper=Doorkeeper(keys_needed=False))
        self.port = await self.server.listen("127.0.0.1", 0)
        self._known.set()
        await self._end.wait()
        await self.server.stop()
        self.left = {task for task in asyncio.all_tasks() if task is not asyncio.current_task()}

    def ask(self, do: Callable[[], Any]) -> Any:
        """Call this on the server's own thread."""

        async def asked() -> Any:
            return do()

        return asyncio.run_coroutine_threadsafe(asked(), self.loop).result(PATIENCE)

    def pass_(self, seconds: float) -> None:
        def later() -> None:
            now = self.server.clock.monotonic()
            if QUIET in self.server.hall.rooms:
                self.server.hall.rooms[QUIET].deadline += seconds
            self.server.now = self.server.hall.now = lambda: now + seconds
            self.server.sweep()
            self.server.now = self.server.hall.now = self.server.clock.monotonic

        self.ask(later)

    def stop(self) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._end.set)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        assert self.left == set()


@pytest.fixture
def arena() -> Iterator[Served]:
    served = Served()
    yield served
    served.stop()
