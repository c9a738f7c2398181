"""Test that the examples on the page of the contest's protocol are really sent, and that the page is complete."""

import inspect
import re
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from accounts.services import bots
from tables.bots.contest import consumer, countdown, events, narration, requests
from tables.guide.protocols.catalogue import PROGRAM, SERVER
from tables.guide.protocols.contest import contest
from tables.models import Table
from tables.play import presence
from tests.recordings import compare, missing_from_catalogue
from tests.tables.bots.contest.programs import Contestant, connected, credentials, joined, md5
from tests.tables.games import knockout
from tests.tables.helpers import Clock, play_of, to_act
from tests.tables.page.test_socket import service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]

CODE, KEY = "7KQ2MXPA4TJ9C", "eh-0123456789ABCDEFGHJKMNPQRS"
NAMES = ("Ada", "Ben", "Cyd")
PROMPTS = ("__action", "__bet")
Said = dict[str, Any]


@pytest.fixture(autouse=True)
def _in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make presence last, as the tests' clock runs faster than presence is kept up; let countdowns take no time."""
    monkeypatch.setattr(presence, "LASTS", timedelta(days=1000))
    monkeypatch.setattr(countdown, "SECOND", 0.0)


def named(event: str, **data: Any) -> Said:
    return {"eventName": event, "data": data}


REQUESTS = {
    "__join": named("__join", ticket=CODE, phoneNumber="Ada", password=KEY, gameName="texas_holdem"),
    "older __join": named("__join", playerName=KEY),
    "__action": named("__action", action="call"),
    "__action check": named("__action", action="check"),
    "__action bet": named("__action", action="bet", amount=40),
    "__reload": {"eventName": "__reload"},
    **{event: named(event, ticket=CODE) for event in ("__prepare_game", "__stop_game", "__end_game")},
}


class Evening:
    """Records three programs of one owner, who is the host too."""

    def __init__(self, table: Table, programs: dict[str, Contestant], clock: Clock) -> None:
        self.table = table
        self.programs = programs
        self.clock = clock
        self.ada = programs["Ada"]
        self.said: Said = {}

    async def ask(self, name: str) -> None:
        await self.ada.say(name, **REQUESTS[name].get("data", {}))

    async def begin(self) -> None:
        await self.ask("__prepare_game")
        await self.hear("__game_prepare")
        await service(self.clock.run_due, self.table)
        await self.hear("__game_start")
        await service(self.clock.run_due, self.table)
        await self.hear("__new_round")

    async def hear(self, event: str) -> None:
        """Record the next event of this name."""
        data = await self.ada.hear_a(event)
        self.said.setdefault(event, named(event) | {"data": data})

    async def hand(self) -> None:
        """Play a hand: the first to act on the flop bets, the others check or call."""
        while not await sync_to_async(lambda: play_of(self.table).over)():
            name = (await sync_to_async(to_act)(self.table)).display_name
            frame = await self.prompted(name)
            self.said.setdefault(f"asked {frame['eventName']}", frame)
            bets = frame["eventName"] == "__bet" and frame["data"]["game"]["roundName"] == "Flop"
            await self.programs[name].say("__action", **REQUESTS["__action bet" if bets else "__action check"]["data"])
            while (await self.programs[name].hear_a("__show_action"))["action"]["playerName"] != name:
                pass

    async def prompted(self, name: str) -> Said:
        while (frame := await self.programs[name].hear())["eventName"] not in PROMPTS:
            pass
        return frame

    async def note(self, event: str, which: int = -1) -> None:
        """Record an event that was sent; wait for the first if there is none yet."""
        if event not in self.ada.names():
            await self.ada.hear_a(event)
        self.said[event] = named(event) | {"data": self.ada.all(event)[which]}


async def test_the_examples_match_recorded_games(alice: User, clock: Clock) -> None:
    keys = {name: (await sync_to_async(bots.open_bot)(alice, name))[1] for name in NAMES}
    table = await sync_to_async(knockout)(alice, players_most=3, admits_bots=True, name="Friday")
    await service(Table.objects.filter(pk=table.pk).update, code=CODE)
    table.code = CODE
    async with AsyncExitStack() as stack:
        programs = {name: await stack.enter_async_context(joined(table, name, key)) for name, key in keys.items()}
        evening = Evening(table, programs, clock)
        for event in ("__new_peer", "__new_peer_2"):  # as sent to the last who came
            evening.said[event] = named(event) | {"data": programs["Cyd"].all(event)[0]}
        await evening.begin()
        await evening.hand()
        for event in ("__show_action", "__deal", "__round_end", "__start_reload"):
            await evening.note(event, 1 if event == "__show_action" else -1)
        await evening.ask("__reload")
        await _come_and_go(evening, stack, keys["Ben"])
        await evening.ask("__stop_game")
        await evening.note("__game_stop")
        await evening.begin()
        await evening.hand()
        await evening.ask("__end_game")
        await evening.note("__game_over")
    await _the_older_way(evening, alice, keys["Cyd"])
    said = REQUESTS | evening.said
    compare("contest", said)
    assert list(missing_from_catalogue(contest(), said, thorough=True)) == []


async def _come_and_go(evening: Evening, stack: AsyncExitStack, key: str) -> None:
    await evening.programs["Ben"].socket.disconnect()
    await evening.note("__left")
    await evening.note("__left_2")
    again = evening.programs["Ben"] = await stack.enter_async_context(connected())
    await again.say("__join", **credentials(evening.table, "Ben", key))
    evening.said["_join"] = named("_join", **await again.hear_a("_join"))


async def _the_older_way(evening: Evening, owner: User, key: str) -> None:
    """Join in the older dialect where the bot is signed up, in place of the connection before."""
    other = await sync_to_async(knockout)(owner, players_most=3, admits_bots=True)
    async with joined(other, "Cyd", key) as before, connected() as older:
        await older.say("__join", playerName=key)
        assert (await older.hear_a("__new_peer_2"))["players"][0]["playerName"] == md5(key)
        evening.said["__error"] = named("__error", **await before.hear_a("__error"))


def test_the_page_has_every_message_that_a_program_may_send() -> None:
    understood = {*requests.HOST_VERBS, *re.findall(r'event == "(_\w+)"', inspect.getsource(consumer))}
    assert {message.name for message in contest().by(PROGRAM)} == understood


def test_the_page_has_every_message_that_the_server_sends() -> None:
    sources = "".join(inspect.getsource(module) for module in (consumer, narration, events))
    named = set(re.findall(r'"(_{1,2}[a-z_]+)"', sources)) - {*requests.HOST_VERBS, "__join", "__reload"}
    assert {message.name for message in contest().by(SERVER)} == named | {f"{name}_2" for name in _PEERS}


_PEERS = ("__new_peer", "__left")
