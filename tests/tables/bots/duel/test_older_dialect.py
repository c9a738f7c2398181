"""Test the dialect without `game_number`: it is asked whether it is ready, and says `start`."""

import pytest

from tables.bots.duel.messages import HANDS
from tests.tables.bots.duel.room import Program, Stage, play_hand


def older(stage: Stage, **more: object) -> Program:
    message = {"info": "connect", "room_id": 7, "room_number": 2, "bots": [], "name": "Old"}
    return stage.program().say(**{**message, **more})


def test_the_older_dialect_is_asked_once_the_room_is_full(stage: Stage) -> None:
    first = older(stage)
    assert first.told == []
    second = older(stage)
    assert first.told == second.told == [{"info": "ready"}]
    first.say(info="start")
    assert second.last == {"info": "ready"}
    second.say(info="start")
    assert first.last["info"] == second.last["info"] == "state"
    assert stage.hall.rooms[7].plan.hands == HANDS == 1000


def test_the_older_dialect_says_start_after_every_result(stage: Stage) -> None:
    program = older(stage, bots=["CallAgent"])
    program.say(info="start")
    for _ in range(3):
        play_hand([program])
        assert program.last["info"] == "result"
        program.say(info="start")
    assert len(program.of("result")) == 3
    assert program.last["info"] == "state"


def test_both_dialects_can_play_in_one_room(stage: Stage) -> None:
    new = stage.program().connect(game_number=1)
    old = older(stage)
    assert new.told == []
    old.say(info="start")
    play_hand([new, old])
    old.say(info="start")
    new.ready()
    assert new.last == old.last == {"info": "success", "text": "Complete playing"}


def test_a_room_waits_a_minute_for_start(stage: Stage) -> None:
    first, second = older(stage), older(stage)
    first.say(info="start")
    stage.pass_(60)
    for program in (first, second):
        assert "said nothing" in program.last["text"]
    assert stage.store.records == []


@pytest.mark.parametrize("first_is_older", [True, False])
def test_the_first_to_come_decides_the_number_of_hands(stage: Stage, first_is_older: bool) -> None:
    for is_older in (first_is_older, not first_is_older):
        if is_older:
            older(stage)
        else:
            stage.program().connect(game_number=5)
    assert stage.hall.rooms[7].plan.hands == (1000 if first_is_older else 5)
