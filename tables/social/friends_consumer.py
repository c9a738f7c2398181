"""Keep the open page of friends up to date: it shows within seconds who comes and goes."""

from functools import partial
from typing import Final, Protocol

from accounts.consumers import PageConsumer
from accounts.models import User
from accounts.viewer import Viewer
from poker_site.runtime.feeds import Feeds, PacedFeed, Push
from poker_site.web.fragments import delta
from tables.social.friends import friends_page
from tables.social.notifications import PageWithNotifications, notifications_of


class Reader(Protocol):
    user_id: int
    viewer: Viewer
    screen: PageWithNotifications | None

    async def show(self, screen: PageWithNotifications, frame: str) -> None: ...


class FriendsFeed(PacedFeed[Reader]):
    what = "page of friends"

    def draw(self, followers: list[Reader]) -> list[Push]:
        """Draw each reader's page every time, because no version changes with presence."""
        users = User.objects.select_related("preferences").in_bulk({reader.user_id for reader in followers})

        def push(reader: Reader) -> Push:
            with reader.viewer.reading():
                user = users[reader.user_id]
                shown = PageWithNotifications(page=friends_page(user), notifications=notifications_of(user, "friends"))
                return partial(reader.show, shown, delta(reader.screen, shown))

        return self.draw_each([reader for reader in followers if reader.user_id in users], push)


friends_pages: Final = Feeds(
    what="pages of friends", feed_of=FriendsFeed, versions_of=lambda keys: dict.fromkeys(keys, 0)
)
"""Holds the feed of the pages of friends that are open in this process."""


class FriendsConsumer(PageConsumer):
    feeds = friends_pages
    screen: PageWithNotifications | None = None
