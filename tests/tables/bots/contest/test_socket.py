"""Test playing on the contest's socket: turns, coming back, reloads, host verbs, the countdown."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from accounts.services import bots
from tables.bots.contest import countdown
from tables.hosting import people
from tables.models import Table
from tables.play import games
from tests.tables.bots.contest.helpers import Rob, begin, to_the_turn_of_rob
from tests.tables.bots.contest.playing import prompted
from tests.tables.bots.contest.programs import connected, credentials, joined, md5
from tests.tables.games import game_of, knockout
from tests.tables.helpers import Clock, act, moves, seat_of
from tests.tables.page.test_socket import service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


async def test_actions_out_of_turn_or_sent_twice_are_ignored(with_people: Table, rob: Rob, clock: Clock) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await program.say("__action", action="allin")
        await begin(with_people, clock)
        await program.hear_a("__new_round")
        await program.say("__action", action="fold")
        await program.hush()
        assert await sync_to_async(moves)(with_people) == []
        await to_the_turn_of_rob(with_people)
        await prompted(program)
        for action in ("check", "allin", "fold"):
            await program.say("__action", action=action)
        await program.hush()
        assert (await sync_to_async(moves)(with_people))[2:] == [(3, "check", "player")]


async def test_a_program_that_is_silent_for_five_seconds_is_folded(with_people: Table, rob: Rob, clock: Clock) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await begin(with_people, clock)
        await to_the_turn_of_rob(with_people)
        await prompted(program)
        assert await sync_to_async(clock.run_due)(with_people) == 5
        while (data := await program.hear_a("__show_action"))["action"]["playerName"] != "Rob":
            pass
        assert data["action"]["action"] == "fold"
        await program.say("__action", action="check")
        await program.hush()
        assert (await sync_to_async(moves)(with_people))[2:] == [(3, "fold", "time")]


async def test_an_action_without_data_is_a_fold(with_people: Table, rob: Rob, clock: Clock) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await begin(with_people, clock)
        await program.send('{"eventName": "__reload"}')
        await to_the_turn_of_rob(with_people)
        await prompted(program)
        await program.send('{"eventName": "__action"}')
        while (data := await program.hear_a("__show_action"))["action"]["playerName"] != "Rob":
            pass
        assert data["action"] == {"action": "fold", "playerName": "Rob", "chips": 980}


async def test_a_program_that_comes_back_is_prompted_again(with_people: Table, rob: Rob, clock: Clock) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await begin(with_people, clock)
        await to_the_turn_of_rob(with_people)
        first = await prompted(program)
    assert (await sync_to_async(seat_of)(with_people, rob[0].user)).lost_at is not None
    async with joined(with_people, "Rob", rob[1]) as program:
        assert (await program.hear())["eventName"] == "_join"
        assert await program.hear() == first
        await program.say("__action", action="bet", amount="40")
        while (data := await program.hear_a("__show_action"))["action"]["playerName"] != "Rob":
            pass
        assert (data["action"]["action"], data["action"]["amount"]) == ("bet", 40)
        await program.say(
            "__join", **credentials(with_people, "Rob", rob[1])
        )  # joining again on the same connection works too
        assert await program.hear_a("_join")


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_second_connection_replaces_the_first(with_people: Table, rob: Rob, clock: Clock) -> None:
    async with joined(with_people, "Rob", rob[1]) as first:
        await begin(with_people, clock)
        await to_the_turn_of_rob(with_people)
        await prompted(first)
        async with joined(with_people, "Rob", md5(rob[1])) as second:
            assert await first.closed() == 4409
            await prompted(second)
            await second.say("__action", action="check")
            await second.hear_a("__show_action")
            assert (await sync_to_async(seat_of)(with_people, rob[0].user)).lost_at is None


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_dead_connections_give_way_to_new_ones(table: Table, rob: Rob) -> None:
    """A client that loses its connection again and again can come back again and again."""
    async with joined(table, "Rob", rob[1]) as first, joined(table, "Rob", rob[1]), joined(table, "Rob", rob[1]):
        assert await first.closed() == 4409
        async with joined(table, "Rob", rob[1]), joined(table, "Rob", rob[1]), joined(table, "Rob", rob[1]) as last:
            assert "__new_peer_2" in last.names()


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_key_that_is_revoked_ends_the_connection(table: Table, rob: Rob, alice: User) -> None:
    async with joined(table, "Rob", rob[1]) as program:
        await service(bots.revoke, rob[0], by=alice)
        assert await program.closed() == 4401


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_banned_bot_is_closed(with_people: Table, rob: Rob, bob: User) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await service(people.ban, with_people.pk, bob, rob[0].user)
        assert await program.closed() == 4404


async def test_reloads_are_granted_once_and_only_between_hands(with_people: Table, rob: Rob, clock: Clock) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await begin(with_people, clock)
        await program.say("__reload")
        await program.hear_a("__new_round")
        for number in (1, 2):
            user = await sync_to_async(lambda number: with_people.seated.get(number=number).user)(number)
            await service(act, with_people, user, "fold")
        await program.hear_a("__start_reload")
        await program.say("__reload")
        await program.say("__reload")
        await program.hush()
        await service(clock.run_due, with_people)
        [_bob, _carol, rob_now] = (await program.hear_a("__new_round"))["players"]
        assert (rob_now["chips"] + rob_now["bet"], rob_now["reloadCount"]) == (2010, 1)


async def test_the_host_can_prepare_stop_and_end_through_a_bot(
    rob: Rob, alice: User, clock: Clock, monkeypatch: Any
) -> None:
    monkeypatch.setattr(countdown, "SECOND", 0.01)
    table = await sync_to_async(knockout)(alice, players_most=3, admits_bots=True)
    async with joined(table, "Rob", rob[1]) as program, connected() as guest:
        await guest.say("__join", ticket=table.code)
        await program.say("__prepare_game", tableNumber=table.code)
        assert (await program.hear_a("__game_start"))["error_code"] == 0
        for name in ("Ann", "Eve"):
            await service(games.enter, table.pk, (await sync_to_async(User.objects.create_user)(username=name)))
        await program.say("__prepare_game", ticket=table.code)
        for hears in (program, guest):
            told = [await hears.hear_a("__game_prepare") for _ in range(3)]
            assert told == [{"tableNumber": table.code, "countDown": number} for number in (3, 2, 1)]
        await service(clock.run_due, table)
        assert (await guest.hear_a("__game_start"))["error_code"] == 1
        await program.say("__stop_game")
        assert (await guest.hear_a("__game_stop"))["tableNumber"] == table.code
        await begin(table, clock)
        await program.say("__end_game", tableNumber=table.code)
        assert len((await guest.hear_a("__game_over"))["winners"]) == 3


async def test_missed_numbers_of_a_countdown_come_before_the_start(with_people: Table, rob: Rob, clock: Clock) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await sync_to_async(lambda: games.prepare(with_people.pk, with_people.owner))()
        assert (await program.hear_a("__game_prepare"))["countDown"] == 3
        await service(clock.run_due, with_people)
        await program.hear_a("__game_start")
        assert [one["countDown"] for one in program.all("__game_prepare")] == [3, 2, 1]


@pytest.mark.parametrize("verb", ["__prepare_game", "__stop_game", "__end_game"])
async def test_only_the_host_can_prepare_stop_or_end(verb: str, with_people: Table, rob: Rob, clock: Clock) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        if verb != "__prepare_game":
            await begin(with_people, clock)
        state = (await sync_to_async(game_of)(with_people)).state
        for data in ({"ticket": with_people.code}, {"tableNumber": with_people.code}, {}, {"ticket": "NOWHERE"}):
            await program.say(verb, **data)
            await program.hear_a("__error")
        assert (await sync_to_async(game_of)(with_people)).state == state
