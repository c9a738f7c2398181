"""Count down each second until the game begins: three, two, one."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Final

from tables.bots.contest.narration import ContestScreen
from tables.models import Game

FROM: Final = 3
SECOND: Final = 1.0

Tell = Callable[[int], Awaitable[None]]


class Countdown:
    def __init__(self, tell: Tell) -> None:
        self.tell = tell
        self.left = 0
        """The number that is sent next; 0: none."""
        self.counting: asyncio.Task[None] | None = None
        self.starts_in: float | None = None

    async def follow(self, told: ContestScreen) -> None:
        """Call this before the events of `told` are sent: numbers that a late wake-up left out go before the start."""
        if told.starts_in is not None:
            self.starts_in = told.starts_in
            return
        self.starts_in = None
        missing, began = self.left, told.state == Game.State.RUNNING
        self.stop()
        if began:
            for number in range(missing, 0, -1):
                await self.tell(number)

    def go_on(self) -> None:
        if self.starts_in is not None and self.counting is None:
            self.left = max(1, min(FROM, math.ceil(self.starts_in)))
            self.counting = asyncio.create_task(self._count(self.starts_in))

    async def _count(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        begins = loop.time() + seconds * SECOND
        while self.left:
            await asyncio.sleep(max(0.0, begins - self.left * SECOND - loop.time()))
            number, self.left = self.left, self.left - 1
            await self.tell(number)

    def stop(self) -> None:
        self.left = 0
        if self.counting:
            self.counting.cancel()
            self.counting = None
