"""Test that CallAgent and RandomAgent look at no card: they need only what is legal."""

import random
from collections import Counter

import pytest

from tables.engine.hand import HandState
from tables.engine.view import view
from tables.house import AGENTS, decide
from tables.house.spot import NotOnTurn
from tests.tables.engine.strategies import VARIANTS, may
from tests.tables.engine.tables import CASH, DUEL, QUEUE, deal, legal, play
from tests.tables.house.test_house_bots import odd_table


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", AGENTS)
def test_decisions_are_legal_and_never_a_fold(name: str, variant: str) -> None:
    chance = random.Random(variant)
    for _ in range(60):
        hand = odd_table(variant, chance)
        while hand.turn is not None:
            verb, amount = AGENTS[name](legal(hand), chance)
            assert may(legal(hand), verb, amount)
            assert verb != "fold"
            hand = hand.act(verb, amount, seat=hand.turn)


@pytest.mark.parametrize("name", AGENTS)
def test_view_and_hand_lead_to_the_same_decision(name: str) -> None:
    chance = random.Random(name)
    for _ in range(40):
        hand = odd_table(chance.choice(VARIANTS), chance)
        while hand.turn is not None:
            seed = chance.random()
            action = decide(view(hand, hand.turn), name, random.Random(seed))
            assert action == AGENTS[name](legal(hand), random.Random(seed))
            hand = hand.act(*action, seat=hand.turn)


def test_call_agent_checks_or_calls_any_bet() -> None:
    hand = play(deal(CASH, 3, hole={"Alice": "7h2c"}), "Alice call, Bob call, Carol check, Bob check, Carol bet 9000")
    assert actions(hand, "CallAgent") == {"call": 1}
    assert actions(play(deal(CASH, 3), "Alice call, Bob call"), "CallAgent") == {"check": 1}


def test_call_agent_goes_all_in_where_a_call_must_be_in_full() -> None:
    hand = play(deal(QUEUE, 3, Alice=35, Bob=1000, Carol=1000), "Alice call, Bob raise, Carol raise")
    assert legal(hand).call == 0
    assert actions(hand, "CallAgent") == {"all-in": 1}


def test_random_agent_chooses_actions_equally_often_and_raises_over_the_whole_range() -> None:
    hand = deal(DUEL, 2, stack=20_000)
    chance = random.Random(5)
    done = [AGENTS["RandomAgent"](legal(hand), chance) for _ in range(4000)]
    raises = sorted([amount for verb, amount in done if verb == "raise" and amount is not None])
    assert {verb for verb, _ in done} == {"call", "raise"}
    assert 0.46 < len(raises) / len(done) < 0.54
    assert raises[0] < 300
    assert 9500 < raises[len(raises) // 2] < 10_700
    assert raises[-1] > 19_900


def test_random_agent_passes_in_the_queue() -> None:
    assert {"call", "raise", "pass"} == {*actions(deal(QUEUE, 3), "RandomAgent", 60)}


@pytest.mark.parametrize("name", AGENTS)
def test_viewer_who_is_not_to_act_cannot_decide(name: str) -> None:
    hand = deal(CASH, 3)
    with pytest.raises(NotOnTurn):
        decide(view(hand, next(seat for seat in hand.seats if seat != hand.turn)), name, random.Random(1))


def actions(hand: HandState, name: str, count: int = 1) -> Counter[str]:
    chance = random.Random(3)
    return Counter([AGENTS[name](legal(hand), chance)[0] for _ in range(count)])
