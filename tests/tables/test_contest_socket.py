"""The contest's socket: both dialects, guests, coming back, host verbs, the countdown; and who is kept out."""

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Bot, User
from accounts.services import bots
from accounts.services.bots import bot_of_key
from tables.botwire import line
from tables.contestwire import consumer, countdown
from tables.models import Presence, Seat, Table
from tables.services import gaming, hosting, hosting_people, presence, seating
from tests.tables.contest_play import prompted
from tests.tables.contestants import Contestant, connected, credentials, joined, md5
from tests.tables.games import game_of, knockout
from tests.tables.helpers import Clock, act, fresh, look_on, moves, open_table, seat_of
from tests.tables.test_socket import service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]
Rob = tuple[Bot, str]


@pytest.fixture(autouse=True)
def _nobody_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "LASTS", timedelta(days=1000))


@pytest.fixture
def rob(alice: User) -> Rob:
    return bots.open_bot(alice, "Rob")


@pytest.fixture
def table(bob: User) -> Table:
    return knockout(bob, players_most=4, admits_bots=True)


@pytest.fixture
def with_people(table: Table, bob: User, carol: User) -> Table:
    """Bob and Carol, in a browser each."""
    for user in (bob, carol):
        look_on(table, user)
        gaming.enter(table.pk, user)
    return table


async def begin(table: Table, clock: Clock) -> None:
    await sync_to_async(lambda: gaming.start(table.pk, table.owner))()
    await service(clock.run_due, table)


async def to_the_turn_of_rob(table: Table) -> None:
    """Rob is in seat 3 and has the big blind."""
    for number in (1, 2):
        user = await sync_to_async(lambda number: table.seated.get(number=number).user)(number)
        await service(act, table, user, "call")


# joining


@pytest.mark.parametrize("path", ["/", "/contest", "/contest/"])
async def test_a_key_signs_up(path: str, table: Table, rob: Rob) -> None:
    async with joined(table, "Rob", rob[1], path=path) as program:
        assert program.all("__new_peer") == [["Rob"]]
        assert (await sync_to_async(seat_of)(table, rob[0].user)).state == Seat.State.PLAYING
        assert await sync_to_async(Presence.objects.filter(table=table, user=rob[0].user).exists)()


@pytest.mark.parametrize(
    "headers", [[(b"origin", b"null")], [(b"origin", b"http://elsewhere.test")], [(b"cookie", b"x")]]
)
async def test_where_it_comes_from_does_not_matter(headers: Any, table: Table, rob: Rob) -> None:
    async with joined(table, "Rob", rob[1], headers=[(b"host", b"localhost"), *headers]) as program:
        assert "__new_peer" in program.names()


async def test_a_hashed_key_is_as_good(table: Table, rob: Rob) -> None:
    async with joined(table, "Rob", md5(rob[1])) as program:
        assert program.all("__new_peer") == [["Rob"]]


async def test_the_name_is_shown_as_it_was_sent(table: Table, rob: Rob) -> None:
    async with joined(table, "ROB", rob[1]) as program:
        assert program.all("__new_peer") == [["ROB"]]


async def test_the_older_dialect_is_shown_as_an_md5_to_everybody(with_people: Table, rob: Rob, clock: Clock) -> None:
    bot, key = rob
    await service(gaming.enter, with_people.pk, bot.user)
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
            assert data["action"]["action"] == "check"
        since = guest.names().index("__game_start")  # until its first message its name was all that was known
        assert "Rob" not in repr(guest.frames[since:]) + repr(program.frames)


async def test_an_md5_that_is_shown_opens_nothing(table: Table, rob: Rob) -> None:
    bot, key = rob
    await service(gaming.enter, table.pk, bot.user)
    async with connected() as program:
        await program.say("__join", playerName=key)
        await program.hear_a("__new_peer")
        assert await sync_to_async(bot_of_key)(md5(key)) is None
        assert await sync_to_async(bot_of_key)(key) == bot.user
    async with connected() as thief:
        await thief.say("__join", **credentials(table, "Rob", md5(key)))
        assert await thief.closed() == 4401


async def test_the_older_dialect_needs_a_table_it_was_entered_for(rob: Rob, table: Table, bob: User) -> None:
    async with connected() as program:
        await program.say("__join", playerName=rob[1])
        assert "signed up for no knock-out" in (await program.hear_a("__error"))["msg"]
        other = await sync_to_async(knockout)(bob, admits_bots=True)
        for one in (table, other):
            await service(gaming.enter, one.pk, rob[0].user)
        await program.say("__join", playerName=rob[1])
        assert "several" in (await program.hear_a("__error"))["msg"]
        await program.say("__join", playerName=rob[1], ticket=other.code)
        assert (await program.hear_a("__new_peer_2"))["tableNumber"] == other.code


@pytest.mark.parametrize(
    "spoil", [{"password": "eh-" + "0" * 26}, {"password": ""}, {"phoneNumber": "Carol"}, {"phoneNumber": ""}]
)
async def test_a_wrong_key_or_name_is_closed(spoil: dict[str, str], table: Table, rob: Rob) -> None:
    async with connected() as program:
        await program.say("__join", **credentials(table, "Rob", rob[1]) | spoil)
        assert await program.closed() == 4401
        assert not await sync_to_async(table.seated.exists)()


