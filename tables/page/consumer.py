"""Serve the table's socket: it takes the viewer's actions and sends what changed for this viewer."""

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from django.template.loader import render_to_string

from accounts.consumers import CloseCode
from accounts.models import Preferences, User
from accounts.viewer import appearance_digest, viewer_of_scope
from poker_site.runtime.db_threads import in_pool
from poker_site.web.fragments import element_partial
from tables.access.permissions import follows_to_new_address, may_see, table_at, visible_table
from tables.chat.push import chats
from tables.chat.view import ChatPage
from tables.core.refusals import Refused
from tables.page import dispatch
from tables.page.connections import connections
from tables.page.drawing import Drawing, TableScreen, as_loaded, redrawn
from tables.page.scene import Scene
from tables.page.screen import Screen
from tables.page.snapshot import SeatedTable, Snapshot, take
from tables.records.ledger import may_read
from tables.social.notifications_consumer import WithNotifications

LONGEST_MESSAGE = 4096
STEADY_PER_SECOND = 20
BURST = 30
SLOWED_SECONDS = 0.05
MOST_SLOWED = 40


class TableConsumer(WithNotifications):
    notifications_template = "tables/page/letters.html"
    table_id = 0
    code = ""
    appearance_digest = ""
    origin = ""
    """Holds the origin of the page as the browser names it; `origins` checks it before the socket is accepted."""
    allowance = float(BURST)
    idle_since = 0.0
    chat: ChatPage | None = None
    page_mark = ""
    hushed = False
    """True once the table has hidden watchers' chat from players in a hand: then any push may change the chat."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.screen = TableScreen()
        self.user: User | None = None

    async def connect(self) -> None:
        """Check that the table exists and this user may see it, then follow the table and its chat."""
        await super().connect()
        if self.gone:
            return
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.origin = dict(self.scope["headers"]).get(b"origin", b"").decode("latin1")
        table = await in_pool(visible_table)(self.code, self.user)
        if table is None:
            await self._turn_away(CloseCode.NO_SUCH_TABLE)
            return
        self.table_id = table.pk
        if not await in_pool(self._compare_with_page)():
            await self._turn_away(CloseCode.RESTORED)
            return
        await connections.enter(self)
        (await chats.follow(self.table_id, self)).ask()

    def _compare_with_page(self) -> bool:
        """Note what the page shows already, so that it is not sent again; return False if its looks are outdated."""
        snapshot = take(self.table_id)
        asked = parse_qs(self.scope["query_string"].decode("latin1"))
        page, self.page_mark = (asked.get(name, [""])[0] for name in ("page", "chat"))
        if page and page.partition(".")[2] != self.looks:
            return False
        if page == f"{snapshot.version}.{self.looks}":
            with self.viewer.reading():
                self.screen = as_loaded(
                    Scene(snapshot, self.user, _preferences(self.user), (), self.looks, self.origin)
                )
        return True

    async def look(self) -> bool:
        if not await super().look():
            return False
        self.user = await in_pool(_with_preferences)(self.user_id)
        self.viewer = viewer_of_scope(self.scope, self.user)
        self.looks = appearance_digest(_preferences(self.user))
        connections.tables.hear(self.table_id, 0)
        chats.ask(self.table_id)
        return True

    async def _turn_away(self, code: CloseCode) -> None:
        """Close the socket and ignore whatever else the browser has sent on it."""
        self.gone = True
        await self.close(int(code))

    async def _see_off(self) -> None:
        if not self.gone:
            await self.replace_page(await in_pool(self._parting_words)())
            await self._turn_away(CloseCode.NO_SUCH_TABLE)

    def _parting_words(self) -> str:
        """Render the farewell; it links to the ledger only under the address that the viewer knows, never a new one."""
        table = table_at(self.code)
        books = table.code if table and may_read(table, self.user) else ""
        return self._rendered("tables/page/farewell.html", {"books": books})

    async def __call__(self, *connection: Any) -> None:
        try:
            await super().__call__(*connection)
        finally:
            if self.table_id:
                await chats.leave(self.table_id, self)
                await connections.leave(self)

    def draw(self, drawing: Drawing, others: tuple[SeatedTable, ...]) -> tuple[Screen, str | None]:
        snapshot = drawing.snapshot
        if not self._is_welcome(snapshot):
            return self.screen, None
        self.hushed = self.hushed or snapshot.table.watchers_apart
        with self.viewer.reading():
            scene = Scene(snapshot, self.user, _preferences(self.user), others, self.looks, self.origin)
            return redrawn(self.screen, scene, drawing)

    def _is_welcome(self, snapshot: Snapshot) -> bool:
        """Return whether the viewer may still be here: not banned, uninvited or left behind by a new address."""
        table, user, ties = snapshot.table, self.user, snapshot.ties
        if user is None or not may_see(table, user, ties):
            return False
        return table.code == self.code or follows_to_new_address(table, user, ties)

    async def show(self, screen: Screen, frame: str | None) -> None:
        if frame is None or not isinstance(screen, TableScreen):
            await self._see_off()
            return
        self.screen = screen
        await self.tell(frame)
        if self.hushed:
            chats.ask(self.table_id)

    async def show_chat(self, page: ChatPage, frame: str) -> None:
        self.chat = page
        await self.tell(frame)

    async def tell(self, frame: str) -> None:
        if frame and not self.gone:
            await self.send(frame)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.gone:
            return
        if text_data is None or len(text_data.encode()) > LONGEST_MESSAGE:
            await self._turn_away(CloseCode.BAD_MESSAGE)
        elif await self._slowed():
            await self._answer(_values(text_data))
            self.idle_since = time.monotonic()
        else:
            await self._notice(None, "flood")
            await self._turn_away(CloseCode.TOO_FAST)

    async def _slowed(self) -> bool:
        """Limit the rate: allow a burst, slow down what exceeds it, and return False if far too much comes.

        Messages are handled one after the other, so only the time in which none was waiting earns a new one.
        """
        earned = (time.monotonic() - self.idle_since) * STEADY_PER_SECOND
        self.allowance = min(BURST, self.allowance + earned) - 1
        if self.allowance < -MOST_SLOWED:
            return False
        if self.allowance < 0:
            await asyncio.sleep(SLOWED_SECONDS)
        return True

    async def _answer(self, values: Mapping[str, Any]) -> None:
        sentence = await in_pool(self._do)(values)
        if sentence is None:
            await self.look()
        elif sentence:
            await self._notice(sentence)

    def _do(self, values: Mapping[str, Any]) -> str | None:
        """Do what is asked; return why it was refused, "" if it was done, or None if the session has ended."""
        user = self._who()
        if user is None:
            return None
        with self.viewer.reading():
            try:
                dispatch.do(self.table_id, user, values)
            except Refused as refused:
                return str(refused)
        return ""

    def _who(self) -> User | None:
        """Return the viewer, or None if the session has ended; load both anew if the session has changed."""
        if not self._is_as_it_was():
            user = self._look_closely()
            if user is None:
                return None
            self.user = user
        return self.user

    async def _notice(self, sentence: str | None, kind: str = "refused") -> None:
        await self.send(await in_pool(self._render_notice)(sentence, kind))

    def _render_notice(self, sentence: str | None, kind: str) -> str:
        text = self._rendered("tables/page/notice.html", {"sentence": sentence, "kind": kind})
        return element_partial("t-notice", text)

    def _rendered(self, template: str, context: Mapping[str, Any]) -> str:
        with self.viewer.reading():
            return render_to_string(template, dict(context))


def _preferences(user: User | None) -> Preferences | None:
    return getattr(user, "preferences", None)


def _with_preferences(user_id: int) -> User:
    return User.objects.select_related("preferences").get(pk=user_id)


def _values(text: str) -> Mapping[str, Any]:
    """Parse a message; anything but a JSON object counts as an empty one, which names no verb."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}
