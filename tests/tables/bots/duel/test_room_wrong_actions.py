"""Test what players must not do, and what it ends."""

import pytest

from tests.tables.bots.duel.room import Stage, next_to_act, play_hand


@pytest.mark.parametrize(
    "action",
    [
        *(
            "check",
            "raise",
            "r",
            "r199",
            "r20001",
            "r-5",
            "r1e3",
            "r300.0",
            "R300",
            " call",
            "",
            "allin",
            "r٣٠٠",
        ),
        *("r٣٠٠", None, 5, 1e400, ["call"], {"call": 1}, "r" + "9" * 300),
    ],
)
def test_an_illegal_action_folds_and_ends_the_match(stage: Stage, action: object) -> None:
    programs = stage.match()
    wrong = next_to_act(programs)
    wrong.act(action)
    for program in programs:
        result, error = program.told[-2:]
        assert result["info"] == "result"
        assert result["action_history"][0][0]["action"] == "fold"
        assert [player["win_money"] for player in result["players"]] == [-50, 50]
        assert error["info"] == "error"
        assert "illegal action" in error["text"]
        assert program.closed
    assert len(stage.store.hands) == 1


def test_the_others_finish_the_hand_after_an_illegal_action(stage: Stage) -> None:
    programs = stage.match(3)
    wrong = next_to_act(programs)
    wrong.act("dance")
    assert not wrong.closed
    play_hand([program for program in programs if program is not wrong])
    for program in programs:
        assert [told["info"] for told in program.told[-2:]] == ["result", "error"]
        assert program.closed
    assert programs[0].of("result")[0]["action_history"][0][0]["action"] == "fold"


def test_a_message_that_is_no_action_ends_the_match(stage: Stage) -> None:
    programs = stage.match()
    next_to_act(programs).say(info="chat", text="hello")
    for program in programs:
        assert [told["info"] for told in program.told[-2:]] == ["result", "error"]


def test_a_message_that_is_no_action_between_hands_ends_the_match_at_once(stage: Stage) -> None:
    programs = stage.match()
    play_hand(programs)
    programs[0].say(info="chat", text="hello")
    assert programs[1].last["info"] == "error"


def test_some_extra_ready_messages_are_ignored_but_a_flood_is_not(stage: Stage) -> None:
    programs = stage.match()
    for _ in range(20):
        programs[0].ready()
    assert not programs[0].closed
    programs[0].ready()
    assert programs[0].closed
    play_hand(programs[1:])
    assert programs[1].closed
