"""Run a task for each room, from its opening to its end, for what the room does of its own accord."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from tables.bots.duel.fair_scheduler import FairScheduler, QueuedTurn

if TYPE_CHECKING:
    from tables.bots.duel.room import Room


class Tasks:
    """Implements the server's `Runner`."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._turnstile = FairScheduler(now)
        self._places: dict[Room, QueuedTurn] = {}
        self._running: set[asyncio.Task[None]] = set()

    def opened(self, room: "Room", go_on: Callable[[float], None]) -> None:
        place = self._places[room] = QueuedTurn()
        task = asyncio.create_task(self._live(place, go_on), name=f"room {room.number}")
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def stir(self, room: "Room") -> None:
        if room in self._places:
            self._turnstile.stand(self._places[room])

    def closed(self, room: "Room") -> None:
        self._places.pop(room).give_up()

    async def ended(self) -> None:
        """Wait until the tasks of all rooms have ended; call this when all rooms are closed."""
        if self._running:
            await asyncio.wait(self._running)

    async def _live(self, place: QueuedTurn, go_on: Callable[[float], None]) -> None:
        while (until := await self._turnstile.turn(place)) is not None:
            go_on(until)
