"""Test that the examples on the page of our own protocol are what is really sent, and that the page is complete."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Bot, User
from accounts.services import bots
from tables.bots.api import verbs
from tables.bots.api.schema import ASKED, SCHEMA, checker
from tables.guide.protocols.catalogue import PROGRAM, SERVER
from tables.guide.protocols.from_schema import DEFINITIONS, key_of, properties
from tables.guide.protocols.own import DEFINED_AS, PARTS, own
from tables.guide.protocols.own_fields import SENTENCES
from tables.models import Table
from tests.recordings import compare, missing_from_catalogue
from tests.tables.helpers import Clock, act, open_table, play_of, seat_people, to_act
from tests.tables.page.test_socket import service
from tests.tables.programs import Program, connected_program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]

CODE, BOT, KEY = "7KQ2MXPA4TJ9C", 12, "eh-0123456789ABCDEFGHJKMNPQRS"
Said = dict[str, Any]


class Conversation:
    """Records each kind of message and answer the first time that it is sent."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.said: Said = {}

    async def ask(self, kind: str, **values: Any) -> Said:
        answer = await self.program.ask(kind, **values)
        self.asks(kind, **values)
        self.said.setdefault(f"server {answer['type']}", answer)
        return answer

    def asks(self, kind: str, **values: Any) -> None:
        asked = {"type": kind, "id": 7, **values}
        checker(kind)(asked)
        self.said.setdefault(f"program {kind}", asked)

    async def turn(self) -> Said:
        return await self.program.turn()


def play_to_the_flop(table: Table, bob: User) -> None:
    """Let Bob check or call until it is the bot's turn again, or the flop is there."""
    while to_act(table) == bob and not play_of(table).over:
        legal = play_of(table).legal
        assert legal
        act(table, bob, "check" if legal.check else "call")


async def test_the_examples_match_a_recorded_conversation(alice: User, bob: User, clock: Clock) -> None:
    bot, key = await sync_to_async(bots.open_bot)(alice, "Rob")
    table = await sync_to_async(open_table)(bob, admits_bots=True, name="Friday")
    await service(Table.objects.filter(pk=table.pk).update, code=CODE)
    await service(seat_people, table, [bob])
    async with connected_program() as program:
        talk = Conversation(program)
        await _arrive(talk, key, bot)
        await _play(talk, table, bob, clock)
        await _go(talk)
    async with connected_program() as program:
        await program.say("hello", key="eh-nobody")
        talk.said["server bye"] = await program.hear()
    for kind, values in (("refill", {}), ("reload", {"table": CODE}), ("show", {"table": CODE, "version": "1.8"})):
        talk.asks(kind, **values)
    compare("own", talk.said)
    assert list(missing_from_catalogue(own(), talk.said, thorough=False)) == []


async def _arrive(talk: Conversation, key: str, bot: Bot) -> None:
    await talk.ask("hello", key=key, protocol=1)
    talk.said["program hello"]["key"] = KEY
    assert talk.said["server welcome"]["bot"]["id"] == bot.pk
    talk.said["server welcome"]["bot"]["id"] = BOT
    await talk.ask("list")
    await talk.ask("join", table=CODE, chips=10_000)


async def _play(talk: Conversation, table: Table, bob: User, clock: Clock) -> None:
    """Play a hand to its end; keep the state on the flop."""
    await service(clock.run_due, table)
    await service(play_to_the_flop, table, bob)
    while not (state := await talk.turn())["hand"]["board"]:
        await talk.program.act(state, "check" if state["legal"]["check"] else "call")
        await service(play_to_the_flop, table, bob)
    talk.said["server state"] = state
    answer = {"table": CODE, "version": state["version"]}
    await talk.ask("act", **answer, action="bet", amount=state["legal"]["bet"]["least"])
    await talk.ask("act", **answer, action="check")
    await service(act, table, bob, "fold")
    while not (state := await talk.program.hear_a("state"))["hand"]["over"]:
        pass


async def _go(talk: Conversation) -> None:
    for kind in ("results", "sit_out", "back", "look"):
        await talk.ask(kind, table=CODE)
    await talk.ask("top_up", table=CODE, chips=1_000)
    await talk.ask("ping")
    await talk.ask("leave", table=CODE)
    talk.said["server left"] = await talk.program.until("left")


def _names(side: str) -> set[str]:
    return {part["$ref"].rpartition("/")[2] for part in SCHEMA["definitions"][side]["oneOf"]}


def test_the_page_has_every_message() -> None:
    assert {message.name for message in own().by(PROGRAM)} == ASKED == _names("to_server")
    answers = {DEFINED_AS.get(message.name, message.name) for message in own().by(SERVER)}
    assert answers == _names("to_program")
    assert {*verbs.ASKED, *verbs.AT_A_TABLE, verbs.JOIN, "hello", "look"} == ASKED


def test_the_page_explains_every_field_and_nothing_else() -> None:
    definitions = [*_names("to_server"), *_names("to_program"), *PARTS]
    named = [(name, path) for name in definitions for path, _schema, _optional in properties(DEFINITIONS[name])]
    keys = [key_of(SENTENCES, name, path) for name, path in named]
    assert [where for where, key in zip(named, keys, strict=True) if key is None] == []
    assert set(SENTENCES) - set(keys) == set()
