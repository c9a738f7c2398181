"""The chat of the tables that are open in this process: one look at what is new for all who hear it."""

import logging
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Final, Protocol

from accounts.models import User
from poker_site.again import Again
from poker_site.pool import in_pool
from poker_site.subscriptions import subscribe, unsubscribe
from poker_site.watch import Watch
from tables.access import may_see
from tables.models import Table
from tables.page import talk as talks
from tables.page import talk_news
from tables.page.talk import Heard, Hearing
from tables.services.chat import chat_topic

NOTHING: Final = Heard()

logger = logging.getLogger("evenhand.tables")


class Reader(Protocol):
    def reading(self) -> AbstractContextManager[None]: ...


class Listener(Protocol):
    table_id: int
    user_id: int
    user: User | None
    viewer: Reader
    heard: Heard | None
    """Nothing is known yet: the page that opened this socket showed `page_heard`."""
    page_heard: str

    async def tell(self, frame: str) -> None: ...


class Talking(Again):
    """To the listeners of one table, one look at a time."""

    def __init__(self, table_id: int) -> None:
        super().__init__()
        self.table_id = table_id
        self.listeners: set[Listener] = set()
        self.version = -1

    def at(self, version: int) -> None:
        if version != self.version:
            self.ask()

    async def do(self) -> None:
        try:
            version, told = await in_pool(self._draw)(list(self.listeners))
            for listener, heard, frame in told:
                listener.heard = heard
                if frame:
                    await listener.tell(frame)
            self.version = max(self.version, version)
        except Exception as error:  # the database may be away; the watch will ask again
            logger.error("the chat of table %d is not shown, for now: %s", self.table_id, error)

    def _draw(self, listeners: list[Listener]) -> tuple[int, list[tuple[Listener, Heard, str]]]:
        talk = talks.take(self.table_id)
        owns = talks.owns({listener.user_id for listener in listeners}, talk)
        told = []
        for listener in listeners:
            if listener.user is not None and may_see(talk.table, listener.user, talk.ties):
                hearing = Hearing(talk, listener.user, owns[listener.user_id])
                told.append((listener, hearing.heard, _frame(listener, hearing)))
        return talk.version, told


def _frame(listener: Listener, hearing: Hearing) -> str:
    before, now = listener.heard, hearing.heard
    if before is None and now.mark == (listener.page_heard or NOTHING.mark):
        return ""
    with listener.viewer.reading():
        return talk_news.frame(before, hearing)


def _versions(table_ids: set[int]) -> Mapping[int, int]:
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "chat_version"))


def _table_of(listener: Listener) -> int:
    return listener.table_id


class Voices:
    """Of one process and event loop."""

    def __init__(self) -> None:
        self.watch: Watch[Listener] = Watch(what="chat", key_of=_table_of, versions_of=_versions, tell=self._compare)
        self.tables: dict[int, Talking] = {}

    async def enter(self, listener: Listener) -> None:
        """Listen first, then read: nothing is missed."""
        self.watch.add(listener)
        table = self.tables.setdefault(listener.table_id, Talking(listener.table_id))
        table.listeners.add(listener)
        await subscribe(chat_topic(listener.table_id), table.at)
        table.ask()

    async def leave(self, listener: Listener) -> None:
        self.watch.discard(listener)
        table = self.tables.get(listener.table_id)
        if table is None or listener not in table.listeners:
            return
        table.listeners.discard(listener)
        if not table.listeners:
            del self.tables[listener.table_id]
            await unsubscribe(chat_topic(listener.table_id), table.at)

    def look(self, table_id: int) -> None:
        """What a listener may hear, or wants to, may have changed."""
        if table := self.tables.get(table_id):
            table.ask()

    def _compare(self, listener: Listener, version: int) -> None:
        if table := self.tables.get(listener.table_id):
            table.at(version)


voices = Voices()
