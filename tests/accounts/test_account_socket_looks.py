"""Test that the socket of every page keeps checking its session, whatever fails meanwhile."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import consumers, feed
from accounts.consumers import CloseCode
from accounts.models import User
from accounts.selectors import session_fingerprint, user_of_session
from accounts.services import sessions
from poker_site.runtime import subscriptions
from tests.account_sockets import close_code, farewell, opened
from tests.conftest import PATIENCE_SECONDS
from tests.patient_socket import Socket

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.channels,
    pytest.mark.differs_on_services("messages cross a real channel layer, and threads keep their connections"),
]


async def test_the_poll_survives_a_database_that_is_away(
    logged_in: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 0.01)
    monkeypatch.setattr("poker_site.runtime.topics._send", lambda topic, version: None)
    failed = threading.Event()
    real = feed.accounts.versions_of

    def away(user_ids: set[int]) -> Mapping[int, int]:
        if not failed.is_set():
            failed.set()
            raise OSError("away")
        return real(user_ids)

    monkeypatch.setattr(feed.accounts, "versions_of", away)
    socket = await opened(logged_in)
    await sync_to_async(failed.wait)(PATIENCE_SECONDS)
    await sync_to_async(sessions.end_all_sessions)(alice)
    assert "out of date" in await farewell(socket)
    assert await close_code(socket) == CloseCode.NOT_LOGGED_IN


async def fails_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> tuple[Socket, threading.Event]:
    """Fail at the first look after the two with which the socket opens; the event is set by then."""
    looks, opening, failed = count(1), threading.Event(), threading.Event()

    def look_up(key: str) -> User | None:
        if (look := next(looks)) == 3:
            failed.set()
            raise OSError("away")
        user = user_of_session(key)
        if look == 2:
            opening.set()
        return user

    monkeypatch.setattr(consumers, "user_of_session", look_up)
    socket = await opened(client)
    await sync_to_async(opening.wait)(PATIENCE_SECONDS)
    return socket, failed


async def test_a_look_that_failed_is_repeated(logged_in: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 0.01)
    monkeypatch.setattr("poker_site.runtime.topics._send", lambda topic, version: None)
    socket, failed = await fails_once(logged_in, monkeypatch)
    await sync_to_async(sessions.end_all_sessions)(alice)
    assert "out of date" in await farewell(socket)
    assert failed.is_set()
    assert await close_code(socket) == CloseCode.NOT_LOGGED_IN


async def test_an_expired_session_closes_the_socket(logged_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 0.01)
    monkeypatch.setattr(consumers, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(consumers, "LOOK_EVERY_BEATS", 1)
    socket = await opened(logged_in)
    await sync_to_async(Session.objects.update)(expire_date=timezone.now() - timedelta(minutes=1))
    while "content" not in (message := json.loads(await socket.receive_from())):
        assert message == {"beat": True}
    assert "out of date" in message["content"]


async def test_a_change_while_the_database_is_away_keeps_the_socket(
    logged_in: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket, failed = await fails_once(logged_in, monkeypatch)
    await sync_to_async(sessions.note_change)(alice.pk)
    await sync_to_async(failed.wait)(PATIENCE_SECONDS)
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 0.01)
    await sync_to_async(sessions.end_all_sessions)(alice)
    assert "out of date" in await farewell(socket)


async def test_a_socket_that_fails_leaves_no_followers(logged_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any, **__: Any) -> None:
        raise OSError("away")

    monkeypatch.setattr(consumers.AccountConsumer, "receive", fail)
    socket = await opened(logged_in)
    await socket.send_to("{}")
    with pytest.raises(OSError, match="away"):
        await socket.wait(PATIENCE_SECONDS)
    assert not feed.accounts.open
    assert not subscriptions._here().listeners


async def test_an_unchanged_session_is_not_looked_up_again(logged_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 0.01)
    monkeypatch.setattr(consumers, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(consumers, "LOOK_EVERY_BEATS", 1)
    looks, glances = count(), count()
    monkeypatch.setattr(consumers, "user_of_session", counted(user_of_session, looks))
    monkeypatch.setattr(consumers, "session_fingerprint", counted(session_fingerprint, glances))
    socket = await opened(logged_in)
    while next(glances) < 9:  # each of these counts one too
        await socket.receive_from()
    assert next(looks) == 2, "more than when it opened"
    await socket.disconnect()


def counted(function: Callable[..., Any], calls: Iterator[int]) -> Callable[..., Any]:
    def call(*args: Any) -> Any:
        next(calls)
        return function(*args)

    return call
