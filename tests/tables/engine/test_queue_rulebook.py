"""Test the game with Pass of seed 004: players wait in a queue to act. "Bet" there is to match the price M."""

import pytest

from tables.engine.cards import DECK, cards_text
from tables.engine.events import Acted, DealtBoard
from tables.engine.hand import HandState
from tables.engine.opening import Opening, SeatNumber
from tables.engine.rejection import Refusal
from tables.engine.rulebooks import rules_for
from tests.tables.engine.tables import (
    QUEUE,
    deal,
    legal,
    names,
    of_kind,
    play,
    pots,
    queue_state,
    refusal,
    showing,
    stacks,
    turn,
    waiting,
    won,
)


def street_two(**stacks: int) -> HandState:
    """Lead four players to the second street, where Bob acts first; `stacks` are those that they have there."""
    before = {name: chips + 20 for name, chips in stacks.items()}
    return play(deal(QUEUE, 4, stack=1_000, having=before), "Ted call, Alice call, Bob call")


def test_on_later_streets_the_price_begins_at_the_step() -> None:
    hand = street_two()
    assert queue_state(hand) == (10, "Bob Carol Ted Alice", "")
    assert (legal(hand).call, legal(hand).check, legal(hand).bet) == (10, False, None)


def test_a_street_ends_when_everybody_has_matched() -> None:
    hand = play(street_two(), "Bob call, Carol call, Ted call, Alice call")
    assert (hand.street, hand.middle) == ("turn", 120)


def test_a_raise_is_answered_by_those_who_wait_and_then_by_those_who_acted() -> None:
    hand = play(street_two(), "Bob call, Carol raise")
    assert queue_state(hand) == (20, "Ted Alice Bob", "")
    assert play(hand, "Ted call, Alice call, Bob call").middle == 80 + 80


def test_each_of_several_raises_is_answered() -> None:
    hand = play(street_two(), "Bob call, Carol raise, Ted call, Alice call, Bob raise")
    assert queue_state(hand) == (30, "Carol Ted Alice", "")
    assert play(hand, "Carol call, Ted call, Alice call").middle == 80 + 120


def test_players_who_must_answer_a_raise_wait_in_seat_order_after_the_raiser() -> None:
    hand = play(street_two(), "Bob call, Carol call, Ted call, Alice raise")
    assert waiting(hand) == "Bob Carol Ted"
    hand = play(street_two(), "Bob call, Carol pass, Ted call, Alice call, Carol raise")
    assert waiting(hand) == "Ted Alice Bob"


def test_a_raise_is_one_step() -> None:
    hand = play(street_two(), "Bob call")
    assert legal(hand).raise_ == (20, 20)
    assert refusal(hand, "Carol raise 30").code is Refusal.RAISE_EXACTLY
    assert legal(play(street_two(Bob=15), "Bob all-in")).raise_ == (25, 25)


def test_the_step_is_the_small_blind_of_the_table() -> None:
    assert legal(deal(rules_for("queue", small_blind=25), 4)).raise_ == (75, 75)


def test_the_first_action_of_a_street_cannot_be_a_raise() -> None:
    assert refusal(street_two(), "Bob raise").code is Refusal.FIRST_CANNOT_RAISE


def test_the_next_player_may_raise_after_a_pass() -> None:
    hand = play(street_two(), "Bob pass, Carol raise")
    assert queue_state(hand) == (20, "Ted Alice Bob", "Bob")


def test_the_next_player_may_raise_after_a_fold() -> None:
    assert legal(play(street_two(), "Bob fold")).raise_ == (20, 20)


def test_a_street_has_three_raises() -> None:
    hand = play(street_two(), "Bob call, Carol raise, Ted raise, Alice raise")
    assert hand.price == 40
    rejection = refusal(hand, "Bob raise")
    assert (rejection.code, rejection.numbers) == (Refusal.RAISES_USED_UP, {"cap": 3})
    hand = play(hand, "Bob call, Carol call, Ted call, Bob call")
    assert legal(hand).raise_ == (20, 20)


def test_a_raise_needs_enough_chips() -> None:
    hand = play(street_two(Carol=15), "Bob call")
    assert legal(hand).raise_ is None
    assert refusal(hand, "Carol raise").code is Refusal.NOT_ENOUGH_CHIPS


def test_a_player_who_passes_goes_to_the_end_of_the_queue() -> None:
    hand = play(street_two(), "Bob call, Carol call, Ted pass")
    assert queue_state(hand) == (10, "Alice Ted", "Ted")
    hand = play(hand, "Alice call, Ted call")
    assert (hand.street, hand.middle) == ("turn", 120)


def test_a_player_who_passed_cannot_pass_again() -> None:
    hand = play(street_two(), "Bob call, Carol call, Ted pass, Alice pass")
    assert queue_state(hand) == (10, "Ted Alice", "Ted Alice")
    assert refusal(hand, "Ted pass").code is Refusal.PASSED_ALREADY
    assert queue_state(play(hand, "Ted call")) == (10, "Alice", "Alice")


def test_the_only_player_waiting_cannot_pass() -> None:
    hand = play(street_two(), "Bob call, Carol call, Ted call")
    assert not legal(hand).pass_
    assert refusal(hand, "Alice pass").code is Refusal.LAST_CANNOT_PASS


def test_the_last_of_four_players_may_pass_after_the_others() -> None:
    hand = play(street_two(), "Bob pass, Carol pass, Ted pass, Alice pass")
    assert queue_state(hand) == (10, "Bob Carol Ted Alice", "Bob Carol Ted Alice")


