"""A program at one table: one more viewer among those that have it open in a browser."""

import json
import re
from collections.abc import Awaitable, Callable
from typing import Final

from accounts.models import User
from accounts.viewer import Viewer as Reader
from poker_site.pool import in_pool
from tables.botwire.state import own_seat, state_of
from tables.room.here import room
from tables.room.screen import Screen
from tables.room.snapshot import Elsewhere, Snapshot

_CLOCK: Final = re.compile(r'"time_left_ms": (\d+|null)')
"""Runs by itself: a clock that only went on is no news."""

Send = Callable[[str], Awaitable[None]]
Left = Callable[["Chair"], Awaitable[None]]


class Chair:
    """Each state is complete, so whoever missed some has missed nothing; none is older than one sent before."""

    looks = ""

    def __init__(self, table_id: int, code: str, user: User, reader: Reader, *, send: Send, left: Left) -> None:
        self.table_id = table_id
        self.code = code
        self.user = user
        self.user_id = user.pk
        self.reader = reader
        self.send = send
        self.left = left
        self.screen = Screen()
        self.gone = False

    def draw(self, snapshot: Snapshot, others: tuple[Elsewhere, ...]) -> tuple[Screen, str | None]:
        """None: the bot does not sit here any more."""
        self.code = snapshot.table.code
        screen = Screen(snapshot.version, others, self.looks, {"state": self._text(snapshot)})
        if own_seat(snapshot, self.user) is None:
            return screen, None
        known, text = self.screen.parts.get("state", ""), screen.parts["state"]
        return screen, "" if _still(known) == _still(text) else text

    def _text(self, snapshot: Snapshot) -> str:
        with self.reader.reading():
            return json.dumps(state_of(snapshot, self.user), ensure_ascii=False)

    async def show(self, screen: Screen, frame: str | None) -> None:
        if self.gone or screen.version < self.screen.version:
            return
        self.screen = screen
        if frame is None:
            self.gone = True
            await self.send(screen.parts["state"])
            await self.left(self)
        elif frame:
            await self.send(frame)

    async def tell(self, re: int | str | None = None) -> None:
        """The present, whether it is news or not."""
        table = room.tables.get(self.table_id)
        if table is not None:
            snapshot = await in_pool(table.look)()
            screen, _frame = await in_pool(self.draw)(snapshot, table.others(self))
            text = screen.parts["state"]
            await self.show(screen, text if re is None else f'{text[:-1]}, "re": {json.dumps(re)}}}')


def _still(text: str) -> str:
    return _CLOCK.sub("", text, count=1)
