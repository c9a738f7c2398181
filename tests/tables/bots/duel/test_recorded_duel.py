"""Test that the examples on the page of the arena's protocol are what is really sent, and that the page is complete."""

import ast
import datetime as dt
import inspect
import re
from typing import Any

import pytest

from tables.bots.duel import encoding, messages, room, rooms
from tables.guide.protocols.catalogue import PROGRAM, SERVER
from tables.guide.protocols.duel import duel
from tests.recordings import compare, missing_from_catalogue
from tests.tables.bots.duel.room import Program, Stage, next_to_act

Said = dict[str, Any]
RAISE = {"info": "action", "action": "r300"}
CALL = {"info": "action", "action": "call"}
READY = {"info": "ready", "status": "start"}


def connect(name: str, **more: Any) -> Said:
    return {"info": "connect", "room_id": 7, "name": name, "room_number": 2, "bots": [], **more}


def check_down(programs: list[Program]) -> None:
    while any(program.on_turn for program in programs):
        next_to_act(programs).say(**CALL)


@pytest.fixture
def said() -> Said:
    stage = Stage(seed=4)
    stage.clock.at = dt.datetime(2026, 11, 18, 20, 0, 0, 250_000, tzinfo=dt.UTC).timestamp()
    return _match(stage) | _other_rooms(stage)


def _match(stage: Stage) -> Said:
    """Play a match of one hand: seen to the flop, raised there, and shown down."""
    said = {"connect": connect("Ada", game_number=1), "observer": {"info": "observer", "room_id": 7}}
    ada, ben, watcher = players = [stage.program() for _ in range(3)]
    ada.say(**said["connect"])
    watcher.say(**said["observer"])
    ben.say(**connect("Ben", game_number=1))
    both = players[:2]
    while not next_to_act(both).last["public_card"]:
        next_to_act(both).say(**CALL)
    first = next_to_act(both)
    said |= {"state": first.last, "action": CALL, "action raise": RAISE}
    first.say(**RAISE)
    said["watched state"] = watcher.last
    check_down(both)
    said |= {"result": ada.last, "watched result": watcher.last, "ready": READY}
    for program in both:
        program.say(**READY)
    return said | {"success": ada.last}


def _other_rooms(stage: Stage) -> Said:
    older, wrong, host = stage.program(), stage.program(), stage.program()
    older.say(**{**connect("Old"), "room_id": 8, "bots": ["CallAgent"]})
    wrong.say(**{**connect("Cyd", game_number=1), "room_id": 9, "bots": ["TightPassive"]}).say(info="shout")
    house = {"info": "ai_vs_ai", "room_id": 10, "room_number": 2, "bots": ["Evenhand", "CallAgent"], "game_number": 2}
    messages.plan_of_house(house)
    return {
        "asked ready": older.last,
        "start": {"info": "start"},
        "error": wrong.last,
        "ai_vs_ai": house,
        "not found": host.say(info="observer", room_id=11).last,
    }


def test_the_examples_match_recorded_matches(said: Said) -> None:
    compare("duel", said)


def test_the_page_explains_every_field(said: Said) -> None:
    assert list(missing_from_catalogue(duel(), said, thorough=True)) == []


def test_the_page_has_every_message_that_a_program_may_send() -> None:
    understood = {text for module in (rooms, room) for text in _compared_with_info(inspect.getsource(module))}
    assert {message.name for message in duel().by(PROGRAM)} == understood


def test_the_page_has_every_message_that_the_server_sends() -> None:
    source = inspect.getsource(encoding).replace('\\"', '"')
    sent = set(re.findall(r'"info":"(\w+)"', source)) | set(re.findall(r'text_message\("(\w+)"', source))
    assert {message.name for message in duel().by(SERVER)} == sent | {"result"}


def _compared_with_info(source: str) -> set[str]:
    """Return every text that `info` is compared with."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and node.left.id == "info":
            found |= {inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant)}
    return {text for text in found if isinstance(text, str)}
