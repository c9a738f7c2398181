"""Keep the lobby up to date over its socket."""

import asyncio
import re
import threading

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.test import Client

from accounts.consumers import CloseCode
from accounts.models import User
from accounts.services import friends
from poker_site.runtime import feeds
from tables.core import money
from tables.hosting import invitations
from tables.lobby import push
from tables.models import Purse, Table
from tables.play import lifecycle
from tables.social import friends_consumer
from tests.account_sockets import close_code, farewell, opened
from tests.conftest import PATIENCE_SECONDS
from tests.patient_socket import Socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


@pytest.fixture(autouse=True)
def _looks_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a tenth of a second stand for two."""
    monkeypatch.setattr(feeds, "LOOK_AT_MOST_EVERY_SECONDS", 0.05)
    monkeypatch.setattr(feeds, "POLL_SECONDS", 0.1)


def open_table(host: User, name: str) -> Table:
    return lifecycle.open_table(host, name=name, rulebook="cash", options={}, buy_in_least=1000, buy_in_most=20000)


async def lobby(client: Client) -> Socket:
    return await opened(client, path="/ws/lobby/")


async def news(socket: Socket) -> str:
    """Return the next frame with changes; heartbeats are skipped."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while "hx-partial" not in (text := await socket.receive_from()):
            pass
    return str(text)


def chips_in(text: str) -> str:
    """Return the number in the box of chips after this frame."""
    found = re.search(r'<hx-partial id=lobby-chips>.*?<p class="sum">([^<]*)<', text, re.DOTALL)
    return found[1] if found else ""


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_new_table_appears_in_the_list(logged_in: Client, bob: User) -> None:
    socket = await lobby(logged_in)
    assert "Thursday Club" not in await news(socket)
    await sync_to_async(open_table)(bob, "Thursday Club")
    assert "Thursday Club" in await news(socket)
    await socket.disconnect()


async def test_change_whose_message_was_lost_appears_too(
    logged_in: Client, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("poker_site.runtime.topics._send", lambda topic, version: None)
    socket = await lobby(logged_in)
    await news(socket)
    await sync_to_async(open_table)(bob, "Quiet Club")
    assert "Quiet Club" in await news(socket)
    await socket.disconnect()


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/friends/"])
@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_reading_is_repeated_after_the_database_was_away(
    logged_in: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Meanwhile the viewer sees what was, and does not have to load the page anew."""
    socket = await opened(logged_in, path=path)
    failed = threading.Event()

    def away(*_: object) -> None:
        failed.set()
        raise OperationalError("no connection")

    with monkeypatch.context() as outage:
        for module in (push, friends_consumer):
            outage.setattr(module, "notifications_of", away)
        await sync_to_async(friends.ask)(bob, alice)
        assert await sync_to_async(failed.wait)(PATIENCE_SECONDS)
    while "Bob wants to be your friend." not in await news(socket):
        pass
    await socket.disconnect()


async def test_invitation_appears_at_once_and_goes_when_it_is_revoked(
    logged_in: Client, alice: User, bob: User
) -> None:
    table = await sync_to_async(open_table)(bob, "Thursday Club")
    socket = await lobby(logged_in)
    await news(socket)
    letter = await sync_to_async(invitations.invite)(table.pk, bob, alice)
    text = await news(socket)
    assert f'formaction="/i/{letter.code}/accept/"' in text
    assert "Bob invites you" in text
    await sync_to_async(invitations.revoke)(table.pk, bob, letter.pk)
    assert f"<hx-partial id=letter-{letter.code} hx-swap=delete>" in await news(socket)


async def test_refill_in_one_window_appears_in_the_other(
    logged_in: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "POLL_SECONDS", 60)
    await sync_to_async(Purse.objects.create)(user=alice, chips=1_500)
    socket = await lobby(logged_in)
    assert chips_in(await news(socket)) == "1,500"
    await sync_to_async(money.refill)(alice)
    text = await news(socket)
    assert (chips_in(text), text.count("<hx-partial")) == ("100,000", 1)
    await socket.disconnect()


async def test_refill_whose_message_was_lost_appears_too(
    logged_in: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("poker_site.runtime.topics._send", lambda topic, version: None)
    await sync_to_async(Purse.objects.create)(user=alice, chips=1_500)
    socket = await lobby(logged_in)
    await news(socket)
    await sync_to_async(money.refill)(alice)
    assert chips_in(await news(socket)) == "100,000"
    await socket.disconnect()


def test_page_has_the_chips_in_the_element_that_the_socket_updates(logged_in: Client) -> None:
    page = logged_in.get("/").content.decode()
    assert re.search(r'id="lobby-chips">.*?<p class="sum">100,000</p>', page, re.DOTALL)


async def test_message_from_the_browser_closes_the_socket(logged_in: Client) -> None:
    socket = await lobby(logged_in)
    await news(socket)
    await socket.send_to("{}")
    assert await close_code(socket) == CloseCode.BAD_MESSAGE


async def test_socket_without_login_is_closed() -> None:
    socket = await lobby(Client())
    assert "out of date" in await farewell(socket)
    assert await close_code(socket) == CloseCode.NOT_LOGGED_IN
