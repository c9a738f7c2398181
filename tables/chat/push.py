"""Push the chat of a table to all who have it open in this process."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import Final, Protocol

from accounts.models import User
from poker_site.runtime.feeds import GONE, DrawnFeed, Feeds, Push
from poker_site.web.fragments import Fragment, delta
from tables.access.permissions import may_see
from tables.chat.lines import ChatLines
from tables.chat.messages import chat_topic
from tables.chat.view import ChatPage, Muted, chat_page, choices_of, read_chat
from tables.models import Table


class Reader(Protocol):
    def reading(self) -> AbstractContextManager[None]:
        """Activate the viewer's language and time zone."""


class Listener(Protocol):
    user_id: int
    user: User | None
    viewer: Reader
    chat: ChatPage | None
    """Holds what the browser shows; None while that is only known by `page_mark`."""
    page_mark: str
    """Holds the mark of the chat in the page that opened this socket."""

    async def show_chat(self, page: ChatPage, frame: str) -> None: ...


NO_CHAT: Final = ChatPage(lines=ChatLines("", ()), muted=Fragment("", "", Muted(people=(), door="")))


class ChatFeed(DrawnFeed[Listener]):
    what = "the chat of table"

    def __init__(self, table_id: int) -> None:
        super().__init__(table_id, chat_topic(table_id))
        self.version = GONE

    def hear(self, version: int) -> None:
        if version != self.version:
            self.ask()

    def draw(self, followers: list[Listener]) -> list[Push]:
        chat = read_chat(self.key)
        choices = choices_of({listener.user_id for listener in followers}, chat)
        pushes: list[Push] = []
        for listener in followers:
            if listener.user is not None and may_see(chat.table, listener.user, chat.ties):
                with listener.viewer.reading():
                    page = chat_page(chat, listener.user, choices[listener.user_id])
                    pushes.append(partial(listener.show_chat, page, _frame(listener, page)))
        self.version = max(self.version, chat.version)
        return pushes


def _frame(listener: Listener, page: ChatPage) -> str:
    if listener.chat is None and page.mark == (listener.page_mark or NO_CHAT.mark):
        return ""
    return delta(listener.chat, page)


def _versions(table_ids: set[int]) -> Mapping[int, int]:
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "chat_version"))


chats: Final = Feeds(what="chats", feed_of=ChatFeed, versions_of=_versions)
"""Feeds of the chats of all tables that are open in this process."""
