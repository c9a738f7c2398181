"""Test street one of the game with Pass: the blinds are forced actions, and a short one sets a lower price."""

import pytest

from tables.engine.hand import HandState
from tables.engine.opening import OpeningError
from tables.engine.rejection import Refusal
from tests.tables.engine.tables import (
    BOARD_PLAYS,
    DRY_BOARD,
    QUEUE,
    best_first,
    bets,
    deal,
    legal,
    play,
    queue_state,
    refusal,
    stacks,
    waiting,
    won,
)

MATCHED = "Ted call, Alice call, Bob call"


def queue(players: int = 4, **stacks: int) -> HandState:
    return deal(QUEUE, players, stack=1_000, having=stacks)


def test_blinds_are_forced_actions_and_the_small_blind_answers_the_big_one() -> None:
    hand = queue()
    assert bets(hand) == {"Bob": 10, "Carol": 20}
    assert queue_state(hand) == (20, "Ted Alice Bob", "")


def test_the_big_blind_does_not_act_again_without_a_raise() -> None:
    assert play(queue(), MATCHED).street == "flop"


def test_the_big_blind_answers_a_raise_after_those_who_wait() -> None:
    assert queue_state(play(queue(), "Ted raise")) == (30, "Alice Bob Carol", "")
    assert queue_state(play(queue(), "Ted call, Alice call, Bob raise")) == (30, "Carol Ted Alice", "")


def test_the_small_blind_may_fold_when_its_turn_comes_again() -> None:
    hand = play(queue(), "Ted call, Alice call, Bob fold")
    assert (hand.street, waiting(hand)) == ("flop", "Carol Ted Alice")


def test_blinds_do_not_count_for_the_cap() -> None:
    hand = play(queue(), "Ted raise, Alice raise, Bob raise")
    assert queue_state(hand) == (50, "Carol Ted Alice", "")
    assert refusal(hand, "Carol raise").code is Refusal.RAISES_USED_UP


def test_the_first_to_act_on_street_one_may_raise_because_the_blinds_are_actions() -> None:
    assert legal(queue()).raise_ == (30, 30)


def test_heads_up_the_button_is_the_big_blind_and_acts_last() -> None:
    hand = queue(2)
    assert bets(hand) == {"Bob": 10, "Alice": 20}
    assert waiting(hand) == "Bob"
    hand = play(hand, "Bob call")
    for street in ("flop", "turn", "river"):
        assert (hand.street, waiting(hand)) == (street, "Bob Alice")
        hand = play(hand, "Bob call, Alice call")
    assert hand.over


def test_a_short_big_blind_sets_the_price_to_what_it_put_in() -> None:
    assert queue_state(queue(Carol=15)) == (15, "Ted Alice Bob", "")


def test_a_big_blind_of_less_than_the_step_leaves_the_price_at_the_step() -> None:
    hand = queue(Carol=7)
    assert queue_state(hand) == (10, "Ted Alice", "")
    assert play(hand, "Ted call, Alice call").street == "flop"


def test_a_short_small_blind_is_all_in_and_does_not_act_again() -> None:
    assert queue_state(queue(Bob=6)) == (20, "Ted Alice", "")


def test_both_blinds_short_leave_the_price_at_the_step() -> None:
    assert queue_state(queue(Bob=6, Carol=8)) == (10, "Ted Alice", "")


def test_heads_up_with_a_short_big_blind_nobody_acts() -> None:
    hand = deal(QUEUE, 2, Alice=5, hole=best_first("Bob Alice"), board=DRY_BOARD)
    assert hand.over
    assert won(hand) == {"Bob": 10}


def test_two_players_all_in_on_the_blinds_go_straight_to_the_showdown() -> None:
    hand = deal(QUEUE, 2, Alice=20, Bob=10, board=BOARD_PLAYS)
    assert hand.over
    assert stacks(hand) == {"Bob": 10, "Alice": 20}


def test_a_blind_posted_out_of_turn_is_refused() -> None:
    with pytest.raises(OpeningError, match="no blind is posted out of turn here"):
        deal(QUEUE, 5, stack=1_000, posts={"Erin": 20})
