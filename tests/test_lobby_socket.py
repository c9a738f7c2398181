"""The lobby keeps itself up to date."""

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.consumers import Closed
from accounts.models import User
from tables.models import Table
from tables.services import hosting
from tests.conftest import PATIENCE_SECONDS
from tests.test_account_socket import close_code, farewell, logged_in, opened

__all__ = ["logged_in"]  # a fixture

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


def open_table(host: User, name: str) -> Table:
    return hosting.open_table(host, name=name, rulebook="cash", options={}, buy_in_least=1000, buy_in_most=20000)


async def lobby(client: Client) -> WebsocketCommunicator:
    return await opened(client, path="/ws/lobby/")


async def news(socket: WebsocketCommunicator) -> str:
    """What comes next; beats are none."""
    while True:
        text: str = await socket.receive_from(PATIENCE_SECONDS)
        if "hx-partial" in text:
            return text


async def test_a_new_table_comes_to_the_list(logged_in: Client, bob: User) -> None:
    socket = await lobby(logged_in)
    assert "Thursday Club" not in await news(socket)
    await sync_to_async(open_table)(bob, "Thursday Club")
    assert "Thursday Club" in await news(socket)
    await socket.disconnect()


async def test_what_a_lost_message_hid_comes_too(logged_in: Client, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("poker_site.topics._send", lambda topic, version: None)
    socket = await lobby(logged_in)
    await news(socket)
    await sync_to_async(open_table)(bob, "Quiet Club")
    assert "Quiet Club" in await news(socket)
    await socket.disconnect()


async def test_the_browser_has_nothing_to_say_here(logged_in: Client) -> None:
    socket = await lobby(logged_in)
    await news(socket)
    await socket.send_to("{}")
    assert await close_code(socket) == Closed.BAD_MESSAGE


async def test_without_a_login_there_is_no_lobby() -> None:
    socket = await lobby(Client())
    assert "out of date" in await farewell(socket)
    assert await close_code(socket) == Closed.NOT_LOGGED_IN
