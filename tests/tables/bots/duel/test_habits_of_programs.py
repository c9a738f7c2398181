"""Test that programs of the old platform may keep the habits that the document allows."""

import pytest

from tables.bots.duel import house
from tests.tables.bots.duel.conftest import Served
from tests.tables.bots.duel.programs import Client
from tests.tables.bots.duel.room import Program, Stage, next_to_act, play_hand

COMPLETE = {"info": "success", "text": "Complete playing"}


def last_two(program: Program) -> list[str]:
    return [told["info"] for told in program.told[-2:]]


def seat(programs: list[Program], position: int) -> Program:
    [program] = [program for program in programs if program.of("state")[0]["position"] == position]
    return program


# `bet`


def test_a_bet_is_a_raise_by_the_pot_after_calling(stage: Stage) -> None:
    programs = stage.match()
    next_to_act(programs).act("bet")
    assert programs[0].last["action_history"][0][-1]["action"] == "r300"
    next_to_act(programs).act("bet")
    assert programs[0].last["action_history"][0][-1]["action"] == "r900"
    next_to_act(programs).act("call")
    next_to_act(programs).act("bet")
    assert programs[0].last["action_history"][1][-1]["action"] == "r1800"


def test_a_bet_goes_as_far_as_the_chips_do(stage: Stage) -> None:
    programs = stage.match()
    next_to_act(programs).act("r11000")
    next_to_act(programs).act("bet")
    assert programs[0].last["action_history"][0][-1]["action"] == "r20000"


def test_a_bet_where_nobody_may_raise_is_illegal(stage: Stage) -> None:
    programs = stage.match()
    next_to_act(programs).act("r20000")
    next_to_act(programs).act("bet")
    assert "illegal action" in programs[0].last["text"]


# actions before the turn


def test_an_early_action_waits_for_the_turn(stage: Stage) -> None:
    programs = stage.match(3)
    first, early = next_to_act(programs), seat(programs, 0)
    early.act("r500")
    assert programs[0].last["action_history"] == [[]]
    first.act("call")
    done = [(move["position"], move["action"]) for move in programs[0].last["action_history"][0]]
    assert done == [(2, "call"), (0, "r500")]
    assert programs[0].last["action_position"] == 1


def test_early_actions_are_taken_in_their_order(stage: Stage) -> None:
    programs = stage.match(game_number=1)
    first, second = seat(programs, 0), seat(programs, 1)
    for action in ("check", "r100", "call", "fold", "fold"):
        second.act(action)
    first.act("call")  # the big blind's first two actions follow: it checks, and then bets
    first.act("call")
    actions = [move["action"] for street in programs[0].last["action_history"] for move in street]
    assert actions == ["call", "check", "r100", "call", "check"]
    first.act("r400")
    assert [program.last["info"] for program in programs] == ["result", "result"]
    assert [move["action"] for move in programs[0].last["action_history"][2]] == ["check", "r400", "fold"]


def test_an_action_before_the_next_hand_waits_for_it(stage: Stage) -> None:
    programs = stage.match()
    play_hand(programs)
    second = next(program for program in programs if program.of("state")[0]["position"] == 1)
    second.ready()
    second.act("r300")
    assert not any(program.closed for program in programs)
    seat(programs, 0).ready()
    assert programs[0].last["action_history"][0][-1]["action"] == "r300"


def test_early_actions_are_forgotten_when_the_hand_ends(stage: Stage) -> None:
    programs = stage.match()
    first, second = seat(programs, 0), seat(programs, 1)
    second.act("dance")
    first.act("fold")
    for program in programs:
        program.ready()
    assert programs[0].last["info"] == "state"
    assert programs[0].last["action_history"] == [[]]


def test_an_early_action_that_turns_out_illegal_is_a_fold(stage: Stage) -> None:
    programs = stage.match(3)
    first, early = next_to_act(programs), seat(programs, 0)
    early.act("check")
    assert not early.closed
    first.act("call")
    assert programs[0].last["action_history"][0][-1]["action"] == "fold"
    play_hand([program for program in programs if program is not early])
    assert [last_two(program) for program in programs] == [["result", "error"]] * 3


def test_a_player_who_sends_too_many_early_actions_is_dismissed(stage: Stage) -> None:
    programs = stage.match(3)
    early = seat(programs, 0)
    for _ in range(21):
        early.act("call")
    assert early.closed
    play_hand([program for program in programs if program is not early])
    assert "more than anybody asks for" in seat(programs, 1).last["text"]
    assert len(stage.store.hands) == 1


# no player escapes a losing hand


def leave(program: Program) -> None:
    program.leave()


def exit_(program: Program) -> None:
    program.ready("exit")


def chat(program: Program) -> None:
    program.say(info="chat")


def flood(program: Program) -> None:
    for _ in range(21):
        program.ready()


@pytest.mark.parametrize(
    ("escape", "why"),
    [
        (leave, "is disconnected"),
        (exit_, "left"),
        (chat, "no action"),
        (flood, "more than anybody asks for"),
    ],
)
@pytest.mark.parametrize("position", [0, 1, 2])
def test_a_player_who_escapes_is_folded_and_the_hand_is_finished(
    stage: Stage, escape: object, why: str, position: int
) -> None:
    programs = stage.match(3)
    gone = seat(programs, position)
    others = [program for program in programs if program is not gone]
    escape(gone)  # type: ignore[operator]
    play_hand(others)
    for program in others:
        assert last_two(program) == ["result", "error"]
        assert why in program.last["text"]
        folded = [move["position"] for move in program.told[-2]["action_history"][0] if move["action"] == "fold"]
        assert folded == [position]
        assert program.closed
    [hand] = stage.store.hands
    assert len(stage.store.ends) == 1
    assert sum(hand.nets) == 0


