"""Test what becomes of the actions that programs of the contest send: every sentence of the rulebook's coercions."""

import json
import random
from decimal import Decimal
from typing import Any

import pytest

from tables.bots.contest import frames
from tables.bots.contest.coercing import coerced
from tables.engine.hand import HandState
from tests.tables.engine.tables import CONTEST, deal, play

LIMPED = "Ted call, Alice call, Bob call, Carol check"
Done = tuple[str, int | None]
FOLD: Done = ("fold", None)
CALL: Done = ("call", None)
CHECK: Done = ("check", None)
ALL_IN: Done = ("all-in", None)


def contest(moves: str = "", **stacks: int) -> HandState:
    hand = deal(CONTEST, 4, stack=1_000, having=stacks)
    return play(hand, moves) if moves else hand


def to_bet(**stacks: int) -> HandState:
    """Deal to the flop: Bob is to act and nothing is bet; stacks are as they are then."""
    return contest(LIMPED, **{name: chips + 20 for name, chips in stacks.items()})


def asked(hand: HandState, action: Any, amount: Any = None) -> Done:
    """Return what is done, and make sure that it is legal."""
    done = coerced(hand, action, amount)
    hand.act(*done)
    return done


@pytest.mark.parametrize("amount", [35, "35", "35.0", 35.0, " 35 ", "3.5e1", "+35"])
def test_a_bet_adds_so_many_chips(amount: Any) -> None:
    assert asked(to_bet(), "bet", amount) == ("bet", 35)
    assert asked(contest("Ted call, Alice call"), "bet", amount) == ("overbet", 45)  # Bob has 10 in


@pytest.mark.parametrize("amount", [None, "", "  ", 35.5, "35.5", "1e-3", 19, 0, -5, "-5", -1e300, "20", 20])
def test_a_bet_without_a_usable_amount_is_the_big_blind(amount: Any) -> None:
    assert asked(to_bet(), "bet", amount) == ("bet", 20)


@pytest.mark.parametrize("amount", ["x", "12x", "0x20", "1_000", "NaN", "Infinity", "٣٥", True, False, [35], {"n": 35}])
def test_a_bet_whose_amount_is_no_number_is_a_fold(amount: Any) -> None:
    assert asked(to_bet(), "bet", amount) == FOLD


@pytest.mark.parametrize("amount", [1001, "1001", 10**30, 1e300, "1e400", Decimal("1e400"), Decimal("1e999999")])
def test_a_bet_above_the_stack_is_an_all_in(amount: Any) -> None:
    assert asked(to_bet(Bob=1000), "bet", amount) == ALL_IN
    assert asked(contest(), "bet", amount) == ALL_IN


def test_a_bet_of_the_whole_stack_is_a_bet() -> None:
    assert asked(to_bet(Bob=500), "bet", 500) == ("bet", 500)


def test_a_player_who_cannot_afford_the_big_blind_goes_all_in() -> None:
    for action in ("bet", "call", "raise"):
        assert asked(to_bet(Bob=15), action, 20) == ALL_IN


def test_a_bet_that_is_not_above_the_highest_becomes_a_call() -> None:
    hand = contest("Ted raise 40, Alice raise 80")  # Bob has 10 in
    assert asked(hand, "bet", 70) == CALL
    assert asked(hand, "bet", 71) == ("overbet", 81)
    assert asked(hand, "bet", "") == CALL


def test_after_four_bets_a_bet_becomes_a_call() -> None:
    hand = contest(f"{LIMPED}, Bob bet 20, Carol overbet 40, Ted overbet 60, Alice overbet 80")
    assert asked(hand, "bet", 500) == CALL
    assert asked(hand, "bet", 5000) == CALL
    assert asked(contest(f"{LIMPED}, Bob bet 20, Carol overbet 40, Ted overbet 60"), "bet", 500) == ("overbet", 500)


def test_bets_of_the_street_before_do_not_count() -> None:
    first = "Bob bet 20, Carol overbet 40, Ted overbet 60, Alice overbet 80, Bob call, Carol call, Ted call"
    assert asked(contest(f"{LIMPED}, {first}"), "bet", 100) == ("bet", 100)


