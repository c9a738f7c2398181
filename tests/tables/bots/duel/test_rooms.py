"""Test coming into a room, going on from hand to hand, and the end."""

import pytest

from tests.tables.bots.duel.room import Stage, next_to_act, no_complaint, play_hand

COMPLETE = {"info": "success", "text": "Complete playing"}


def test_a_match_goes_on_when_everybody_is_ready_and_ends_after_its_last_hand(stage: Stage) -> None:
    programs = stage.match(game_number=2)
    with no_complaint(programs):
        play_hand(programs)
        programs[0].ready()
        assert programs[0].last["info"] == "result"
        programs[1].ready()
        assert programs[0].last["info"] == "state"
        play_hand(programs)
        programs[1].ready()
        assert not programs[1].closed
        programs[0].ready()
    assert [program.last for program in programs] == [COMPLETE, COMPLETE]
    assert all(program.closed for program in programs)
    assert stage.hall.rooms == {}
    assert stage.store.ends == [""]
    assert [hand.number for hand in stage.store.hands] == [0, 1]


def test_the_first_to_come_fixes_the_room(stage: Stage) -> None:
    first = stage.program().connect(room_number=3, game_number=1, bots=["CallAgent"])
    second = stage.program().connect(room_number=9, game_number="many", bots=["Nobody"])
    assert len(first.last["players"]) == len(second.last["players"]) == 3
    assert {player["name"] for player in first.last["players"]} == {"A", "CallAgent"}


def test_a_player_too_many_is_refused_and_the_others_notice_nothing(stage: Stage) -> None:
    programs = stage.match()
    third = stage.program().connect()
    assert third.last == {"info": "error", "text": "The room is full."}
    assert third.closed
    assert not any(program.closed for program in programs)


def test_a_room_can_be_used_again(stage: Stage) -> None:
    for _ in range(2):
        programs = stage.match(game_number=1)
        play_hand(programs)
        for program in programs:
            program.ready()
        assert programs[0].last == COMPLETE


@pytest.mark.parametrize(
    ("message", "blamed"),
    [
        ({"room_id": "seven"}, "room_id"),
        ({"room_id": "7.5"}, "room_id"),
        ({"room_id": "9" * 30}, "room_id"),
        ({"room_id": 1e30}, "room_id"),
        ({"room_id": [7]}, "room_id"),
        ({"room_id": float("inf")}, "room_id"),
        ({"room_id": True}, "room_id"),
        ({"room_id": 2**63}, "room_id"),
        ({"room_id": None}, "room_id"),
        ({"room_number": 1}, "room_number"),
        ({"room_number": 11}, "room_number"),
        ({"room_number": "2"}, "room_number"),
        ({"game_number": 0}, "game_number"),
        ({"game_number": -5}, "game_number"),
        ({"game_number": 10**12}, "game_number"),
        ({"bots": "CallAgent"}, "bots"),
        ({"bots": [1]}, "bots"),
        ({"bots": ["CallAgent"] * 3}, "bots"),
        ({"bots": ["CallAgent"] * 11}, "bots"),
        ({"bots": ["DeepStack"]}, "no house bot 'DeepStack'"),
        ({"name": ""}, "name"),
        ({"name": True}, "name"),
        ({"name": None}, "name"),
        ({"name": ["A"]}, "name"),
        ({"name": 10**70}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "tab\t"}, "name"),
        ({"name": "nul\x00"}, "name"),
        ({"name": "\ud800"}, "name"),
        ({"name": "left\u202eright"}, "name"),
        ({"info": "hello"}, "info"),
        ({"info": ["connect"]}, "info"),
    ],
)
def test_impossible_values_are_refused_in_a_sentence(stage: Stage, message: dict[str, object], blamed: str) -> None:
    program = stage.program().connect(**message)
    assert program.last["info"] == "error"
    assert blamed in program.last["text"]
    assert program.closed
    assert stage.hall.rooms == {}


def test_a_room_is_closed_when_its_only_player_leaves_early(stage: Stage) -> None:
    first, second = stage.program().connect(), stage.program()
    first.leave()
    assert stage.hall.rooms == {}
    second.connect()
    stage.program().connect()
    assert second.last["info"] == "state"


def test_a_room_that_does_not_fill_closes_after_ten_minutes(stage: Stage) -> None:
    first = stage.program().connect(room_number=3)
    second = stage.program().connect()
    stage.pass_(599)
    assert not first.closed
    stage.pass_(1)
    for program in (first, second):
        assert program.last["info"] == "error"
        assert "10 minutes" in program.last["text"]
        assert program.closed
    assert stage.hall.rooms == {}


def test_a_player_who_leaves_ends_the_match_for_everybody(stage: Stage) -> None:
    programs = stage.match(3)
    programs[1].leave()
    play_hand([programs[0], programs[2]])
    for program in (programs[0], programs[2]):
        assert program.last == {"info": "error", "text": "P1 is disconnected."}
        assert program.closed
    assert len(stage.store.hands) == 1
    assert stage.store.ends == ["P1 is disconnected."]


