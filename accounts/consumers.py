"""Sockets of people who are logged in."""

import asyncio
import json
import logging
import secrets
import time
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
from accounts.selectors import Pass, ban_in_force, pass_of, user_of_session
from accounts.viewer import viewer_of_scope
from poker_site.runtime import epoch
from poker_site.runtime.db_threads import in_pool
from poker_site.runtime.feeds import ALL, Feed, Feeds
from poker_site.runtime.heartbeat import is_cut_off

logger = logging.getLogger("evenhand.accounts")

BEAT_SECONDS = 5
LOOK_EVERY_BEATS = 60


class Closed(IntEnum):
    """Codes with which we close a socket; a browser does not come back after these, but for the first."""

    RESTORED = 4205
    """The browser loads its page again: a backup, an upgrade or other settings have replaced what it shows."""
    BAD_MESSAGE = 4400
    NOT_LOGGED_IN = 4401
    BANNED = 4403
    NO_SUCH_TABLE = 4404
    TOO_FAST = 4429


class QuietConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Ends without noise, and costs no thread and no channel of the layer: `subscriptions` hears for all sockets."""

    gone = False
    epoch = 0
    spoke_at = 0.0
    """When something was sent last, by the monotonic clock."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tasks: set[asyncio.Task[None]] = set()

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Read the epoch before anything that this socket will show."""
        self.epoch = await in_pool(epoch.current)()
        await epochs.follow(ALL, self)
        await super().websocket_connect(message)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Whichever way it ends, by a word of the other side or by an exception, nothing of it stays."""
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
        """Do this beside what the socket says, for as long as it is open."""
        task = asyncio.create_task(doing)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def start_over(self) -> None:
        """A backup was restored: what was shown on this socket never happened."""
        if not self.gone:
            self.gone = True
            await self.close(int(Closed.RESTORED))

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without Channels' visit to a thread to close connections: the pool sees to its own."""
        await getattr(self, get_handler_name(message))(message)

    async def send(self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False) -> None:
        """The other side may have left while this was being written: nobody is there to tell, and nothing is wrong."""
        self.spoke_at = time.monotonic()
        try:
            await super().send(text_data, bytes_data, close)
        except Disconnected:
            self.gone = True


class EpochFeed(Feed[QuietConsumer]):
    """All sockets of this process, which end when a backup is restored."""

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


class AccountFollower(QuietConsumer):
    """A socket that looks again whether it may go on whenever the account that it belongs to has changed."""

    user_id = 0
    """0 until it is known whose socket this is."""
    seen = -1
    """The version of the account at the last look."""

    async def look(self) -> bool:
        raise NotImplementedError

    async def account_at(self, version: int) -> None:
        """Look if the account has another version than at the last look."""
        if version != self.seen:
            await self.look()
            self.seen = version


class SignedInConsumer(AccountFollower):
    """A socket that lives no longer than the session it came with.

    It looks again whenever the account changes, and now and then because a session may end by time alone.
    """

    passed: Pass | None = None
    accepted = False

    async def connect(self) -> None:
        """Listen first, then answer: whoever is connected misses nothing."""
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
        """The page that opens this socket says of which epoch it is; one of an older release does not."""
        asked = parse_qs(self.scope["query_string"].decode("latin1")).get("epoch", [str(self.epoch)])
        return asked != [str(self.epoch)]

    async def __call__(self, *connection: Any) -> None:
        try:
            await super().__call__(*connection)
        finally:
            await accounts.leave(self.user_id, self)

    async def account_at(self, version: int) -> None:
        if self.accepted:  # whoever has just come looks anyway
            await super().account_at(version)

    async def _look_again(self) -> None:
        """Look closely if the session is not as it was; if that cannot be told now, the next time tells."""
        try:
            if not await in_pool(self._is_as_it_was)():
                await self.look()
        except Exception as error:
            logger.error("the session of user %d cannot be looked at, for now: %s", self.user_id, error)

    def _is_as_it_was(self) -> bool:
        found = pass_of(self.session_key, self.user_id)
        return found is not None and found == self.passed

    async def look(self) -> bool:
        """Is the session still good? If not, say why and close, once."""
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
            await self.close(int(Closed.BANNED if ban else Closed.NOT_LOGGED_IN))
        return False

    async def replace_page(self, content: str) -> None:
        """What the page is about; its header and footer stay."""
        await self.send(json.dumps({"content": content, "target": "main", "swap": "innerHTML"}))

    def _look_closely(self) -> User | None:
        """Whose session it is, unless it has ended."""
        passed, user = pass_of(self.session_key, self.user_id), user_of_session(self.session_key)
        if user is None or user.pk != self.user_id or passed is None or passed.epoch != self.epoch:
            return None
        self.passed = passed
        return user

    def _farewell(self, ban: Sanction | None) -> str:
        with self.viewer.reading():
            return render_to_string("account/partials/farewell.html", {"ban": ban})

    async def _beat(self) -> None:
        """Send one when nothing else was sent: the browser takes ten seconds of silence for a lost connection."""
        beats = secrets.randbelow(LOOK_EVERY_BEATS)  # sockets that were opened together do not all look at once
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
            if not is_cut_off():  # else it looks for a server that can do something
                await self.send('{"beat": true}')


class AccountConsumer(SignedInConsumer):
    """The socket every page of somebody logged in keeps open; the browser has nothing to say on it."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> Any:
        await self.close(int(Closed.BAD_MESSAGE))


class PageConsumer(AccountConsumer):
    """Follows the feed of a page for as long as the session is good."""

    feeds: Feeds[Any]
    screen: Any = None
    """What the browser shows, once something was sent."""

    async def connect(self) -> None:
        await super().connect()
        if not self.gone:
            (await self.feeds.follow(ALL, self)).ask()

    async def look(self) -> bool:
        """Show what else has changed with the account."""
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
