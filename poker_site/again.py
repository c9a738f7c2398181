"""Doing something whenever it is asked for: one time after the other, and once for all that ask meanwhile."""

import asyncio
from abc import ABC, abstractmethod


class Again(ABC):
    def __init__(self) -> None:
        self.asked = False
        self.running: asyncio.Task[None] | None = None

    @abstractmethod
    async def do(self) -> None: ...

    def ask(self) -> None:
        self.asked = True
        if self.running is None or self.running.done() or self.running.get_loop() is not asyncio.get_running_loop():
            self.running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self.asked:
            self.asked = False
            await self.do()
