"""Let rooms go on in turn, so that a thousand that never pause leave the server time to read from its connections.

A task for each room that sleeps for zero seconds is not enough: the loop would call all of them before it reads from
any connection again. Here a room with something to do stands in line, once. An opening calls the first few; the next
opening comes after connections were read from. When the line is empty, the next room that stands in it opens at once.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

SLICE: Final = 0.004
"""Seconds of one opening, shared by all rooms that it calls."""
AT_ONCE: Final = 16
"""Rooms that one opening calls at most: a share must be worth the change from one task to the next."""


class QueuedTurn:
    """Holds the place in line of one room's task, which waits here until it is called or the place is given up."""

    __slots__ = ("called", "given_up", "in_line")

    def __init__(self) -> None:
        self.called = asyncio.get_running_loop().create_future()
        self.in_line = False
        self.given_up = False

    def call(self) -> None:
        if not self.called.done():
            self.called.set_result(None)

    def give_up(self) -> None:
        self.given_up = True
        self.call()


class FairScheduler:
    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._line: deque[QueuedTurn] = deque()
        self._late: list[QueuedTurn] = []
        """Keeps places that were called while those before took too long; they come first next time."""
        self._opening = False
        """True if there has been an opening and connections were not read from since."""
        self._share = SLICE
        self._ends: float | None = None
        """The time when this opening is over, set when its first room goes on: before, others had the processor."""

    def stand(self, place: QueuedTurn) -> None:
        if place.in_line or place.given_up:
            return
        place.in_line = True
        self._line.append(place)
        if not self._opening:
            self._open()

    async def turn(self, place: QueuedTurn) -> float | None:
        """Wait for a turn; return the time of `now` at which it ends, or None when the place was given up."""
        while True:
            await place.called
            if place.given_up:
                return None
            place.called = asyncio.get_running_loop().create_future()
            now = self._now()
            if self._ends is None:
                self._ends = now + SLICE
            if now < self._ends:
                place.in_line = False
                return min(now + self._share, self._ends)
            self._late.append(place)

    def _open(self) -> None:
        self._line.extendleft(reversed(self._late))
        self._late.clear()
        many = min(len(self._line), AT_ONCE)
        self._opening = many > 0
        if not many:
            return
        self._share, self._ends = SLICE / many, None
        for _ in range(many):
            self._line.popleft().call()
        asyncio.get_running_loop().call_soon(self._open)
