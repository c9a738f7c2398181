"""Test coming to the contest: both dialects, guests, and who is kept out."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from accounts.services import bots
from accounts.services.bots import bot_of_key
from poker_site.web import limits
from tables.models import Presence, Seat, Table
from tables.play import games, presence
from tests.tables.bots.contest.helpers import Rob, begin, to_the_turn_of_rob
from tests.tables.bots.contest.programs import connected, credentials, joined, md5
from tests.tables.games import game_of, knockout
from tests.tables.helpers import Clock, moves, open_table, seat_of
from tests.tables.page.test_socket import service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


@pytest.mark.parametrize("path", ["/", "/contest", "/contest/"])
async def test_a_join_with_a_key_signs_the_bot_up(path: str, table: Table, rob: Rob) -> None:
    async with joined(table, "Rob", rob[1], path=path) as program:
        assert program.all("__new_peer") == [["Rob"]]
        assert (await sync_to_async(seat_of)(table, rob[0].user)).state == Seat.State.PLAYING
        assert await sync_to_async(Presence.objects.filter(table=table, user=rob[0].user).exists)()


@pytest.mark.parametrize(
    "headers", [[(b"origin", b"null")], [(b"origin", b"http://elsewhere.test")], [(b"cookie", b"x")]]
)
async def test_the_origin_and_cookies_of_a_program_do_not_matter(headers: Any, table: Table, rob: Rob) -> None:
    async with joined(table, "Rob", rob[1], headers=[(b"host", b"localhost"), *headers]) as program:
        assert "__new_peer" in program.names()


async def test_the_md5_of_a_key_is_accepted(table: Table, rob: Rob) -> None:
    async with joined(table, "Rob", md5(rob[1])) as program:
        assert program.all("__new_peer") == [["Rob"]]


async def test_the_name_is_shown_as_it_was_sent(table: Table, rob: Rob) -> None:
    async with joined(table, "ROB", rob[1]) as program:
        assert program.all("__new_peer") == [["ROB"]]


async def test_a_renamed_bot_keeps_the_name_that_its_program_sent(
    with_people: Table, rob: Rob, alice: User, clock: Clock
) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await service(lambda: bots.rename(rob[0], "Ada", by=alice))
        await begin(with_people, clock)
        assert "Rob" in [player["playerName"] for player in (await program.hear_a("__new_round"))["players"]]


async def test_a_bot_of_the_older_dialect_is_shown_under_the_md5_of_its_key(
    with_people: Table, rob: Rob, clock: Clock
) -> None:
    bot, key = rob
    await service(games.enter, with_people.pk, bot.user)
    async with connected() as guest, connected() as program:
        await guest.say("__join", ticket=with_people.code)
        await guest.hear_a("__new_peer_2")
        await program.say("__join", playerName=key)
        while md5(key) not in (await guest.hear_a("__new_peer")):
            pass
        await begin(with_people, clock)
        await to_the_turn_of_rob(with_people)
        prompt = await program.hear_a("__action")
        assert prompt["self"]["playerName"] == md5(key)
        assert prompt["game"]["bigBlind"]["playerName"] == md5(key)
        await program.say("__action", action="check", playerName="whoever")
        for hears in (program, guest):
            while (data := await hears.hear_a("__show_action"))["action"]["playerName"] != md5(key):
                pass
            assert (data["action"]["action"], data["action"]["amount"]) == ("call", 0)
        since = guest.names().index("__game_start")  # until its first message, only the account's name was known
        assert "Rob" not in repr(guest.frames[since:]) + repr(program.frames)


async def test_an_md5_that_is_shown_no_longer_works_as_a_key(table: Table, rob: Rob) -> None:
    bot, key = rob
    await service(games.enter, table.pk, bot.user)
    async with connected() as program:
        await program.say("__join", playerName=key)
        await program.hear_a("__new_peer")
        assert await sync_to_async(bot_of_key)(md5(key)) is None
        assert await sync_to_async(bot_of_key)(key) == bot.user
    async with connected() as thief:
        await thief.say("__join", **credentials(table, "Rob", md5(key)))
        assert await thief.closed() == 4401


async def test_the_older_dialect_needs_exactly_one_sign_up_or_a_ticket(rob: Rob, table: Table, bob: User) -> None:
    async with connected() as program:
        await program.say("__join", playerName=rob[1])
        assert "signed up for no knock-out" in (await program.hear_a("__error"))["msg"]
        other = await sync_to_async(knockout)(bob, admits_bots=True)
        for one in (table, other):
            await service(games.enter, one.pk, rob[0].user)
        await program.say("__join", playerName=rob[1])
        assert "several" in (await program.hear_a("__error"))["msg"]
        await program.say("__join", playerName=rob[1], ticket=other.code)
        assert (await program.hear_a("__new_peer_2"))["tableNumber"] == other.code


@pytest.mark.parametrize(
    "spoil", [{"password": "eh-" + "0" * 26}, {"password": ""}, {"phoneNumber": "Carol"}, {"phoneNumber": ""}]
)
@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
async def test_a_wrong_key_or_name_closes_the_connection(spoil: dict[str, str], table: Table, rob: Rob) -> None:
    async with connected() as program:
        await program.say("__join", **credentials(table, "Rob", rob[1]) | spoil)
        assert await program.closed() == 4401
        assert not await sync_to_async(table.seated.exists)()


async def test_password_guesses_are_limited_by_address(bob: User, rob: Rob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "password_guess_by_address", limits.Limit(1, 60))
    guarded = await sync_to_async(knockout)(bob, admits_bots=True, password="sesame")
    for token, code in (("wrong", "wrong_password"), ("sesame", "too_fast")):
        async with connected() as program:
            await program.say("__join", **credentials(guarded, "Rob", rob[1]), token=token)
            assert (await program.hear_a("__error"))["code"] == code


@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
async def test_private_tables_and_other_formats_cannot_be_found(rob: Rob, alice: User, bob: User) -> None:
    cash = await sync_to_async(open_table)(bob, admits_bots=True)
    secret = await sync_to_async(knockout)(bob, admits_bots=True, found_by=Table.FoundBy.INVITATION)
    for code in (cash.code, secret.code, "NOWHERE", "x\u0000", "٣", ""):
        for more in ({"phoneNumber": "Rob", "password": rob[1]}, {}):
            async with connected() as program:
                await program.say("__join", ticket=code, **more)
                assert (await program.hear_a("__error"))["code"] in ("no_such_table", "refused")


async def test_a_table_that_admits_no_bots_refuses_them(rob: Rob, bob: User) -> None:
    table = await sync_to_async(knockout)(bob)
    async with connected() as program:
        await program.say("__join", **credentials(table, "Rob", rob[1]))
        assert "does not let bots play" in (await program.hear_a("__error"))["msg"]
        assert not await sync_to_async(table.seated.exists)()


async def test_joining_a_running_game_is_refused(with_people: Table, rob: Rob, ted: User, clock: Clock) -> None:
    await service(games.enter, with_people.pk, ted)
    await begin(with_people, clock)
    async with connected() as program:
        await program.say("__join", **credentials(with_people, "Rob", rob[1]))
        assert "has begun" in (await program.hear_a("__error"))["msg"]


async def test_a_guest_only_watches_and_is_sent_no_card(with_people: Table, ted: User, clock: Clock) -> None:
    await service(games.enter, with_people.pk, ted)
    await begin(with_people, clock)
    async with connected() as guest:
        await guest.say("__join", ticket=with_people.code, phoneNumber=None, password=None, playerName="live", danmu=1)
        state = await guest.hear_a("_join")
        await guest.hear_a("__action")
        assert [player["cards"] for player in state["players"]] == [[], [], []]
        await guest.say("__action", action="fold")
        await guest.say("__reload")
        await guest.say("__end_game", ticket=with_people.code)
        assert await guest.hush() == []
        assert await sync_to_async(moves)(with_people) == []
        assert (await sync_to_async(game_of)(with_people)).state == "running"


async def test_guests_are_closed_when_a_table_becomes_unwatchable(table: Table, bob: User) -> None:
    async with connected() as guest:
        await guest.say("__join", ticket=table.code)
        await guest.hear_a("__new_peer_2")
        await service(Table.objects.filter(pk=table.pk).update, watchable=False)
        await service(presence.arrive, table.pk, bob.pk, "test")
        assert await guest.closed() == 4404
