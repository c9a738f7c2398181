"""Test programs in games with an end: signing up by joining, playing, reloading, and the ranking."""

import random
from contextlib import AsyncExitStack
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Bot, User
from accounts.services import bots
from tables.models import Game, Table
from tables.play import games
from tests.tables.bots.api.test_secrecy import at, choice
from tests.tables.games import game_of, knockout, series
from tests.tables.helpers import Clock, fresh, play_of
from tests.tables.page.test_socket import service
from tests.tables.programs import Message, Program, known

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


@pytest.fixture
def trio(alice: User) -> list[tuple[Bot, str]]:
    return [bots.open_bot(alice, name) for name in ("Rob", "Ada", "Ike")]


def version_of(table: Table) -> str:
    now = fresh(table)
    return f"{now.hand.number}.{now.moves_made}" if now.hand else ""


async def play_on(table: Table, programs: list[Program], clock: Clock, chance: random.Random | None = None) -> None:
    """Do what is due, or let the program to act choose by chance, or fold if there is no `chance`."""
    now = await sync_to_async(fresh)(table)
    if now.due != Table.Due.ACT:
        await service(clock.run_due, table)
        return
    version = await sync_to_async(version_of)(table)
    states = [await at(program, version) for program in programs]
    [(program, state)] = [both for both in zip(programs, states, strict=True) if both[1]["legal"]]
    deed = choice(state["legal"], chance) if chance else {"action": "fold"}
    assert (await program.act(state, **deed))["type"] == "done"


async def over(program: Program) -> Message:
    return await program.until("state", lambda state: state["game"]["state"] in ("finished", "ended"))


@pytest.mark.parametrize("kind", ["series", "knockout"])
async def test_programs_play_a_game_to_its_end(trio: list[tuple[Bot, str]], bob: User, clock: Clock, kind: str) -> None:
    opened: Any = {"players_most": 3, "starts_when_full": True, "admits_bots": True, "hands_most": 3}
    table = await sync_to_async(series if kind == "series" else knockout)(bob, **opened)
    chance = random.Random(3)
    async with AsyncExitStack() as stack:
        programs = [await stack.enter_async_context(known(key)) for _, key in trio]
        [listed] = (await programs[0].ask("list"))["tables"]
        assert (listed["kind"], listed["game"]["state"], listed["game"]["hands_most"]) == (kind, "standby", 3)
        for program in programs:
            assert (await program.ask("join", table=table.code))["type"] == "done"
        while not (await sync_to_async(game_of)(table)).is_over:
            await play_on(table, programs, clock, chance)
        for program in programs:
            end = await over(program)
            ranking = (await program.ask("results", table=table.code))["ranking"]
            assert [one["total"] for one in ranking] == sorted((one["total"] for one in ranking), reverse=True)
            assert sum(one["net"] for one in ranking) == 0
            assert end["game"]["you"]["rank"] == next(one["rank"] for one in ranking if one["you"])


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_reload_is_asked_for_between_hands(trio: list[tuple[Bot, str]], bob: User, clock: Clock) -> None:
    table = await sync_to_async(knockout)(bob, players_most=3, starts_when_full=True, admits_bots=True)
    async with AsyncExitStack() as stack:
        programs = [await stack.enter_async_context(known(key)) for _, key in trio]
        for program in programs:
            await program.ask("join", table=table.code)
        rob = programs[0]
        while await sync_to_async(version_of)(table) != "1.0":
            await service(clock.run_due, table)
        state = await at(rob, "1.0")
        assert state["game"]["you"] == {"rank": 1, "reloads_left": 2, "wants_reload": False, "out": False}
        assert (await rob.ask("reload", table=table.code))["code"] == "refused"
        while not (await sync_to_async(play_of)(table)).over:
            await play_on(table, programs, clock)
        assert (await rob.ask("reload", table=table.code))["did"] == "reload"
        await rob.until("state", lambda state: state["game"]["you"]["wants_reload"])
        while await sync_to_async(version_of)(table) != "2.0":
            await service(clock.run_due, table)
        state = await at(rob, "2.0")
        assert (state["game"]["you"]["reloads_left"], state["game"]["you"]["wants_reload"]) == (1, False)


async def test_joining_a_running_game_is_refused(trio: list[tuple[Bot, str]], bob: User, carol: User) -> None:
    table = await sync_to_async(series)(bob, admits_bots=True)
    for person in (bob, carol):
        await service(games.enter, table.pk, person)
    await service(games.start, table.pk, bob)
    assert (await sync_to_async(game_of)(table)).state == Game.State.RUNNING
    async with known(trio[0][1]) as program:
        assert (await program.ask("join", table=table.code))["code"] == "refused"


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_leaving_takes_back_signing_up(trio: list[tuple[Bot, str]], bob: User) -> None:
    table = await sync_to_async(series)(bob, admits_bots=True)
    async with known(trio[0][1]) as program:
        await program.ask("join", table=table.code)
        assert (await program.hear_a("state"))["game"]["you"] is None
        await program.ask("leave", table=table.code)
        await program.until("left")


async def test_the_list_tells_time_to_act_and_whether_cards_are_opened(trio: list[tuple[Bot, str]], bob: User) -> None:
    """Programs have less time than people, no time bank, and perhaps others will see their cards."""
    table = await sync_to_async(knockout)(bob, admits_bots=True, opens_cards=True)
    async with known(trio[0][1]) as program:
        [listed] = (await program.ask("list"))["tables"]
        assert (listed["seconds_to_act"], listed["game"]["opens_cards"]) == (5, True)
        await program.ask("join", table=table.code)
        assert (await program.until("state"))["you"]["time_bank_ms"] == 0
