"""Test our protocol for programs: hello, where to play, a hand, and lost connections."""

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Bot, User
from accounts.services import bots
from tables.models import Presence, Table
from tests.tables.helpers import Clock, act, fresh, open_table, seat_people
from tests.tables.page.test_socket import service
from tests.tables.programs import connected_program, known

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


@pytest.fixture
def open_to_bots(bob: User) -> Table:
    """Return Bob's table, at which Bob sits."""
    table = open_table(bob, admits_bots=True)
    seat_people(table, [bob])
    return table


@pytest.fixture
def heads_up(rob: tuple[Bot, str], bob: User, clock: Clock) -> Table:
    """Put Rob and Bob in a hand: Rob has the button and is to act."""
    table = open_table(bob, admits_bots=True)
    seat_people(table, [rob[0].user, bob])
    Presence.objects.filter(user=rob[0].user).delete()
    clock.run_due(table)
    return table


async def test_a_program_with_a_good_key_is_welcomed(rob: tuple[Bot, str]) -> None:
    bot, key = rob
    async with connected_program() as program:
        welcome = await program.ask("hello", key=key, protocol=1)
        assert welcome["bot"] == {"id": bot.pk, "name": "Rob"}
        assert welcome["tables"] == []
        assert await program.ask("ping") == {"type": "pong", "re": 7}
        assert (await program.ask("hello", key=key))["code"] == "hello_again"


async def test_a_program_without_a_good_key_is_turned_away(rob: tuple[Bot, str]) -> None:
    async with connected_program() as program:
        await program.say("hello", key="eh-" + "0" * 26)
        assert (await program.hear())["code"] == "bad_key"
        assert await program.closed() == 4401
    async with connected_program() as program:
        await program.say("list")
        assert (await program.hear())["code"] == "hello_first"
        assert await program.closed() == 4400


@pytest.mark.differs_on_services("grouped counts and JSON look-ups")
async def test_tables_where_bots_may_sit_are_listed(key: str, open_to_bots: Table, alice: User, bob: User) -> None:
    await service(open_table, alice)
    await service(open_table, alice, admits_bots=True, found_by=Table.FoundBy.LINK)
    async with known(key) as program:
        [told] = (await program.ask("list"))["tables"]
        assert (told["table"], told["host"], told["kind"]) == (open_to_bots.code, "Bob", "ring")
        assert (told["taken"], told["seats"], told["seated"]) == (1, 10, False)
        assert told["blinds"] == {"small": 50, "big": 100, "ante": 0}


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_bot_sits_down_and_plays_a_hand(key: str, open_to_bots: Table, bob: User, clock: Clock) -> None:
    async with known(key) as program:
        assert (await program.ask("join", table=open_to_bots.code))["did"] == "join"
        state = await program.hear_a("state")
        assert (state["you"]["seat"], state["you"]["stack"], state["hand"]) == (2, 10_000, None)
        assert [(one["name"], one["bot"]) for one in state["players"]] == [("Bob", False), ("Rob", True)]
        await service(clock.run_due, open_to_bots)
        state = await program.until("state", lambda state: state["hand"])
        if state["hand"]["turn"] == 1:
            await service(act, open_to_bots, bob, "call")
            state = await program.turn()
        assert len(state["hand"]["cards"]) == 2
        assert (await program.act(state, "raise", amount=300))["did"] == "act"
        await service(act, open_to_bots, bob, "fold")
        while not (state := await program.hear_a("state"))["hand"]["over"]:
            pass
        assert {one["name"]: one["net"] for one in state["hand"]["seats"]} == {"Bob": -100, "Rob": 100}
        results = await program.ask("results", table=open_to_bots.code)
        assert (results["hands"], results["net"], results["mbb_per_hand"]) == (1, 100, 1000)
        assert results["last"] == [{"hand": 1, "net": 100}]


async def test_a_lost_connection_costs_no_turn(key: str, heads_up: Table, bob: User, clock: Clock) -> None:
    async with known(key) as program:
        before = await program.turn()
    clock.go_on(5)
    async with known(key) as program:
        again = await program.turn()
        assert (again["version"], again["hand"]["cards"]) == (before["version"], before["hand"]["cards"])
        assert again["hand"]["time_left_ms"] == before["hand"]["time_left_ms"] - 5000
        assert (await program.act(before, "call"))["type"] == "done"


async def test_a_stale_action_does_nothing_and_brings_the_present_state(key: str, heads_up: Table) -> None:
    """A program may send an action again because its answer got lost."""
    async with known(key) as program:
        state = await program.turn()
        await program.act(state, "call")
        again = await program.act(state, "call")
        assert (again["type"], again["code"]) == ("error", "stale")
        present = await program.until("state", lambda state: state["version"] == "1.1")
        assert present["hand"]["turn"] == 2