def test_a_player_silent_for_a_minute_ends_the_match(stage: Stage) -> None:
    programs = stage.match()
    silent = programs.index(next_to_act(programs))
    stage.pass_(59)
    assert not programs[0].closed
    stage.pass_(1)
    for program in programs:
        assert program.last == {"info": "error", "text": f"P{silent} said nothing for 60 seconds."}


def test_each_action_has_its_own_minute(stage: Stage) -> None:
    programs = stage.match()
    for _ in range(4):
        stage.pass_(50)
        next_to_act(programs).act("call")
    assert programs[0].of("error") == []


def test_a_room_waits_a_minute_for_ready(stage: Stage) -> None:
    programs = stage.match()
    play_hand(programs)
    programs[0].ready()
    stage.pass_(60)
    assert programs[0].last == {"info": "error", "text": "P1 said nothing for 60 seconds."}
    assert len(stage.store.hands) == 1


def test_a_player_who_exits_ends_the_match(stage: Stage) -> None:
    programs = stage.match()
    play_hand(programs)
    programs[0].ready("exit")
    for program in programs:
        assert program.last == {"info": "error", "text": "P0 left."}


def test_exit_counts_as_ready_after_the_last_result(stage: Stage) -> None:
    programs = stage.match(game_number=1)
    play_hand(programs)
    programs[0].ready("exit")
    programs[1].ready("start")
    assert [program.last for program in programs] == [COMPLETE, COMPLETE]


def test_leaving_after_the_last_result_does_no_harm(stage: Stage) -> None:
    programs = stage.match(game_number=1)
    play_hand(programs)
    programs[0].leave()
    programs[1].ready()
    assert programs[1].last == COMPLETE
    assert stage.store.ends == [""]


def test_other_rooms_notice_nothing(stage: Stage) -> None:
    one, other = stage.match(room_id=1), stage.match(room_id=2)
    one[0].leave()
    play_hand(one[1:])
    assert one[1].closed
    play_hand(other)
    assert other[0].last["info"] == "result"


def test_a_server_error_ends_its_room_only_and_is_logged(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    one, other = stage.match(room_id=1), stage.match(room_id=2)
    stage.hall.rooms[1].match.act = None  # type: ignore[method-assign, union-attr]
    next_to_act(one).act("call")
    assert one[0].last["text"] == "Unhandled error"
    assert "room 1 failed" in caplog.text
    play_hand(other)
    assert other[0].last["info"] == "result"


def test_an_exit_before_the_room_is_full_leaves_the_others_waiting(stage: Stage) -> None:
    first, second = (stage.program().connect(room_number=3) for _ in range(2))
    first.ready("exit")
    assert first.closed
    first.leave()
    assert not second.closed
    for _ in range(2):
        stage.program().connect()
    assert second.last["info"] == "state"


def test_stored_reasons_name_no_account(stage: Stage) -> None:
    programs = [stage.program() for _ in range(2)]
    for number, program in enumerate(programs):
        message = {"info": "connect", "room_id": 7, "name": "tis"[number:], "game_number": 3}
        stage.hall.heard(program, message, user_id=number or None)
    programs[1].leave()
    assert programs[0].last["text"] == "is is disconnected."
    assert stage.store.ends == ["A bot is disconnected."]


def test_rooms_of_house_bots_stop_when_their_turn_is_over(stage: Stage) -> None:
    """Each takes one step in any case, and is then ready for its next turn."""
    for room in (1, 2):
        program = stage.program()
        message = {"info": "ai_vs_ai", "room_id": room, "room_number": 2, "bots": ["CallAgent"] * 2}
        stage.hall.heard(program, {**message, "game_number": 100})
    played = {room.number: room.match for room in stage.hall.rooms.values() if room.match}
    for _ in range(10):
        stage.row.go_on(stage.clock.at - 1)
    moves = [len(match.play.actions) + 8 * match.hand for match in played.values()]
    assert moves == [5, 5]


@pytest.mark.parametrize("turns", range(12))
def test_a_room_that_has_ended_takes_no_more_steps(stage: Stage, turns: int, caplog: pytest.LogCaptureFixture) -> None:
    """The room was about to go on, in the middle of a hand or between two."""
    starter = stage.program()
    message = {"info": "ai_vs_ai", "room_id": 1, "room_number": 2, "bots": ["TightPassive"] * 2, "game_number": 9}
    stage.hall.heard(starter, message)
    match = stage.hall.rooms[1].match
    assert match is not None
    for _ in range(turns):
        stage.row.go_on(stage.clock.at - 1)
    stage.hall.lost(starter)
    before = len(stage.store.hands), list(match.play.actions)
    stage.work()
    assert (len(stage.store.hands), match.play.actions) == before
    assert stage.store.ends == ["Nobody is connected any more."]
    assert caplog.records == []


def test_an_illegal_action_before_leaving_still_finishes_the_hand(stage: Stage) -> None:
    programs = stage.match()
    wrong = next_to_act(programs)
    stage.hall.heard(wrong, {"info": "action", "action": "dance"})
    stage.hall.lost(wrong)
    stage.work()
    assert (len(stage.store.hands), stage.store.ends) == (1, [f"P{programs.index(wrong)} made an illegal action."])
