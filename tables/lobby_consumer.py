"""The lobby's socket: the list of tables and one's chips come anew when something about them has changed."""

import asyncio
import logging
from typing import Any

from accounts.consumers import Closed, SignedInConsumer
from accounts.models import User
from poker_site.pool import in_pool
from poker_site.subscriptions import subscribe, unsubscribe
from tables.lobby import lobby_version, own_version, render_chips, render_lobby
from tables.notes import notes_of, render_notes
from tables.page.fragments import replaced
from tables.services.locking import LOBBY

logger = logging.getLogger("evenhand.tables")

AT_MOST_EVERY_SECONDS = 1
LOOK_EVERY_SECONDS = 2


class LobbyConsumer(SignedInConsumer):
    shown: frozenset[str] = frozenset()
    known = (-1, -1, -1)
    stirred: asyncio.Event | None = None
    blind = False

    async def look(self) -> bool:
        if not await super().look():
            return False
        if self.stirred is None:
            self.stirred = asyncio.Event()
            self.start(self._show(self.stirred))
            await subscribe(LOBBY, self._stir)
        else:
            self.stirred.set()  # the account has changed, and with it perhaps its purse
        return True

    async def __call__(self, *connection: Any) -> None:
        try:
            await super().__call__(*connection)
        finally:
            await unsubscribe(LOBBY, self._stir)

    def _stir(self, version: int) -> None:
        if self.stirred:
            self.stirred.set()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(int(Closed.BAD_MESSAGE))

    async def _show(self, stirred: asyncio.Event) -> None:
        """However much happens, at most once a second; and every two seconds a look for what a lost message hid."""
        while True:
            if text := await self._looked():
                await self.send(text)
            await asyncio.sleep(AT_MOST_EVERY_SECONDS)
            try:
                await asyncio.wait_for(stirred.wait(), LOOK_EVERY_SECONDS - AT_MOST_EVERY_SECONDS)
            except TimeoutError:
                continue
            stirred.clear()

    async def _looked(self) -> str:
        try:
            news = await in_pool(self._news)()
            self.blind = False
            return news
        except Exception as error:  # the database may be away, or the cache; the next look comes soon
            if not self.blind:
                logger.error("the lobby of user %d is not shown, for now: %s", self.user_id, error)
            self.blind = True
            return ""

    def _news(self) -> str:
        """What looks different, if anything it depends on has moved."""
        user = User.objects.select_related("preferences").get(pk=self.user_id)
        now = (user.version, lobby_version(), own_version(user))
        if now == self.known:
            return ""
        parts = (
            replaced("lobby", render_lobby(user, self.viewer)),
            render_chips(user, self.viewer),
            replaced("notes", render_notes(notes_of(user, "home"), self.viewer)),
        )
        self.known = now
        before, self.shown = self.shown, frozenset(parts)
        return "".join(part for part in parts if part not in before)
