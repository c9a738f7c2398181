"""Keep the lobbies that are open in this process up to date, after one look at the tables for all of them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, Protocol

from django.db.models import Sum

from accounts.models import User
from accounts.viewer import Viewer
from poker_site.runtime.feeds import Feeds, PacedFeed, Push
from poker_site.web.fragments import delta
from tables.core.locking import LOBBY
from tables.lobby.games import games_version
from tables.lobby.page import ReaderPart, lobby_page, read_own
from tables.lobby.table_reader import LobbyTables
from tables.lobby.table_relations import TableRelations, bonds_of
from tables.models import Table
from tables.social.notifications import PageWithNotifications, notifications_of


class OwnVersion(NamedTuple):
    """Changes whenever something may have changed that only one reader's lobby shows."""

    account: int
    games: int
    bonds: TableRelations


class Version(NamedTuple):
    lobby: int
    own: OwnVersion


@dataclass(frozen=True)
class LobbyScreen:
    """Remembers what a browser shows."""

    version: Version
    own: ReaderPart
    shown: PageWithNotifications


class Reader(Protocol):
    user_id: int
    viewer: Viewer
    screen: LobbyScreen | None

    async def show(self, screen: LobbyScreen, frame: str) -> None: ...


class LobbyFeed(PacedFeed[Reader]):
    what = "lobby"

    def draw(self, followers: list[Reader]) -> list[Push]:
        """Read the versions of all readers, then the tables, if a reader's version has changed."""
        users = User.objects.select_related("preferences").in_bulk({reader.user_id for reader in followers})
        versions = versions_of(users.values())
        behind = [reader for reader in followers if _is_behind(reader, versions)]
        if not behind:
            return []
        look = LobbyTables([versions[reader.user_id].own.bonds for reader in behind])

        def push(reader: Reader) -> Push:
            with reader.viewer.reading():
                before = reader.screen
                screen = _redrawn(before, look, users[reader.user_id], versions[reader.user_id])
                return partial(reader.show, screen, delta(before.shown if before else None, screen.shown))

        return self.draw_each(behind, push)


def versions_of(users: Collection[User]) -> dict[int, Version]:
    """Return the version of each reader's lobby, read in three queries."""
    lobby, games = lobby_version(), games_version()
    bonds = bonds_of([user.pk for user in users])
    return {user.pk: Version(lobby, OwnVersion(user.version, games, bonds[user.pk])) for user in users}


def lobby_version() -> int:
    """Sum up the versions of all tables: it grows with every change that everybody's lobby shows."""
    return Table.objects.aggregate(version=Sum("lobby_version"))["version"] or 0


def _is_behind(reader: Reader, versions: Mapping[int, Version]) -> bool:
    now = versions.get(reader.user_id)  # None: the account has just been deleted
    return now is not None and (reader.screen is None or reader.screen.version != now)


def _redrawn(before: LobbyScreen | None, look: LobbyTables, user: User, now: Version) -> LobbyScreen:
    """Read again what is the reader's own only if it has changed."""
    bonds = now.own.bonds
    if before and before.version.own == now.own:
        own, notifications = before.own, before.shown.notifications
    else:
        own, notifications = read_own(user, bonds), notifications_of(user, "home")
    page = lobby_page(look, user, bonds, own)
    return LobbyScreen(now, own, PageWithNotifications(page=page, notifications=notifications))


lobbies: Final = Feeds(
    what="lobbies", feed_of=lambda key: LobbyFeed(key, LOBBY), versions_of=lambda keys: dict.fromkeys(keys, 0)
)
"""Holds the lobbies that are open in this process: a single feed, which finds out itself what has changed."""
