"""Check that requests and invitations are pushed to every open page at once."""

import re

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import User
from accounts.services import blocks, friends
from accounts.social import online
from poker_site.runtime import feeds
from tables.hosting import invitations
from tables.models import Presence, Table
from tests.account_sockets import farewell, opened
from tests.patient_socket import Socket
from tests.tables.helpers import NEVER, open_table
from tests.tables.lobby.test_lobby_socket import news

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]
PAGES = ["/ws/me/", "/ws/lobby/", "/ws/friends/"]


@pytest.fixture(autouse=True)
def _hear_of_nothing_by_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Poll so seldom that only messages bring news."""
    monkeypatch.setattr(feeds, "LOOK_AT_MOST_EVERY_SECONDS", 0.05)
    monkeypatch.setattr(feeds, "POLL_SECONDS", 60)


def befriend(one: User, other: User) -> None:
    friends.ask(one, other)
    friends.accept(other, one)


async def news_with(socket: Socket, words: str) -> str:
    while words not in (text := await news(socket)):
        pass
    return text


@pytest.mark.parametrize("path", PAGES)
async def test_request_appears_at_once_and_disappears_when_withdrawn(
    logged_in: Client, alice: User, bob: User, path: str
) -> None:
    socket = await opened(logged_in, path=path)
    await sync_to_async(friends.ask)(bob, alice)
    assert "<hx-partial id=notes>" in await news_with(socket, "Bob wants to be your friend.")
    await sync_to_async(friends.end)(bob, alice)
    assert "Bob" not in await news_with(socket, "id=notes>")
    await socket.disconnect()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_invitation_appears_at_once(logged_in: Client, alice: User, bob: User, path: str) -> None:
    table = await sync_to_async(open_table)(bob, name="River Club", found_by=Table.FoundBy.INVITATION)
    socket = await opened(logged_in, path=path)
    await sync_to_async(invitations.invite)(table.pk, bob, alice)
    assert 'data-notify="Bob invites you to River Club."' in await news_with(socket, 'id="note-letter-')
    await socket.disconnect()


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_invitation_appears_at_a_table_and_disappears_when_withdrawn(
    logged_in: Client, alice: User, bob: User
) -> None:
    own = await sync_to_async(open_table)(alice)
    table = await sync_to_async(open_table)(bob, name="River Club", found_by=Table.FoundBy.INVITATION)
    socket = await opened(logged_in, path=f"/ws/t/{own.code}/")
    letter = await sync_to_async(invitations.invite)(table.pk, bob, alice)
    news = await news_with(socket, 'id="note-letter-')
    assert ('data-notify="Bob invites you to River Club."' in news, f"/i/{letter.code}/" in news) == (True, True)
    page = await sync_to_async(logged_in.get)(f"/t/{own.code}/")
    assert "Bob invites you to River Club." in page.text
    await sync_to_async(invitations.revoke)(table.pk, bob, letter.pk)
    assert "River Club" not in await news_with(socket, "id=notes>")
    await socket.disconnect()


async def test_notification_is_in_the_reader_s_language(logged_in: Client, alice: User, bob: User) -> None:
    socket = await opened(logged_in, language=b"zh-hans")
    await sync_to_async(friends.ask)(bob, alice)
    assert "Bob 想加你为好友。" in await news(socket)
    await socket.disconnect()


async def test_request_of_a_blocked_player_is_not_shown(logged_in: Client, alice: User, bob: User, carol: User) -> None:
    await sync_to_async(blocks.block)(alice, bob)
    socket = await opened(logged_in)
    await sync_to_async(friends.ask)(bob, alice)
    await sync_to_async(friends.ask)(carol, alice)
    assert "Bob" not in await news_with(socket, "Carol")
    await socket.disconnect()


async def test_nothing_is_sent_when_notifications_stay_the_same(logged_in: Client, alice: User, bob: User) -> None:
    socket = await opened(logged_in)
    await sync_to_async(blocks.mute)(alice, bob)
    assert await socket.receive_nothing()
    await socket.disconnect()


async def test_page_of_friends_shows_a_friend_who_opens_a_table(
    logged_in: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "POLL_SECONDS", 0.1)
    await sync_to_async(befriend)(alice, bob)
    table = await sync_to_async(open_table)(bob, name="River Club")
    socket = await opened(logged_in, path="/ws/friends/")
    assert "Here now" not in await news_with(socket, "id=friends-all>")
    await sync_to_async(Presence.objects.create)(table=table, user=bob, process="x", until=NEVER)
    text = await news_with(socket, "Here now")
    assert re.search(r"At the table <a[^>]*>River Club<", text)
    assert not re.search("id=(people|friends-all)>", text)  # only the row of this friend changed
    await socket.disconnect()


@pytest.mark.differs_on_services("presence is kept in Redis")
async def test_player_with_any_open_page_is_online(
    logged_in: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "POLL_SECONDS", 0.01)
    socket = await opened(logged_in)
    for _ in range(200):
        if await sync_to_async(online.online_among)([alice.pk, 0]) == {alice.pk}:
            break
        assert await socket.receive_nothing()
    else:
        raise AssertionError("nobody is here")
    await socket.disconnect()


async def test_page_of_friends_requires_login_and_accepts_no_messages(logged_in: Client) -> None:
    socket = await opened(Client(), path="/ws/friends/")
    assert "out of date" in await farewell(socket)
    socket = await opened(logged_in, path="/ws/friends/")
    await news(socket)
    await socket.send_to("{}")
    while True:
        message = await socket.receive_output()
        if message["type"] == "websocket.close":
            break
    assert message["code"] == 4400
