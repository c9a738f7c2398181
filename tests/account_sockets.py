"""Open the socket of every page as a browser does, and read how it ends."""

import json
from typing import Any

from django.conf import settings
from django.test import Client

from poker_site.asgi import application
from tests.patient_socket import Socket

HOST = b"localhost"
SCHEME = "https" if settings.SESSION_COOKIE_SECURE else "http"
OWN = f"{SCHEME}://localhost".encode()


def handshake(
    client: Client,
    *,
    origin: bytes = OWN,
    language: bytes = b"en",
    more_cookies: str = "",
    path: str = "/ws/me/",
) -> Socket:
    morsel = client.cookies.get(settings.SESSION_COOKIE_NAME)
    cookie = f"{settings.SESSION_COOKIE_NAME}={morsel.value}" if morsel else ""
    headers = [
        (b"host", HOST),
        (b"origin", origin),
        (b"cookie", (more_cookies + cookie).encode()),
        (b"accept-language", language),
    ]
    return Socket(application, path, headers=headers)


async def opened(client: Client, **more: Any) -> Socket:
    socket = handshake(client, **more)
    connected, _ = await socket.connect()
    assert connected
    return socket


async def close_code(socket: Socket) -> int:
    message = await socket.receive_output()
    assert message["type"] == "websocket.close"
    return int(message["code"])


async def farewell(socket: Socket) -> str:
    content: str = json.loads(await socket.receive_from())["content"]
    return content
