"""Serve the lobby's socket."""

from accounts.consumers import PageConsumer
from tables.lobby.push import LobbyScreen, lobbies


class LobbyConsumer(PageConsumer):
    feeds = lobbies
    screen: LobbyScreen | None = None