@pytest.mark.parametrize(
    ("action", "amount", "code"),
    [
        ("check", None, "cannot_check"),
        ("bet", 300, "bet_stands"),
        ("raise", 150, "raise_too_small"),
        ("raise", 10_001, "raise_too_large"),
        ("raise", None, "amount_missing"),
        ("fold", 5, "no_amount_wanted"),
        ("pass", None, "no_pass"),
    ],
)
async def test_an_action_against_the_rules_gets_an_error_code(
    key: str, heads_up: Table, action: str, amount: int | None, code: str
) -> None:
    async with known(key) as program:
        state = await program.turn()
        more = {} if amount is None else {"amount": amount}
        error = await program.act(state, action, **more)
        assert (error["type"], error["code"]) == ("error", code)
        assert error["message"]
        assert (await sync_to_async(fresh)(heads_up)).moves_made == 0


async def test_legal_bounds_are_sent_and_accepted(key: str, heads_up: Table) -> None:
    async with known(key) as program:
        state = await program.turn()
        legal = state["legal"]
        assert (legal["check"], legal["call"], legal["bet"]) == (False, 50, None)
        assert legal["raise"] == {"least": 200, "most": 10_000}
        assert (await program.act(state, "raise", amount=legal["raise"]["least"]))["type"] == "done"


async def test_a_program_cannot_act_for_another_player(key: str, heads_up: Table, bob: User) -> None:
    async with known(key) as program:
        state = await program.turn()
        await program.act(state, "call")
        state = await program.until("state", lambda state: state["version"] == "1.1")
        assert state["legal"] is None
        assert (await program.act(state, "check"))["code"] == "not_your_turn"


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_connected_bot_is_present_at_its_tables(key: str, rob: tuple[Bot, str], heads_up: Table) -> None:
    def present() -> bool:
        return Presence.objects.filter(table=heads_up, user=rob[0].user).exists()

    async with known(key) as program:
        state = await program.turn()
        assert next(one for one in state["players"] if one["you"])["connected"]
        assert await sync_to_async(present)()
    assert not await sync_to_async(present)()


async def test_a_bot_that_was_away_comes_back(key: str, rob: tuple[Bot, str], heads_up: Table, clock: Clock) -> None:
    await service(clock.run_due, heads_up)  # the time bank begins
    await service(clock.run_due, heads_up)
    async with known(key) as program:
        state = await program.hear_a("state")
        assert state["you"]["state"] == "away"
        await program.ask("back", table=heads_up.code)
        await program.until("state", lambda state: state["you"]["state"] == "playing")


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_newer_connection_replaces_the_older_one(key: str, heads_up: Table) -> None:
    async with known(key) as older:
        state = await older.turn()
        async with known(key) as newer:
            await newer.turn()
            assert (await older.hear_a("bye"))["code"] == "replaced"
            assert await older.closed() == 4409
            assert (await newer.act(state, "call"))["type"] == "done"


@pytest.mark.parametrize("end", ["rotate", "revoke", "delete"])
@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_lost_key_ends_the_connection_in_the_middle_of_a_hand(
    rob: tuple[Bot, str], heads_up: Table, alice: User, end: str
) -> None:
    bot, key = rob
    async with known(key) as program:
        state = await program.turn()
        await service(getattr(bots, end), bot, by=alice)
        assert (await program.hear_a("bye"))["code"] == "key_gone"
        assert await program.closed() == 4401
        await program.say("act", table=state["table"], version=state["version"], action="call")
    assert (await sync_to_async(fresh)(heads_up)).moves_made in (
        0,
        1,
    )  # a deleted bot is folded, but never does what it asked for


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_lost_key_is_noticed_at_the_next_message_without_any_push(
    rob: tuple[Bot, str], heads_up: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, key = rob
    async with known(key) as program:
        state = await program.turn()
        await service(Bot.objects.filter(pk=bot.pk).update, key_number=99)
        await program.say("act", table=state["table"], version=state["version"], action="call")
        assert (await program.hear_a("bye"))["code"] == "key_gone"
    assert (await sync_to_async(fresh)(heads_up)).moves_made == 0


async def test_sentences_come_in_the_language_that_the_program_asks_for(key: str) -> None:
    async with known(key, language=b"zh-CN") as program:
        error = await program.ask("look", table="0" * 13)
        assert error["message"] == "你没有坐在这张桌上。"