def test_players_who_wait_keep_place_and_pass_when_another_raises() -> None:
    hand = play(street_two(), "Bob call, Carol pass, Ted raise")
    assert queue_state(hand) == (20, "Alice Carol Bob", "Carol")
    hand = play(hand, "Alice pass")
    assert queue_state(hand) == (20, "Carol Bob Alice", "Carol Alice")
    hand = play(hand, "Carol raise")
    assert queue_state(hand) == (30, "Bob Alice Ted", "Alice")
    assert play(hand, "Bob call, Alice call, Ted call").middle == 80 + 120


def test_a_player_who_must_answer_a_raise_may_pass_again() -> None:
    hand = play(
        street_two(), "Bob call, Carol pass, Ted call, Alice call, Carol raise, Ted raise, Alice call, Bob call"
    )
    assert (turn(hand), names(hand.passed)) == ("Carol", "")
    hand = play(street_two(), "Bob pass, Carol call, Ted call, Alice pass, Bob call, Alice raise")
    assert queue_state(play(hand, "Bob pass")) == (20, "Carol Ted Bob", "Bob")


def test_passes_are_forgotten_on_the_next_street() -> None:
    hand = play(street_two(), "Bob pass, Carol call, Ted call, Alice call, Bob call")
    assert queue_state(hand) == (10, "Bob Carol Ted Alice", "")
    assert legal(hand).pass_


def test_a_fold_is_always_possible() -> None:
    hand = play(street_two(), "Bob fold, Carol fold, Ted fold")
    assert hand.over
    assert won(hand) == {"Alice": 80}


def test_a_player_who_cannot_afford_the_price_may_go_all_in_fold_or_pass() -> None:
    hand = play(street_two(Carol=5), "Bob call")
    may = legal(hand)
    assert (may.call, may.raise_, may.all_in, may.pass_, may.fold) == (0, None, 5, True, True)
    rejection = refusal(hand, "Carol call")
    assert (rejection.code, rejection.numbers) == (Refusal.CANNOT_AFFORD_CALL, {"cost": 10, "stack": 5})


def test_a_call_costs_what_is_missing_and_not_the_whole_price() -> None:
    hand = play(street_two(Bob=25), "Bob call, Carol raise, Ted call, Alice call")
    assert (stacks(hand)["Bob"], legal(hand).call, legal(hand).raise_) == (15, 10, None)
    assert play(hand, "Bob call").street == "turn"


@pytest.mark.parametrize(("stack", "price", "rest"), [(5, 10, "Ted Alice"), (10, 10, "Ted Alice")])
def test_an_all_in_up_to_the_price_needs_no_answer(stack: int, price: int, rest: str) -> None:
    assert queue_state(play(street_two(Carol=stack), "Bob call, Carol all-in")) == (price, rest, "")


def test_an_all_in_above_the_price_must_be_answered_like_a_raise() -> None:
    hand = play(street_two(Carol=15), "Bob call, Carol all-in")
    assert queue_state(hand) == (15, "Ted Alice Bob", "")
    hand = play(hand, "Ted call, Alice call, Bob call")
    assert pots(hand) == [(140, "Bob Carol Ted Alice")]


def test_an_all_in_does_not_count_for_the_cap() -> None:
    hand = play(street_two(Carol=15), "Bob call, Carol all-in, Ted raise, Alice raise, Bob raise")
    assert hand.price == 45
    assert refusal(hand, "Ted raise").code is Refusal.RAISES_USED_UP


def test_an_all_in_is_possible_after_three_raises_and_must_be_answered() -> None:
    hand = play(street_two(Bob=500), "Bob call, Carol raise, Ted raise, Alice raise, Bob all-in")
    assert queue_state(hand) == (500, "Carol Ted Alice", "")


def test_an_all_in_may_be_the_first_action_of_a_street() -> None:
    assert queue_state(play(street_two(Bob=30), "Bob all-in")) == (30, "Carol Ted Alice", "")


def test_two_all_ins_below_the_price_make_two_side_pots() -> None:
    hand = play(street_two(Carol=5, Ted=8), "Bob call, Carol all-in, Ted all-in, Alice call")
    assert pots(hand) == [(100, "Bob Carol Ted Alice"), (9, "Bob Ted Alice"), (4, "Bob Alice")]


def test_an_all_in_player_does_not_act_again() -> None:
    hand = play(street_two(Bob=10), "Bob all-in, Carol raise, Ted call, Alice call")
    assert hand.street == "turn"


def test_the_hand_ends_after_street_four_with_a_showdown_of_all_live_players() -> None:
    hand = street_two()
    for _ in ("flop", "turn", "river"):
        hand = play(hand, "Bob call, Carol call, Ted call, Alice call")
    assert (hand.over, showing(hand)) == (True, "Bob Carol Ted Alice")


def test_a_card_is_burnt_before_flop_and_turn_and_none_before_the_river() -> None:
    hand = HandState.deal(Opening.make(QUEUE, seats=[1, 2], stacks=[1_000] * 2, button=1, deck=DECK))
    hand = play(hand, "Bob call, Bob call, Alice call, Bob call, Alice call, Bob call, Alice call")
    assert "".join([cards_text(event.cards) for event in of_kind(hand, DealtBoard)]) == "3d3h3s4d4h"


def test_a_pass_is_recorded_and_replayed() -> None:
    hand = play(street_two(), "Bob pass")
    assert of_kind(hand, Acted)[-1] == Acted(SeatNumber(2), "pass", 0, 0, False)
    assert HandState.replay(hand.opening, hand.moves) == hand
