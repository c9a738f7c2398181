"""Doing something whenever it is asked for: one time after the other, and once for all that ask meanwhile."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Again:
    def __init__(self, do: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.do = do
        self.asked = False
        self.running: asyncio.Task[None] | None = None

    def ask(self) -> None:
        self.asked = True
        if self.running is None or self.running.done() or self.running.get_loop() is not asyncio.get_running_loop():
            self.running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self.asked:
            self.asked = False
            await self.do()
