"""Check that a closed socket is freed without the garbage collector: thousands come and go between two runs."""

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts import consumers, feed
from accounts.models import User
from tables.chat.push import chats
from tables.models import Table
from tables.page.connections import connections
from tests.account_sockets import handshake
from tests.conftest import PATIENCE_SECONDS
from tests.tables.page.test_socket import of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.channels,
    pytest.mark.differs_on_services("the channel layer and the driver leave litter of their own"),
]


@pytest.fixture(autouse=True)
def _without_the_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


class Left:
    """Watches the objects of a socket by weak references until all are gone."""

    def __init__(self, things: list[Any]) -> None:
        assert things
        self.gone = asyncio.Event()
        self.known = {weakref.ref(each, self._without) for each in things}

    def _without(self, known: "weakref.ref[Any]") -> None:
        self.known.discard(known)
        if not self.known:
            self.gone.set()


def followers_of_accounts() -> list[Any]:
    return [follower for account in feed.accounts.open.values() for follower in account.followers]


async def seen_and_gone(client: Client, path: str, holding: Callable[[], list[Any]]) -> Left:
    socket = handshake(client, path=path)
    assert (await socket.connect(PATIENCE_SECONDS))[0]
    await socket.receive_from()
    left = Left(holding())
    await socket.disconnect(timeout=PATIENCE_SECONDS)
    return left


async def all_gone(left: Left) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await left.gone.wait()


async def test_socket_of_a_table_is_freed_at_once(three: Table, alice: User) -> None:
    def holding() -> list[Any]:
        table = connections.tables.open[three.pk]
        return [*table.followers, table, chats.open[three.pk]]

    client = await sync_to_async(of)(alice)
    await all_gone(await seen_and_gone(client, f"/ws/t/{three.code}/", holding))


@pytest.mark.parametrize("path", ["/ws/me/", "/ws/lobby/", "/ws/friends/"])
async def test_socket_of_another_page_is_freed_at_once(alice: User, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "BEAT_SECONDS", 0.01)
    client = await sync_to_async(of)(alice)
    await all_gone(await seen_and_gone(client, path, followers_of_accounts))