async def test_tables_of_others_cannot_be_found(rob: Rob, alice: User, bob: User) -> None:
    cash = await sync_to_async(open_table)(bob, admits_bots=True)
    secret = await sync_to_async(knockout)(bob, admits_bots=True, found_by=Table.FoundBy.INVITATION)
    for code in (cash.code, secret.code, "NOWHERE", "x\u0000", "٣", ""):
        for more in ({"phoneNumber": "Rob", "password": rob[1]}, {}):
            async with connected() as program:
                await program.say("__join", ticket=code, **more)
                assert (await program.hear_a("__error"))["code"] in ("no_such_table", "refused")


async def test_a_host_who_wants_no_bots_has_none(rob: Rob, bob: User) -> None:
    table = await sync_to_async(knockout)(bob)
    async with connected() as program:
        await program.say("__join", **credentials(table, "Rob", rob[1]))
        assert "does not let bots play" in (await program.hear_a("__error"))["msg"]
        assert not await sync_to_async(table.seated.exists)()


async def test_nobody_joins_a_game_that_runs(with_people: Table, rob: Rob, ted: User, clock: Clock) -> None:
    await service(gaming.enter, with_people.pk, ted)
    await begin(with_people, clock)
    async with connected() as program:
        await program.say("__join", **credentials(with_people, "Rob", rob[1]))
        assert "has begun" in (await program.hear_a("__error"))["msg"]


async def test_a_guest_watches_and_is_told_no_card(with_people: Table, ted: User, clock: Clock) -> None:
    await service(gaming.enter, with_people.pk, ted)
    await begin(with_people, clock)
    async with connected() as guest:
        await guest.say("__join", ticket=with_people.code, phoneNumber=None, password=None, playerName="live", danmu=1)
        state = await guest.hear_a("_join")
        assert [player["cards"] for player in state["players"]] == [[], [], []]
        await guest.say("__action", action="fold")
        await guest.say("__reload")
        await guest.say("__end_game", ticket=with_people.code)
        assert await guest.hush() == []
        assert await sync_to_async(moves)(with_people) == []
        assert (await sync_to_async(game_of)(with_people)).state == "running"


async def test_guests_of_a_table_that_is_not_to_be_watched_go(table: Table, bob: User) -> None:
    async with connected() as guest:
        await guest.say("__join", ticket=table.code)
        await guest.hear_a("__new_peer_2")
        await service(Table.objects.filter(pk=table.pk).update, watchable=False)
        await service(presence.arrive, table.pk, bob.pk, "test")
        assert await guest.closed() == 4404


# playing


async def test_out_of_turn_and_twice_is_ignored(with_people: Table, rob: Rob, clock: Clock) -> None:
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


async def test_who_says_nothing_for_five_seconds_is_folded(with_people: Table, rob: Rob, clock: Clock) -> None:
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


async def test_data_may_be_missing(with_people: Table, rob: Rob, clock: Clock) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await begin(with_people, clock)
        await program.send('{"eventName": "__reload"}')
        await to_the_turn_of_rob(with_people)
        await prompted(program)
        await program.send('{"eventName": "__action"}')
        while (data := await program.hear_a("__show_action"))["action"]["playerName"] != "Rob":
            pass
        assert data["action"] == {"action": "fold", "playerName": "Rob", "chips": 980}


async def test_who_comes_back_is_asked_again(with_people: Table, rob: Rob, clock: Clock) -> None:
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
        await program.say("__join", **credentials(with_people, "Rob", rob[1]))  # on the same connection too
        assert await program.hear_a("_join")


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


async def test_dead_connections_make_way(table: Table, rob: Rob) -> None:
    """A client that loses its line again and again comes in again and again."""
    async with joined(table, "Rob", rob[1]) as first, joined(table, "Rob", rob[1]), joined(table, "Rob", rob[1]):
        assert await first.closed() == 4409
        async with joined(table, "Rob", rob[1]), joined(table, "Rob", rob[1]), joined(table, "Rob", rob[1]) as last:
            assert "__new_peer_2" in last.names()


async def test_a_key_that_is_revoked_ends_the_connection(table: Table, rob: Rob, alice: User) -> None:
    async with joined(table, "Rob", rob[1]) as program:
        await service(bots.revoke, rob[0], by=alice)
        assert await program.closed() == 4401


async def test_who_was_sent_away_is_told(with_people: Table, rob: Rob, bob: User) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await service(hosting_people.ban, with_people.pk, bob, rob[0].user)
        assert await program.closed() == 4404


async def test_a_reload_is_for_the_time_between_hands(with_people: Table, rob: Rob, clock: Clock) -> None:
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


# the host's verbs


