"""Sockets of people who are logged in."""

import asyncio
import contextlib
import json
from enum import IntEnum
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.template.loader import render_to_string

from accounts.models import Sanction
from accounts.selectors import ban_in_force, user_of_session
from accounts.viewer import viewer_of_scope
from poker_site.pool import in_pool
from poker_site.topics import Moved, user_topic

BEAT_SECONDS = 5
LOOK_EVERY_BEATS = 6


class Closed(IntEnum):
    """Codes with which we close a socket; a browser does not come back after these."""

    BAD_MESSAGE = 4400
    NOT_LOGGED_IN = 4401
    BANNED = 4403


class SignedInConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """A socket that lives no longer than the session it came with.

    It looks again whenever the account's topic moves, and now and then by itself, in case a message was lost.
    """

    beating: asyncio.Task[None] | None = None
    gone = False

    async def connect(self) -> None:
        await self.accept()
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.close(int(Closed.NOT_LOGGED_IN))
            return
        self.user_id: int = user.pk
        self.viewer = viewer_of_scope(self.scope, user)
        await self.channel_layer.group_add(user_topic(self.user_id), self.channel_name)
        if await self.look():  # the session may have ended before we listened
            self.beating = asyncio.create_task(self._beat())

    async def disconnect(self, code: int) -> None:
        if self.beating:
            self.beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.beating
        if hasattr(self, "user_id"):
            await self.channel_layer.group_discard(user_topic(self.user_id), self.channel_name)

    async def topic_moved(self, moved: Moved) -> None:
        await self.look()

    async def look(self) -> bool:
        """Is the session still good? If not, say why and close."""
        if self.gone:
            return False
        if await in_pool(user_of_session)(self.scope["session"].session_key or "") is not None:
            return True
        ban = await in_pool(ban_in_force)(self.user_id)
        self.gone = True
        await self.send(json.dumps({"content": await in_pool(self._farewell)(ban), "target": "main"}))
        await self.close(int(Closed.BANNED if ban else Closed.NOT_LOGGED_IN))
        return False

    def _farewell(self, ban: Sanction | None) -> str:
        with self.viewer.reading():
            return render_to_string("account/partials/farewell.html", {"ban": ban})

    async def _beat(self) -> None:
        """The browser takes ten seconds without one for a lost connection."""
        beats = 0
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            beats += 1
            await self.send('{"beat": true}')
            if beats % LOOK_EVERY_BEATS == 0 and not await self.look():
                return


class AccountConsumer(SignedInConsumer):
    """The socket every page of somebody logged in keeps open; the browser has nothing to say on it."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> Any:
        await self.close(int(Closed.BAD_MESSAGE))
