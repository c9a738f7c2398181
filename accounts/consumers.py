"""Serve the sockets of people who are logged in."""

import asyncio
import json
import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from enum import IntEnum
from typing import Any, Final
from urllib.parse import parse_qs

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string

from accounts.feed import accounts
from accounts.models import Sanction, User
from accounts.selectors import SessionFingerprint, ban_in_force, session_fingerprint, user_of_session
from accounts.viewer import viewer_of_scope
from poker_site.runtime import epoch
from poker_site.runtime.db_threads import in_pool
from poker_site.runtime.feeds import ALL, Feed, Feeds
from poker_site.runtime.heartbeat import is_cut_off

logger = logging.getLogger("evenhand.accounts")

BEAT_SECONDS = 5
LOOK_EVERY_BEATS = 60


class CloseCode(IntEnum):
    """Names the codes with which the server closes a socket; a browser comes back only after the first."""

    RESTORED = 4205
    """Makes the browser reload its page: a backup, an upgrade or other settings have replaced what it shows."""
    BAD_MESSAGE = 4400
    NOT_LOGGED_IN = 4401
    BANNED = 4403
    NO_SUCH_TABLE = 4404
    TOO_FAST = 4429


class QuietConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Ends quietly, and needs no thread and no channel of its own: feeds read once for all sockets of the process."""

    gone = False
    epoch = 0
    spoke_at = 0.0
    """Holds the time of the last send, in seconds of the monotonic clock."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tasks: set[asyncio.Task[None]] = set()

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Read the epoch before anything that this socket will show."""
        self.epoch = await in_pool(epoch.current)()
        await epochs.follow(ALL, self)
        await super().websocket_connect(message)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket, and clean up however it ends: by the other side or by an exception."""
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            await epochs.leave(ALL, self)
            for task in list(self.tasks):
                task.cancel()

    def start(self, doing: Coroutine[Any, Any, None]) -> None:
        """Run this task until the socket closes."""
        task = asyncio.create_task(doing)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def start_over(self) -> None:
        """Close the socket because a backup was restored: what it showed never happened."""
        if not self.gone:
            self.gone = True
            await self.close(int(CloseCode.RESTORED))

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler without Channels' trip to a thread to close connections: the pool closes its own."""
        await getattr(self, get_handler_name(message))(message)

    async def send(self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False) -> None:
        """Send, and only note it if the other side has left meanwhile: that is not an error."""
        self.spoke_at = time.monotonic()
        try:
            await super().send(text_data, bytes_data, close)
        except Disconnected:
            self.gone = True


class EpochFeed(Feed[QuietConsumer]):
    """Ends all sockets of this process when a backup is restored."""

    current = 0

    def hear(self, version: int) -> None:
        self.current = version
        self.ask()

    async def work(self) -> None:
        ending = [socket.start_over() for socket in self.followers if socket.epoch != self.current]
        for error in await asyncio.gather(*ending, return_exceptions=True):
            if isinstance(error, Exception):
                logger.error("a socket did not end with its epoch: %s", error)


epochs: Final = Feeds(what="epochs", feed_of=EpochFeed, versions_of=lambda keys: dict.fromkeys(keys, epoch.current()))


class AccountFollower(QuietConsumer, ABC):
    """Looks whether it may go on whenever the account that it belongs to has changed."""

    user_id = 0
    """Holds 0 until the socket's user is known."""
    seen = -1
    """Holds the version of the account at the last look."""

    @abstractmethod
    async def look(self) -> bool:
        """Tell whether the socket may go on; close it if not."""

    async def account_at(self, version: int) -> None:
        """Look if the account has another version than at the last look."""
        if version != self.seen:
            await self.look()
            self.seen = version


