"""Test what the server sends, field by field as the document has it."""

import re

import pytest

from tests.tables.bots.duel.room import Program, Stage, next_to_act, play_hand

STATE = {"info", "position", "action_position", "legal_actions", "raise_range", "private_card", "public_card"}
STATE |= {"players", "action_history"}
CARD = re.compile("[2-9TJQKA][cdhs]")


def test_a_player_s_state_has_the_documented_fields(stage: Stage) -> None:
    programs = stage.match()
    for program in programs:
        state = program.last
        assert state.keys() == STATE
        assert state["info"] == "state"
        assert state["action_position"] == 0
        assert state["legal_actions"] == ["fold", "call", "raise"]
        assert state["raise_range"] == [200, 20000]
        assert state["public_card"] == []
        assert state["action_history"] == [[]]
        assert len(state["private_card"]) == 2
        assert all(CARD.fullmatch(card) for card in state["private_card"])
        assert [(player["position"], player["money_left"], player["total_money"]) for player in state["players"]] == [
            (0, 19950, 20000),
            (1, 19900, 20000),
        ]
    assert {program.last["position"] for program in programs} == {0, 1}


def test_every_player_gets_a_state_for_every_action_and_one_at_the_end(stage: Stage) -> None:
    programs = stage.match()
    play_hand(programs)
    for program in programs:
        assert [state["action_position"] for state in program.of("state")] == [0, 1, 1, 0, 1, 0, 1, 0, -1]
        assert [len(state["public_card"]) for state in program.of("state")] == [0, 0, 3, 3, 4, 4, 5, 5, 5]
        assert program.last["info"] == "result"
        end = program.of("state")[-1]
        assert (end["legal_actions"], end["raise_range"]) == ([], [])


def test_with_three_or_more_players_the_third_seat_acts_first_preflop(stage: Stage) -> None:
    programs = stage.match(6)
    play_hand(programs)
    positions = [state["action_position"] for state in programs[0].of("state")]
    assert positions == [2, 3, 4, 5, 0, 1, *range(6), *range(6), *range(6), -1]


def test_the_history_has_a_list_for_each_street_of_betting(stage: Stage) -> None:
    programs = stage.match()
    next_to_act(programs).act("r300")
    next_to_act(programs).act("call")
    history = programs[0].last["action_history"]
    assert [[(move["position"], move["action"]) for move in street] for street in history] == [
        [(0, "r300"), (1, "call")],
        [],
    ]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}", history[0][0]["timestamp"])
    assert history[0][0]["timestamp"].endswith(".500")


def test_streets_without_betting_add_no_list(stage: Stage) -> None:
    programs = stage.match()
    next_to_act(programs).act("r20000")
    next_to_act(programs).act("call")
    result = programs[0].last
    assert result["info"] == "result"
    assert len(result["action_history"]) == 1
    assert len(result["public_card"]) == 5


def test_a_call_with_nothing_to_call_is_a_check(stage: Stage) -> None:
    programs = stage.match()
    next_to_act(programs).act("call")
    assert programs[0].last["legal_actions"] == ["fold", "check", "raise"]
    next_to_act(programs).act("call")
    assert programs[0].last["action_history"][0][1]["action"] == "check"


def test_both_bounds_are_the_all_in_for_a_short_stack(stage: Stage) -> None:
    programs = stage.match()
    next_to_act(programs).act("r11000")
    assert programs[0].last["raise_range"] == [20000, 20000]
    next_to_act(programs).act("r20000")
    assert programs[0].last["legal_actions"] == ["fold", "call"]
    assert programs[0].last["raise_range"] == []


def test_raise_bounds_are_totals_on_this_street(stage: Stage) -> None:
    programs = stage.match()
    next_to_act(programs).act("r350")
    assert programs[0].last["raise_range"] == [600, 20000]
    next_to_act(programs).act("call")
    assert programs[0].last["raise_range"] == [100, 19650]


def test_after_four_raises_on_a_street_only_call_and_fold_are_legal(stage: Stage) -> None:
    programs = stage.match()
    for to in (200, 300, 400, 500):
        next_to_act(programs).act(f"r{to}")
    assert programs[0].last["legal_actions"] == ["fold", "call"]


def test_the_result_after_a_fold_shows_a_player_only_its_own_cards(stage: Stage) -> None:
    programs = stage.match()
    next_to_act(programs).act("r300")
    next_to_act(programs).act("fold")
    for program in programs:
        result, own = program.last, program.of("state")[0]
        assert result.keys() == {"info", "public_card", "action_history", "player_card", "players"}
        cards: list[list[str]] = [[], []]
        cards[own["position"]] = own["private_card"]
        assert result["player_card"] == cards
        assert [(player["win_money"], player["moneyLeft"]) for player in result["players"]] == [
            (100, 19700),
            (-100, 19900),
        ]


def test_the_result_of_a_showdown_shows_the_cards_of_those_in_it(stage: Stage) -> None:
    programs = stage.match(3)
    next_to_act(programs).act("fold")
    play_hand(programs)
    cards = {program.of("state")[0]["position"]: program.of("state")[0]["private_card"] for program in programs}
    for program in programs:
        result = program.last
        assert result["player_card"] == [cards[0], cards[1], []]
        assert [player.keys() for player in result["players"]] == [
            {"position", "name", "win_money", "moneyLeft", "totalMoney"}
        ] * 3
        assert [player["moneyLeft"] for player in result["players"]] == [19900, 19900, 20000]
        assert sum(player["win_money"] for player in result["players"]) == 0


def test_seats_rotate_by_one_each_hand(stage: Stage) -> None:
    programs = stage.match(3, game_number=4)
    names = []
    for _ in range(4):
        play_hand(programs)
        names.append([player["name"] for player in programs[0].last["players"]])
        for program in programs:
            program.ready()
    first = names[0]
    assert names == [first, [*first[1:], first[0]], [*first[2:], *first[:2]], first]


def test_first_seats_are_drawn_at_random() -> None:
    seen = {Stage(seed).match()[0].last["position"] for seed in range(12)}
    assert seen == {0, 1}


def test_names_are_sent_in_ascii(stage: Stage) -> None:
    programs = stage.match(name='德州 "扑克" \\')
    assert programs[0].last["players"][0]["name"] == '德州 "扑克" \\'


@pytest.mark.parametrize("players", [2, 6, 10])
def test_no_cards_of_others_are_sent_before_the_end(players: int) -> None:
    stage = Stage(players)
    programs = stage.match(players)
    watcher = stage.program().say(info="observer", room_id=7)
    play_hand(programs)
    own = {program: set(program.of("state")[0]["private_card"]) for program in programs}
    for program in [*programs, watcher]:
        foreign = set().union(*[cards for other, cards in own.items() if other is not program])
        for state in _before_the_end(program):
            assert not foreign & set(CARD.findall(str(state)))


def _before_the_end(program: Program) -> list[dict[str, object]]:
    return [state for state in program.of("state") if state["action_position"] != -1]
