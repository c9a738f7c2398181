"""The lobby's socket, and how any page with a feed of its own is kept up to date."""

from typing import Any

from accounts.consumers import AccountConsumer
from poker_site.feeds import ALL, Feeds
from tables.lobby.push import LobbyScreen, lobbies


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


class LobbyConsumer(PageConsumer):
    feeds = lobbies
    screen: LobbyScreen | None = None
