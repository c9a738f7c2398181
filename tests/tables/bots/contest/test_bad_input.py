"""Test rubbish, floods and odd endings on the contest's socket."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.hashers import make_password

from accounts.models import User
from tables.bots.api import connection as bot_connection
from tables.bots.contest import consumer
from tables.models import Table
from tables.play import games, lifecycle, seating
from tests.tables.bots.contest.helpers import Rob, begin
from tests.tables.bots.contest.programs import Contestant, connected, credentials, joined
from tests.tables.helpers import Clock, fresh
from tests.tables.page.test_socket import service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


@pytest.mark.parametrize(
    "text",
    ["x", "[]", "5", "null", "{}", '{"data": 1}', '{"eventName": 7}', "[" * 10_000, '{"a":' * 9_000, "x" * 99_999],
)
async def test_a_frame_that_is_no_event_closes_the_connection(text: str, table: Table, rob: Rob) -> None:
    async with joined(table, "Rob", rob[1]) as program, connected() as stranger:
        for one in (program, stranger):
            await one.send(text)
            assert await one.closed() == 4400


async def test_a_binary_frame_closes_the_connection(table: Table) -> None:
    async with connected() as program:
        await program.socket.send_to(bytes_data=b'{"eventName": "__join"}')
        assert await program.closed() == 4400


@pytest.mark.parametrize("value", [None, 5, 1e300, True, [], {}, "x" * 5_000, "\u0000", "\ud800", ["__join"]])
async def test_odd_values_are_answered_or_closed(value: Any, table: Table, rob: Rob) -> None:
    for name in ("ticket", "phoneNumber", "password", "playerName", "token"):
        async with connected() as program:
            await program.say("__join", **credentials(table, "Rob", rob[1]) | {name: value})
            await program.say("__action", action=value, amount=value)
            await program.say("dance", x=value)
            heard = await program.socket.receive_output()
            assert heard["type"] in ("websocket.send", "websocket.close")


@pytest.mark.differs_on_services("PostgreSQL takes neither zero bytes nor half characters")
async def test_a_lone_surrogate_causes_no_server_error(
    table: Table, rob: Rob, caplog: pytest.LogCaptureFixture
) -> None:
    await service(Table.objects.filter(pk=table.pk).update, password=await sync_to_async(make_password)("sesame"))
    async with connected() as program:
        await program.say("__join", **credentials(table, "Rob", rob[1]) | {"token": "\ud800"})
        assert "msg" in await program.hear_a("__error")
    assert caplog.records == []


async def test_a_flood_is_told_how_long_to_wait_and_then_closed(table: Table, rob: Rob) -> None:
    for connection in (joined(table, "Rob", rob[1]), connected()):  # a stranger has ten seconds, so one after the other
        async with connection as program:
            for _ in range(400):
                await program.say("__reload")
            assert await program.closed() == 4429
            assert program.all("__error")[0]["wait"] >= 1


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_table_that_closes_tells_players_and_guests(with_people: Table, rob: Rob, bob: User) -> None:
    async with joined(with_people, "Rob", rob[1]) as program, connected() as guest:
        await guest.say("__join", ticket=with_people.code)
        await guest.hear_a("__new_peer_2")
        await service(lifecycle.close, with_people.pk, bob)
        for one in (program, guest):
            assert await one.closed() == 4404
            assert "__game_stop" in one.names()


async def test_a_bot_that_its_owner_withdraws_keeps_watching(with_people: Table, rob: Rob) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await service(seating.stand_up, with_people.pk, rob[0].user)
        assert await program.hear_a("__left") == ["Bob", "Carol"]
        assert isinstance(program, Contestant)
        assert (await sync_to_async(fresh)(with_people)).state == Table.State.OPEN


async def test_a_program_that_comes_back_too_late_hears_how_the_game_ended(
    with_people: Table, rob: Rob, bob: User, clock: Clock
) -> None:
    async with joined(with_people, "Rob", rob[1]):
        await begin(with_people, clock)
        await service(games.end_early, with_people.pk, bob)
    async with joined(with_people, "Rob", rob[1]) as program:
        assert len((await program.hear_a("__game_over"))["winners"]) == 3
    await service(lifecycle.close, with_people.pk, bob)
    async with joined(with_people, "Rob", rob[1]) as program:
        assert await program.closed() == 4404
        assert len(program.all("__game_over")) == 1


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_the_oldest_of_too_many_guests_is_closed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer, "MOST_GUESTS", 1)
    async with connected() as first, connected() as second:
        for guest in (first, second):
            await guest.say("__join", ticket=table.code)
            await guest.hear_a("__new_peer_2")
        assert await first.closed() == 4429


async def test_a_connection_that_does_not_join_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_connection, "HELLO_SECONDS", 0)
    async with connected() as stranger:
        assert await stranger.closed() == 4408