def test_a_call_matches_the_highest_bet() -> None:
    assert asked(contest(), "call") == CALL
    assert asked(contest("Ted call, Alice call, Bob call"), "call") == CHECK


def test_a_call_to_a_bet_prompt_becomes_a_bet_of_the_big_blind() -> None:
    assert asked(to_bet(), "call", 300) == ("bet", 20)


def test_a_raise_is_to_twice_the_highest_bet() -> None:
    assert asked(contest(), "raise", 333) == ("raise", 40)
    assert asked(contest("Ted raise 40"), "raise") == ("raise", 80)


def test_a_raise_to_a_bet_prompt_becomes_a_bet_of_the_big_blind() -> None:
    assert asked(to_bet(), "raise") == ("bet", 20)


def test_after_four_raises_a_raise_becomes_a_call() -> None:
    four = "Ted raise 40, Alice raise 80, Bob raise 160, Carol raise 320"
    assert asked(contest(four), "raise") == CALL
    assert asked(contest(four, Ted=300), "raise") == ALL_IN


def test_a_raise_above_the_stack_is_an_all_in() -> None:
    assert asked(contest(Ted=39), "raise") == ALL_IN
    assert asked(contest(Ted=40), "raise") == ("raise", 40)


def test_a_check_becomes_a_call_where_there_is_something_to_call() -> None:
    assert asked(to_bet(), "check") == CHECK
    assert asked(contest(), "check") == CALL
    assert asked(contest(Ted=15), "check") == ALL_IN


def test_a_call_above_the_stack_is_an_all_in() -> None:
    assert asked(contest(Ted=19), "call") == ALL_IN
    assert asked(contest(Ted=20), "call") == CALL


def test_all_in_ignores_the_amount() -> None:
    assert asked(contest(), "allin", 5) == asked(to_bet(), "allin") == ALL_IN


@pytest.mark.parametrize("action", ["fold", "", "Call", "all-in", "dance", None, 7, True, [], {}, ["bet"], Decimal(1)])
def test_anything_else_is_a_fold(action: Any) -> None:
    assert asked(contest(), action) == asked(to_bet(), action) == FOLD


def test_every_coerced_action_is_legal() -> None:
    chance = random.Random(5)
    amounts = [None, "", 1, "20", 40, "77", 500, "1e3", 10**9, 0.5]
    for _ in range(200):
        stacks = {name: chance.randint(1, 2_000) for name in ("Alice", "Bob", "Carol", "Ted")}
        hand = contest("", **stacks)
        while not hand.over:
            action = chance.choice(["bet", "bet", "call", "call", "raise", "check", "allin"])
            hand = hand.act(*coerced(hand, action, chance.choice(amounts)))
        assert sum(hand.stacks) == sum(stacks.values())


# frames


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "1", "null", "[]", '"__join"', "{", "{}", '{"data": {}}', '{"eventName": null}', '{"eventName": 5}'),
        '[{"eventName": "__join"}]',
        "[" * 10_000,
        '{"eventName": "__action", "data": ' + '{"a":' * 3_000 + "1" + "}" * 3_000 + "}",
        json.dumps({"eventName": "__action", "data": "x" * 20_000}),
    ],
)
def test_a_frame_that_is_no_event_is_read_as_none(text: str) -> None:
    assert frames.read(text) is None


@pytest.mark.parametrize("data", ["", ', "data": null', ', "data": []', ', "data": "x"', ', "data": 5', ', "data": {}'])
def test_data_may_be_missing(data: str) -> None:
    assert frames.read(f'{{"eventName": "__reload"{data}}}') == ("__reload", {})


@pytest.mark.parametrize(
    "number", ["1e400", "-1e400", "9" * 10_000, "1e99999999999999999999", "NaN", "Infinity", "5.0"]
)
def test_numbers_of_any_size_are_read_and_coerced(number: str) -> None:
    heard = frames.read(f'{{"eventName": "__action", "data": {{"action": "bet", "amount": {number}}}}}')
    assert heard is not None
    asked(to_bet(), heard.data["action"], heard.data["amount"])