async def test_the_owner_prepares_stops_and_ends(rob: Rob, alice: User, clock: Clock, monkeypatch: Any) -> None:
    monkeypatch.setattr(countdown, "SECOND", 0.01)
    table = await sync_to_async(knockout)(alice, players_most=3, admits_bots=True)
    async with joined(table, "Rob", rob[1]) as program, connected() as guest:
        await guest.say("__join", ticket=table.code)
        await program.say("__prepare_game", tableNumber=table.code)
        assert (await program.hear_a("__game_start"))["error_code"] == 0
        for name in ("Ann", "Eve"):
            await service(gaming.enter, table.pk, (await sync_to_async(User.objects.create_user)(username=name)))
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


async def test_a_countdown_that_was_not_heard_in_time_comes_before_the_start(
    with_people: Table, rob: Rob, clock: Clock
) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await sync_to_async(lambda: gaming.prepare(with_people.pk, with_people.owner))()
        assert (await program.hear_a("__game_prepare"))["countDown"] == 3
        await service(clock.run_due, with_people)
        await program.hear_a("__game_start")
        assert [one["countDown"] for one in program.all("__game_prepare")] == [3, 2, 1]


@pytest.mark.parametrize("verb", ["__prepare_game", "__stop_game", "__end_game"])
async def test_nobody_else_does(verb: str, with_people: Table, rob: Rob, clock: Clock) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        if verb != "__prepare_game":
            await begin(with_people, clock)
        state = (await sync_to_async(game_of)(with_people)).state
        for data in ({"ticket": with_people.code}, {"tableNumber": with_people.code}, {}, {"ticket": "NOWHERE"}):
            await program.say(verb, **data)
            await program.hear_a("__error")
        assert (await sync_to_async(game_of)(with_people)).state == state


# bad input


@pytest.mark.parametrize(
    "text",
    ["x", "[]", "5", "null", "{}", '{"data": 1}', '{"eventName": 7}', "[" * 10_000, '{"a":' * 9_000, "x" * 99_999],
)
async def test_rubbish_is_closed(text: str, table: Table, rob: Rob) -> None:
    async with joined(table, "Rob", rob[1]) as program, connected() as stranger:
        for one in (program, stranger):
            await one.send(text)
            assert await one.closed() == 4400


async def test_bytes_are_rubbish_too(table: Table) -> None:
    async with connected() as program:
        await program.socket.send_to(bytes_data=b'{"eventName": "__join"}')
        assert await program.closed() == 4400


@pytest.mark.parametrize("value", [None, 5, 1e300, True, [], {}, "x" * 5_000, "\u0000", "\ud800", ["__join"]])
async def test_odd_values_do_no_harm(value: Any, table: Table, rob: Rob) -> None:
    for name in ("ticket", "phoneNumber", "password", "playerName", "token"):
        async with connected() as program:
            await program.say("__join", **credentials(table, "Rob", rob[1]) | {name: value})
            await program.say("__action", action=value, amount=value)
            await program.say("dance", x=value)
            heard = await program.socket.receive_output(5)
            assert heard["type"] in ("websocket.send", "websocket.close")


async def test_who_talks_too_much_is_told_how_long_to_wait_and_then_closed(table: Table, rob: Rob) -> None:
    async with joined(table, "Rob", rob[1]) as program, connected() as stranger:
        for one in (program, stranger):
            for _ in range(400):
                await one.say("__reload")
            assert await one.closed() == 4429
            assert one.all("__error")[0]["wait"] >= 1


async def test_a_table_that_closes_says_so(with_people: Table, rob: Rob, bob: User) -> None:
    async with joined(with_people, "Rob", rob[1]) as program, connected() as guest:
        await guest.say("__join", ticket=with_people.code)
        await guest.hear_a("__new_peer_2")
        await service(hosting.close, with_people.pk, bob)
        for one in (program, guest):
            assert await one.closed() == 4404
            assert "__game_stop" in one.names()


async def test_who_withdraws_in_the_browser_of_the_owner_watches_on(with_people: Table, rob: Rob) -> None:
    async with joined(with_people, "Rob", rob[1]) as program:
        await service(seating.stand_up, with_people.pk, rob[0].user)
        assert await program.hear_a("__left") == ["Bob", "Carol"]
        assert isinstance(program, Contestant)
        assert (await sync_to_async(fresh)(with_people)).state == Table.State.OPEN


async def test_who_comes_back_too_late_hears_how_it_ended(
    with_people: Table, rob: Rob, bob: User, clock: Clock
) -> None:
    async with joined(with_people, "Rob", rob[1]):
        await begin(with_people, clock)
        await service(gaming.end_early, with_people.pk, bob)
    async with joined(with_people, "Rob", rob[1]) as program:
        assert len((await program.hear_a("__game_over"))["winners"]) == 3
    await service(hosting.close, with_people.pk, bob)
    async with joined(with_people, "Rob", rob[1]) as program:
        assert await program.closed() == 4404
        assert len(program.all("__game_over")) == 1


async def test_of_too_many_guests_the_oldest_goes(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer, "MOST_GUESTS", 1)
    async with connected() as first, connected() as second:
        for guest in (first, second):
            await guest.say("__join", ticket=table.code)
            await guest.hear_a("__new_peer_2")
        assert await first.closed() == 4429


async def test_who_does_not_join_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "HELLO_SECONDS", 0)
    async with connected() as stranger:
        assert await stranger.closed() == 4408
