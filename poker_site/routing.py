"""Map addresses of sockets to consumers."""

from typing import Final

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from django.urls import path, re_path

from tables.bots.api.consumer import BotConsumer
from tables.bots.contest.consumer import ContestConsumer
from tables.lobby.consumer import LobbyConsumer
from tables.page.consumer import TableConsumer
from tables.social.friends_consumer import FriendsConsumer
from tables.social.notifications_consumer import NotificationsConsumer


class UnknownAddressConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    async def connect(self) -> None:
        await self.close()


CONTEST: Final = ("/", "/contest", "/contest/")
"""The paths of the contest: its programs are given a host and a port, and most use no path at all."""

programs = URLRouter(
    [
        path("ws/bot/v1/", BotConsumer.as_asgi()),
        *[path(address[1:], ContestConsumer.as_asgi()) for address in CONTEST],
        re_path("", UnknownAddressConsumer.as_asgi()),
    ]
)
"""The routes of programs, which send a key or watch as guests: no cookie is read and no origin is checked."""

sockets = URLRouter(
    [
        path("ws/me/", NotificationsConsumer.as_asgi()),
        path("ws/lobby/", LobbyConsumer.as_asgi()),
        path("ws/friends/", FriendsConsumer.as_asgi()),
        path("ws/t/<str:code>/", TableConsumer.as_asgi()),
        re_path("", UnknownAddressConsumer.as_asgi()),
    ]
)
