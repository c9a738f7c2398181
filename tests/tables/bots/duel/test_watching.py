"""Test what watchers get, and that they do no harm."""

import pytest

from tables.bots.duel import rooms
from tests.tables.bots.duel.room import Stage, next_to_act, play_hand

STATE = {"info", "action_position", "public_card", "players", "action_history"}
STATE |= {"player_card", "round_raise", "current_action", "action_player"}
RESULT = {"info", "public_card", "action_history", "player_card", "players", "total_money", "times"}


def test_watchers_are_sent_only_public_state(stage: Stage) -> None:
    programs = stage.match()
    watcher = stage.program().say(info="observer", room_id=7)
    assert watcher.last.keys() == STATE
    assert watcher.last["player_card"] == [[], []]
    assert watcher.last["round_raise"] == [50, 100]
    assert (watcher.last["current_action"], watcher.last["action_player"]) == ("", "")
    next_to_act(programs).act("r300")
    assert watcher.last["round_raise"] == [300, 100]
    assert (watcher.last["current_action"], watcher.last["action_player"]) == ("r300", 0)
    next_to_act(programs).act("call")
    assert watcher.last["round_raise"] == [0, 0]


def test_watchers_are_sent_cards_only_after_a_showdown(stage: Stage) -> None:
    programs = stage.match()
    watcher = stage.program().say(info="observer", room_id=7)
    play_hand(programs)
    assert all(state["player_card"] == [[], []] for state in watcher.of("state")[:-1])
    assert watcher.of("state")[-1]["player_card"] == programs[0].last["player_card"]
    assert watcher.last["player_card"] == programs[0].last["player_card"]
    for program in programs:
        program.ready()
    next_to_act(programs).act("fold")
    assert watcher.of("state")[-1]["player_card"] == [[], []]
    assert watcher.last["player_card"] == [[], []]


def test_watchers_are_sent_totals_by_seat(stage: Stage) -> None:
    programs = stage.match()
    watcher = stage.program().say(info="observer", room_id=7)
    next_to_act(programs).act("fold")
    assert watcher.last.keys() == RESULT
    assert (watcher.last["total_money"], watcher.last["times"]) == ([-50, 50], [1, 1])
    for program in programs:
        program.ready()
    next_to_act(programs).act("r300")
    next_to_act(programs).act("fold")
    assert (watcher.last["total_money"], watcher.last["times"]) == ([150, -150], [2, 2])


def test_a_room_that_does_not_exist_is_an_error(stage: Stage) -> None:
    watcher = stage.program().say(info="observer", room_id=8)
    assert watcher.last == {"info": "error", "text": "There is no such room."}
    assert watcher.closed


def test_watchers_may_leave_and_talk(stage: Stage) -> None:
    programs = stage.match()
    watcher = stage.program().say(info="observer", room_id=7)
    watcher.act("fold").ready("exit")
    assert not watcher.closed
    watcher.leave()
    play_hand(programs)
    assert programs[0].last["info"] == "result"


def test_watchers_may_answer_every_result_of_a_long_match(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_FROM_WATCHERS", 2)
    programs = stage.match(game_number=5)
    watcher = stage.program().say(info="observer", room_id=7)
    for _ in range(5):
        play_hand(programs)
        for program in (watcher, *programs):
            program.ready()
    assert watcher.last == {"info": "success", "text": "Complete playing"}


def test_watchers_are_sent_the_end_of_the_match(stage: Stage) -> None:
    programs = stage.match(game_number=1)
    watcher = stage.program().say(info="observer", room_id=7)
    play_hand(programs)
    for program in programs:
        program.ready()
    assert watcher.last == {"info": "success", "text": "Complete playing"}
    assert watcher.closed


def test_house_bots_play_each_other_for_a_watcher(stage: Stage) -> None:
    bots = ["CallAgent", "TightPassive", "RandomAgent"]
    sender = stage.program().say(info="ai_vs_ai", room_id=1, room_number=3, bots=bots, game_number=7)
    assert len(sender.of("result")) == 7
    assert sender.of("state")[0].keys() == STATE
    assert sorted(player["name"] for player in sender.of("result")[0]["players"]) == sorted(bots)
    assert sender.last == {"info": "success", "text": "Complete playing"}
    assert stage.store.ends == [""]


def test_house_bots_wait_for_a_slow_watcher(stage: Stage) -> None:
    sender = stage.program()
    sender.slow = True
    sender.say(info="ai_vs_ai", room_id=1, room_number=2, bots=["CallAgent"] * 2, game_number=7)
    assert len(sender.told) == 1
    sender.slow = False
    stage.hall.resumed(sender)
    stage.work()
    assert len(sender.of("result")) == 7


def test_house_bots_stop_when_no_watcher_is_left(stage: Stage) -> None:
    sender = stage.program()
    sender.slow = True
    sender.say(info="ai_vs_ai", room_id=1, room_number=2, bots=["CallAgent"] * 2, game_number=7)
    sender.leave()
    assert stage.hall.rooms == {}
    assert stage.store.ends == ["Nobody is connected any more."]


@pytest.mark.parametrize("bots", [["CallAgent"], ["CallAgent"] * 3, ["CallAgent", "Nobody"]])
def test_ai_vs_ai_needs_as_many_known_bots_as_players(stage: Stage, bots: list[str]) -> None:
    sender = stage.program().say(info="ai_vs_ai", room_id=1, room_number=2, bots=bots, game_number=7)
    assert sender.last["info"] == "error"
    assert stage.hall.rooms == {}


def test_every_house_bot_of_the_document_plays(stage: Stage) -> None:
    names = ["CallAgent", "RandomAgent", "TightPassive", "TightAggressive", "LoosePassive", "LooseAggressive"]
    names += ["CandidStatistician", "HotheadManiac", "ScaredLimper", "RandomGambler"]
    sender = stage.program().say(info="ai_vs_ai", room_id=1, room_number=10, bots=names, game_number=2)
    assert sender.last["info"] == "success"
