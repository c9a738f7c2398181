"""Test the socket of every page: it lives no longer than the session it came with."""

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import consumers
from accounts.consumers import CloseCode
from accounts.models import Sanction, User
from accounts.services import deletion, sanctions, sessions
from accounts.viewer import TIME_ZONE_COOKIE
from poker_site import asgi
from tests.account_sockets import close_code, farewell, handshake, opened
from tests.conftest import PATIENCE_SECONDS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


async def test_socket_without_a_login_is_closed() -> None:
    socket = await opened(Client())
    assert "out of date" in await farewell(socket)
    assert await close_code(socket) == CloseCode.NOT_LOGGED_IN


async def test_a_forged_session_does_not_stay() -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = "0" * 32
    socket = await opened(client)
    assert "out of date" in await farewell(socket)
    assert await close_code(socket) == CloseCode.NOT_LOGGED_IN


async def test_pages_of_other_sites_cannot_connect(logged_in: Client) -> None:
    connected, _ = await handshake(logged_in, origin=b"https://evil.example").connect()
    assert not connected


async def test_pages_of_a_trusted_origin_can_connect(logged_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms and sockets go by CSRF_TRUSTED_ORIGINS, behind a proxy that changes the host name."""
    validator = asgi.people
    monkeypatch.setattr(validator, "allowed_origins", ["https://poker.example.org"])
    connected, _ = await handshake(logged_in, origin=b"https://poker.example.org").connect()
    assert connected


@pytest.mark.parametrize("path", ["/ws/", "/ws/me", "/ws/me/x", "/admin/"])
async def test_an_unknown_address_is_refused(logged_in: Client, path: str) -> None:
    connected, _ = await handshake(logged_in, path=path).connect()
    assert not connected


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_ban_closes_the_socket_and_says_why(logged_in: Client, alice: User, moderator: User) -> None:
    socket = await opened(logged_in)
    await sync_to_async(sanctions.impose)(
        alice, kind=Sanction.Kind.BAN, reason="<i>Shouting</i>", until=None, by=moderator
    )
    text = await farewell(socket)
    assert "You are banned" in text
    assert "&lt;i&gt;Shouting" in text
    assert await close_code(socket) == CloseCode.BANNED


async def test_the_farewell_is_in_the_language_of_the_reader(logged_in: Client, alice: User, moderator: User) -> None:
    socket = await opened(logged_in, language=b"zh-CN")
    await sync_to_async(sanctions.impose)(alice, kind=Sanction.Kind.BAN, reason="x", until=None, by=moderator)
    assert "封禁" in await farewell(socket)
    await close_code(socket)


def leave_administration(client: Client, user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_staff=True)
    client.post(reverse("admin:logout"))


async def test_the_farewell_is_in_the_time_zone_of_the_reader(logged_in: Client, alice: User, moderator: User) -> None:
    socket = await opened(logged_in, more_cookies=f"{TIME_ZONE_COOKIE}=Asia%2FTokyo; ")
    until = (timezone.now() + timedelta(days=2)).replace(hour=20, minute=0)
    await sync_to_async(sanctions.impose)(alice, kind=Sanction.Kind.BAN, reason="x", until=until, by=moderator)
    assert "5:00 AM" in await farewell(socket)
    await close_code(socket)


Ending = Callable[[Client, User], Any]
ENDINGS: dict[str, Ending] = {
    "logging out": lambda client, user: client.post(reverse("account_logout")),
    "logging out of the administration": leave_administration,
    "logging out everywhere": lambda client, user: client.post(reverse("end_sessions")),
    "logging out everywhere else": lambda client, user: elsewhere().post(reverse("usersessions_list")),
    "a new password": lambda client, user: elsewhere().post(
        reverse("account_change_password"), {"oldpassword": "correct horse", "password1": "battery staple"}
    ),
    "deletion": lambda client, user: deletion.delete_account(user),
}


def elsewhere() -> Client:
    client = Client()
    client.post(reverse("account_login"), {"login": "alice", "password": "correct horse"})
    return client


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_the_end_of_the_session_closes_the_socket(logged_in: Client, alice: User, ending: str) -> None:
    socket = await opened(logged_in)
    await sync_to_async(ENDINGS[ending])(logged_in, alice)
    assert "out of date" in await farewell(socket)
    assert await close_code(socket) == CloseCode.NOT_LOGGED_IN


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_other_changes_of_the_account_leave_the_socket_open(
    logged_in: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket = await opened(logged_in)
    looked = asyncio.Queue[bool]()
    real = consumers.SignedInConsumer.look

    async def look(self: consumers.SignedInConsumer) -> bool:
        result = await real(self)
        looked.put_nowait(result)
        return result

    monkeypatch.setattr(consumers.SignedInConsumer, "look", look)
    await sync_to_async(sessions.end_all_sessions)(bob)
    await sync_to_async(sessions.note_change)(alice.pk)
    assert await asyncio.wait_for(looked.get(), PATIENCE_SECONDS) is True
    assert await socket.receive_nothing()
    await socket.disconnect()


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_ban_whose_message_was_lost_is_noticed(
    logged_in: Client, alice: User, moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 0.01)
    monkeypatch.setattr("poker_site.runtime.topics._send", lambda topic, version: None)
    socket = await opened(logged_in)
    await sync_to_async(sanctions.impose)(alice, kind=Sanction.Kind.BAN, reason="x", until=None, by=moderator)
    assert "You are banned" in await farewell(socket)
    assert await close_code(socket) == CloseCode.BANNED


async def test_socket_sends_beats_until_it_is_closed(logged_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "BEAT_SECONDS", 0)
    socket = await opened(logged_in)
    for _ in range(3):
        assert json.loads(await socket.receive_from()) == {"beat": True}
    await socket.disconnect()


async def test_no_beats_while_the_server_cannot_reach_the_database(
    logged_in: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The browser takes the silence for a lost connection, and looks for another server."""
    monkeypatch.setattr(consumers, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(consumers, "is_cut_off", lambda: True)
    socket = await opened(logged_in)
    assert await socket.receive_nothing()
    monkeypatch.setattr(consumers, "is_cut_off", lambda: False)
    assert json.loads(await socket.receive_from()) == {"beat": True}
    await socket.disconnect()


STRANGE_COOKIES = [
    "a/b=1; ",
    "foo(bar)=1; ",
    "@x=1; ",
    f"{TIME_ZONE_COOKIE}=%zz; ",
    f"{settings.LANGUAGE_COOKIE_NAME}=tlh; ",
]


@pytest.mark.parametrize("cookie", STRANGE_COOKIES)
@pytest.mark.differs_on_services("PostgreSQL chokes on what is no key of a session")
async def test_foreign_cookies_do_no_harm(logged_in: Client, cookie: str) -> None:
    socket = handshake(logged_in, more_cookies=cookie)
    connected, _ = await socket.connect()
    assert connected
    assert await socket.receive_nothing()
    await socket.disconnect()


@pytest.mark.parametrize("rubbish", ["{}", "not json", "x" * 5000])
async def test_a_message_from_the_browser_closes_the_socket(logged_in: Client, rubbish: str) -> None:
    socket = await opened(logged_in)
    await socket.send_to(text_data=rubbish)
    assert await close_code(socket) == CloseCode.BAD_MESSAGE


async def test_a_binary_message_closes_the_socket(logged_in: Client) -> None:
    socket = await opened(logged_in)
    await socket.send_to(bytes_data=b"\xff\x00")
    assert await close_code(socket) == CloseCode.BAD_MESSAGE