def test_a_silent_player_is_folded_before_the_match_ends(stage: Stage) -> None:
    programs = stage.match()
    stage.pass_(60)
    for program in programs:
        assert last_two(program) == ["result", "error"]
        assert [player["win_money"] for player in program.told[-2]["players"]] == [-50, 50]
        assert "said nothing" in program.last["text"]


def test_house_bots_finish_the_hand_when_their_opponent_leaves(stage: Stage) -> None:
    program = stage.program().connect(room_number=3, bots=["CallAgent"] * 2)
    program.leave()
    assert len(stage.store.hands) == 1
    assert stage.store.ends == ["A is disconnected."]
    assert stage.hall.rooms == {}


# joining a room


@pytest.mark.parametrize("room", ["7", " 7 ", "+7", 7.0, 7.9])
def test_a_room_may_be_a_text_or_a_float(stage: Stage, room: object) -> None:
    first = stage.program().connect(room_id=room)
    stage.program().connect(room_id=7)
    assert first.last["info"] == "state"


@pytest.mark.parametrize(("name", "told"), [(5, "5"), (5.5, "5.5"), (-1, "-1")])
def test_a_name_may_be_a_number(stage: Stage, name: object, told: str) -> None:
    program = stage.program().connect(name=name, bots=["CallAgent"])
    assert {player["name"] for player in program.last["players"]} == {told, "CallAgent"}


@pytest.mark.parametrize("players", [2, 6])
def test_house_bots_fill_every_seat_but_the_sender_s(stage: Stage, players: int) -> None:
    program = stage.program().connect(room_number=players, bots=["CallAgent"] * players, game_number=1)
    assert len(program.last["players"]) == players
    assert "A" in {player["name"] for player in program.last["players"]}
    play_hand([program])
    program.ready()
    assert program.last == COMPLETE


def test_house_bots_of_one_kind_get_numbered_names(stage: Stage) -> None:
    bots = ["CallAgent", "AllinAgent", "CallAgent", "CallAgent", "AllinAgent"]
    program = stage.program().connect(room_number=6, bots=bots)
    names = {player["name"] for player in program.last["players"]}
    assert names == {"A", "CallAgent", "CallAgent1", "CallAgent2", "AllinAgent", "AllinAgent1"}
    assert sorted(person.name for person in stage.store.records[0].players) == ["A", *sorted(bots)]


def test_house_bots_of_ai_vs_ai_get_numbered_names(stage: Stage) -> None:
    watcher = stage.program()
    watcher.say(info="ai_vs_ai", room_id=1, room_number=2, bots=["CallAgent"] * 2, game_number=1)
    assert {player["name"] for player in watcher.of("state")[0]["players"]} == {"CallAgent", "CallAgent1"}


def test_info_may_be_missing_while_an_action_is_due(stage: Stage) -> None:
    programs = stage.match()
    next_to_act(programs).say(action="r300")
    assert programs[0].last["action_history"][0][-1]["action"] == "r300"
    next_to_act(programs).say(action="call")
    assert len(programs[0].last["public_card"]) == 3


def test_clients_of_the_old_platform_play_together_at_sockets(arena: Served) -> None:
    """Use real sockets: a room as a text, a float and a number, an action before its turn, and a lost connection."""
    clients = [Client(arena.port) for _ in range(3)]
    for client, room in zip(clients, ("1", 1.0, 1), strict=True):
        client.enter(room_id=room, room_number=3, name=room)
    states = [client.hear() for client in clients]
    by_seat = {state["position"]: client for client, state in zip(clients, states, strict=True)}
    for action in ("call", "fold"):
        by_seat[0].say(action=action)
    by_seat[1].close()
    by_seat[2].say(info="action", action="bet")
    for client in (by_seat[0], by_seat[2]):
        last = client.run()
        assert (last["info"], [told["info"] for told in client.told[-2:]]) == ("error", ["result", "error"])
        moves = [(move["position"], move["action"]) for move in client.told[-2]["action_history"][0]]
        assert moves == [(2, "r350"), (0, "call"), (1, "fold")]
    for client in clients:
        client.close()


# house bots


def test_the_all_in_agent_goes_all_in(stage: Stage) -> None:
    program = stage.program().connect(bots=["AllinAgent"], game_number=1)
    while program.on_turn:
        program.act("call")
    actions = [move["action"] for street in program.last["action_history"] for move in street]
    assert "r20000" in actions
    assert program.last["info"] == "result"


def test_the_rule_agent_plays_a_sane_style_for_six(stage: Stage) -> None:
    watcher = stage.program()
    bots = ["RuleAgent6p"] * 6
    watcher.say(info="ai_vs_ai", room_id=1, room_number=6, bots=bots, game_number=60)
    assert watcher.last == COMPLETE
    first = [told["action_history"][0] for told in watcher.of("result")]
    entered = [{move["position"] for move in street if move["action"] != "fold"} for street in first]
    share = sum(len(seats) for seats in entered) / (6 * len(entered))
    assert 0.1 < share < 0.6
    assert {"AllinAgent", "RuleAgent6p"} <= {*house.HOUSE}


def test_a_server_error_is_sent_as_unhandled_error(stage: Stage) -> None:
    programs = stage.match()
    stage.hall.rooms[7].match.act = None  # type: ignore[method-assign, union-attr]
    next_to_act(programs).act("call")
    assert [program.last for program in programs] == [{"info": "error", "text": "Unhandled error"}] * 2
    assert stage.store.ends == ["The match broke off: an error in the server."]
