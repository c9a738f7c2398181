"""Send events in order, with the pauses between them that programs are used to."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

SECOND: Final = 1.0


class Outbox:
    """Sends everything that waits at once when something new comes, so that no program lags behind the table."""

    def __init__(self, tell: Callable[[str], Awaitable[None]]) -> None:
        self.tell = tell
        self.sending: asyncio.Task[None] | None = None
        self.in_a_hurry = asyncio.Event()

    async def put(self, frame: str) -> None:
        """Send events line by line; a line that is a number is a pause of so many seconds."""
        lines = frame.split("\n") if frame else []
        pause = next((at for at, line in enumerate(lines) if line.isdigit()), len(lines))
        for line in lines[:pause]:
            await self.tell(line)
        if rest := lines[pause:]:
            self.in_a_hurry.clear()
            self.sending = asyncio.create_task(self._send(rest))

    async def _send(self, lines: list[str]) -> None:
        for line in lines:
            if line.isdigit():
                await self._wait(int(line) * SECOND)
            else:
                await self.tell(line)

    async def _wait(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self.in_a_hurry.wait(), seconds)
        except TimeoutError:
            return

    async def hurry(self) -> None:
        """Send now whatever waits. If the socket closes meanwhile, that is cancelled, but not the caller."""
        if sending := self.sending:
            self.in_a_hurry.set()
            await asyncio.wait({sending})
            self.sending = None
            if not sending.cancelled():
                sending.result()

    def stop(self) -> None:
        if self.sending:
            self.sending.cancel()
            self.sending = None