class SignedInConsumer(AccountFollower):
    """Lives no longer than the session it came with.

    It looks again whenever the account changes, and every few minutes because a session may expire.
    """

    passed: SessionFingerprint | None = None
    accepted = False

    async def connect(self) -> None:
        """Follow the account before answering, so that a connected socket misses no change."""
        self.session_key: str = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
        user = await in_pool(user_of_session)(self.session_key)
        self.viewer = await in_pool(viewer_of_scope)(self.scope, user or AnonymousUser())
        if user is not None:
            self.user_id, self.seen = user.pk, user.version
            await accounts.follow(user.pk, self)
        await self.accept()
        self.accepted = True
        if self._shows_the_past():
            await self.start_over()
        elif await self.look():  # the session may have ended before we listened
            self.start(self._beat())

    def _shows_the_past(self) -> bool:
        """Tell whether the page that opened this socket is of another epoch; pages of an older release name none."""
        asked = parse_qs(self.scope["query_string"].decode("latin1")).get("epoch", [str(self.epoch)])
        return asked != [str(self.epoch)]

    async def __call__(self, *connection: Any) -> None:
        try:
            await super().__call__(*connection)
        finally:
            await accounts.leave(self.user_id, self)

    async def account_at(self, version: int) -> None:
        if self.accepted:  # a socket that is still connecting looks anyway
            await super().account_at(version)

    async def _look_again(self) -> None:
        """Look closely if the session has changed; if the database cannot tell now, try again next time."""
        try:
            if not await in_pool(self._is_as_it_was)():
                await self.look()
        except Exception as error:
            logger.error("the session of user %d cannot be looked at, for now: %s", self.user_id, error)

    def _is_as_it_was(self) -> bool:
        found = session_fingerprint(self.session_key, self.user_id)
        return found is not None and found == self.passed

    async def look(self) -> bool:
        """Tell whether the session is still valid; if not, say why and close, once."""
        if await in_pool(self._look_closely)() is not None:
            return True
        if await in_pool(epoch.current)() != self.epoch:
            await self.start_over()
            return False
        ban = await in_pool(ban_in_force)(self.user_id)
        farewell = await in_pool(self._farewell)(ban)
        if not self.gone:
            self.gone = True
            await self.replace_page(farewell)
            await self.close(int(CloseCode.BANNED if ban else CloseCode.NOT_LOGGED_IN))
        return False

    async def replace_page(self, content: str) -> None:
        """Replace the main part of the page; its header and footer stay."""
        await self.send(json.dumps({"content": content, "target": "main", "swap": "innerHTML"}))

    def _look_closely(self) -> User | None:
        """Return the user of the session, or None if it has ended."""
        passed, user = session_fingerprint(self.session_key, self.user_id), user_of_session(self.session_key)
        if user is None or user.pk != self.user_id or passed is None or passed.epoch != self.epoch:
            return None
        self.passed = passed
        return user

    def _farewell(self, ban: Sanction | None) -> str:
        with self.viewer.reading():
            return render_to_string("account/partials/farewell.html", {"ban": ban})

    async def _beat(self) -> None:
        """Send a beat when nothing else was sent: the browser takes ten seconds of silence for a lost connection."""
        beats = secrets.randbelow(LOOK_EVERY_BEATS)  # sockets opened together should not all look at once
        self.spoke_at = time.monotonic()
        look_at = self.spoke_at + (beats + 1) * BEAT_SECONDS
        while True:
            await asyncio.sleep(max(0.0, self.spoke_at + BEAT_SECONDS - time.monotonic()))
            now = time.monotonic()
            if now >= look_at:
                look_at = now + LOOK_EVERY_BEATS * BEAT_SECONDS
                await self._look_again()
            if now - self.spoke_at < BEAT_SECONDS:
                continue
            self.spoke_at = now
            if not is_cut_off():  # no beat when cut off from the database: the browser then looks for another server
                await self.send('{"beat": true}')


class AccountConsumer(SignedInConsumer):
    """Stays open on every page of a logged-in user; the browser sends nothing on it."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> Any:
        await self.close(int(CloseCode.BAD_MESSAGE))


class PageConsumer(AccountConsumer):
    """Follows the feed of a page for as long as the session is valid."""

    feeds: Feeds[Any]
    screen: Any = None
    """Holds what the browser shows, once something was sent."""

    async def connect(self) -> None:
        await super().connect()
        if not self.gone:
            (await self.feeds.follow(ALL, self)).ask()

    async def look(self) -> bool:
        """Draw the page again if the session is valid: other things may have changed with the account."""
        is_good = await super().look()
        if is_good:
            self.feeds.ask(ALL)
        return is_good

    async def __call__(self, *connection: Any) -> None:
        try:
            await super().__call__(*connection)
        finally:
            await self.feeds.leave(ALL, self)

    async def show(self, screen: Any, frame: str) -> None:
        self.screen = screen
        if frame and not self.gone:
            await self.send(frame)
