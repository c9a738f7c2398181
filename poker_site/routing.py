"""Addresses of sockets."""

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from django.urls import path, re_path

from accounts.consumers import AccountConsumer
from tables.consumers import TableConsumer
from tables.lobby_consumer import LobbyConsumer


class Nowhere(AsyncWebsocketConsumer):  # type: ignore[misc]
    async def connect(self) -> None:
        await self.close()


sockets = URLRouter(
    [
        path("ws/me/", AccountConsumer.as_asgi()),
        path("ws/lobby/", LobbyConsumer.as_asgi()),
        path("ws/t/<str:code>/", TableConsumer.as_asgi()),
        re_path("", Nowhere.as_asgi()),
    ]
)
