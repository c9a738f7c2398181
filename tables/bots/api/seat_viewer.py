"""Follow one table for a program: one more viewer among those that have the table open in a browser."""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from accounts.models import User
from accounts.viewer import Viewer as Reader
from poker_site.runtime.db_threads import in_pool
from tables.bots.api.state import own_seat, state_of
from tables.page.connections import connections
from tables.page.drawing import Drawing
from tables.page.screen import Screen
from tables.page.snapshot import SeatedTable, Snapshot

_CLOCK: Final = re.compile(r'"time_left_ms": (\d+|null)')
"""Matches the time left, which runs by itself: a clock that only went on is no news."""

Send = Callable[[str], Awaitable[None]]
Left = Callable[["SeatViewer"], Awaitable[None]]


@dataclass(frozen=True)
class StateScreen(Screen):
    """Remembers the state that a program was sent last."""

    text: str = ""


class SeatViewer:
    """Sends a program the states of one table: each is complete, and none is older than one sent before."""

    looks = ""

    def __init__(self, table_id: int, code: str, user: User, reader: Reader, *, send: Send, left: Left) -> None:
        self.table_id = table_id
        self.code = code
        self.user = user
        self.user_id = user.pk
        self.reader = reader
        self.send = send
        self.left = left
        self.screen = StateScreen()
        self.gone = False

    def draw(self, drawing: Drawing, others: tuple[SeatedTable, ...]) -> tuple[StateScreen, str | None]:
        """Draw the state and the frame to send: empty if only the clock went on, None if the bot left its seat."""
        snapshot = drawing.snapshot
        self.code = snapshot.table.code
        screen = StateScreen(snapshot.version, others, self.looks, self._text(snapshot))
        if own_seat(snapshot, self.user) is None:
            return screen, None
        return screen, "" if _still(self.screen.text) == _still(screen.text) else screen.text

    def _text(self, snapshot: Snapshot) -> str:
        with self.reader.reading():
            return json.dumps(state_of(snapshot, self.user), ensure_ascii=False)

    async def show(self, screen: Screen, frame: str | None) -> None:
        if self.gone or screen.version < self.screen.version or not isinstance(screen, StateScreen):
            return
        self.screen = screen
        if frame is None:
            self.gone = True
            await self.send(screen.text)
            await self.left(self)
        elif frame:
            await self.send(frame)

    async def tell(self, re: int | str | None = None) -> None:
        """Send the present state, whether it is news or not."""
        table = connections.tables.open.get(self.table_id)
        if table is not None:
            snapshot = await in_pool(table.look)()
            screen, _frame = await in_pool(self.draw)(Drawing(snapshot), table.others(self))
            text = screen.text
            await self.show(screen, text if re is None else f'{text[:-1]}, "re": {json.dumps(re)}}}')


def _still(text: str) -> str:
    return _CLOCK.sub("", text, count=1)
