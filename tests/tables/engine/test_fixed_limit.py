"""Test fixed limit: bets have one size, four of them make a street, and an all-in of half a bet counts as one."""

import pytest

from tables.engine.hand import HandState
from tables.engine.rejection import Refusal
from tables.engine.rulebooks import rules_for
from tests.tables.engine.tables import check_around, deal, legal, play, refusal, turn, waiting

FIXED = rules_for("cash", betting="fixed_limit")
CALLED = "Ted call, Alice call, Bob call, Carol check"


def on_the_flop(**stacks: int) -> HandState:
    """Lead four players to the flop; `stacks` are those that they have there."""
    return play(deal(FIXED, 4, having={name: chips + 100 for name, chips in stacks.items()}), CALLED)


def test_the_bet_is_the_big_blind_before_the_flop_and_on_it() -> None:
    assert legal(deal(FIXED, 4)).raise_ == (200, 200)
    assert legal(on_the_flop()).bet == (100, 100)
    assert legal(play(on_the_flop(), "Bob bet 100")).raise_ == (200, 200)


def test_the_bet_is_twice_the_big_blind_on_turn_and_river() -> None:
    hand = check_around(on_the_flop())
    for _ in ("turn", "river"):
        assert legal(hand).bet == (200, 200)
        assert legal(play(hand, "Bob bet 200")).raise_ == (400, 400)
        hand = check_around(hand)


def test_a_bet_or_raise_of_another_size_is_refused() -> None:
    assert refusal(deal(FIXED, 4), "Ted raise 201").code is Refusal.RAISE_EXACTLY
    assert refusal(deal(FIXED, 4), "Ted raise 199").code is Refusal.RAISE_EXACTLY
    assert refusal(on_the_flop(), "Bob bet 200").code is Refusal.BET_EXACTLY


def test_a_bet_or_raise_needs_no_amount_where_there_is_only_one() -> None:
    hand = play(on_the_flop(), "Bob bet, Carol raise")
    assert hand.price == 200


def test_an_all_in_above_the_bet_is_refused() -> None:
    assert refusal(deal(FIXED, 4), "Ted all-in").code is Refusal.ALL_IN_TOO_LARGE


def test_the_big_blind_is_the_first_of_four_bets_before_the_flop() -> None:
    hand = play(deal(FIXED, 4), "Ted raise 200, Alice raise 300, Bob raise 400")
    assert legal(hand).raise_ is None
    rejection = refusal(hand, "Carol raise 500")
    assert (rejection.code, rejection.numbers) == (Refusal.RAISES_USED_UP, {"cap": 4})


def test_a_short_big_blind_counts_for_the_cap_too() -> None:
    hand = play(deal(FIXED, 4, Carol=30), "Ted raise 200, Alice raise 300, Bob raise 400")
    assert legal(hand).raise_ is None


def test_one_bet_and_three_raises_are_the_cap_after_the_flop() -> None:
    hand = play(on_the_flop(), "Bob bet 100, Carol raise 200, Ted raise 300")
    assert legal(hand).raise_ == (400, 400)
    assert refusal(play(hand, "Alice raise 400"), "Bob raise 500").code is Refusal.RAISES_USED_UP


def test_the_cap_holds_heads_up_too() -> None:
    hand = play(deal(FIXED, 2), "Alice raise 200, Bob raise 300, Alice raise 400")
    assert refusal(hand, "Bob raise 500").code is Refusal.RAISES_USED_UP
    hand = play(hand, "Bob call, Bob bet 100, Alice raise 200, Bob raise 300, Alice raise 400")
    assert refusal(hand, "Bob raise 500").code is Refusal.RAISES_USED_UP


def test_the_cap_begins_again_on_every_street() -> None:
    hand = play(on_the_flop(), "Bob bet, Carol raise, Ted raise, Alice raise, Bob call, Carol call, Ted call")
    assert legal(hand).bet == (200, 200)
    hand = play(hand, "Bob bet, Carol raise, Ted raise")
    assert legal(hand).raise_ == (800, 800)


def test_an_all_in_above_the_price_is_refused_once_the_cap_is_reached() -> None:
    hand = play(on_the_flop(Bob=430), "Bob bet, Carol raise, Ted raise, Alice raise")
    assert refusal(hand, "Bob all-in").code is Refusal.RAISES_USED_UP


@pytest.mark.parametrize(("stack", "raise_to"), [(149, 200), (150, 250), (199, 299)])
def test_an_all_in_of_half_a_bet_counts_and_a_smaller_one_is_completed(stack: int, raise_to: int) -> None:
    hand = play(on_the_flop(Carol=stack), "Bob bet, Carol all-in")
    assert (legal(hand).call, legal(hand).raise_) == (stack, (raise_to, raise_to))


@pytest.mark.parametrize(("stack", "raise_to"), [(49, 100), (50, 150), (99, 199)])
def test_an_all_in_bet_of_half_a_bet_counts_and_a_smaller_one_is_completed(stack: int, raise_to: int) -> None:
    hand = play(on_the_flop(Bob=stack), "Bob all-in")
    assert (legal(hand).call, legal(hand).raise_) == (stack, (raise_to, raise_to))


@pytest.mark.parametrize(("stack", "raise_to"), [(299, 400), (300, 500)])
def test_half_a_bet_is_half_the_big_bet_on_the_turn(stack: int, raise_to: int) -> None:
    hand = play(check_around(on_the_flop(Carol=stack)), "Bob bet, Carol all-in")
    assert legal(hand).raise_ == (raise_to, raise_to)


@pytest.mark.parametrize(("stack", "raise_to"), [(149, 200), (150, 250)])
def test_an_all_in_of_half_a_bet_above_the_big_blind_counts(stack: int, raise_to: int) -> None:
    assert legal(play(deal(FIXED, 4, Ted=stack), "Ted all-in")).raise_ == (raise_to, raise_to)


def test_an_all_in_of_half_a_bet_reopens_the_betting() -> None:
    hand = play(on_the_flop(Carol=150), "Bob bet, Carol all-in, Ted call, Alice call")
    assert (turn(hand), legal(hand).raise_) == ("Bob", (250, 250))


def test_an_all_in_of_less_than_half_a_bet_does_not_reopen_the_betting() -> None:
    hand = play(on_the_flop(Carol=149), "Bob bet, Carol all-in, Ted call, Alice call")
    assert (turn(hand), legal(hand).call, legal(hand).raise_) == ("Bob", 49, None)
    assert refusal(hand, "Bob raise 200").code is Refusal.NOT_REOPENED


def test_the_completed_bet_reopens_the_betting() -> None:
    hand = play(on_the_flop(Carol=149), "Bob bet, Carol all-in, Ted raise 200, Alice fold")
    assert (turn(hand), legal(hand).raise_) == ("Bob", (300, 300))


@pytest.mark.parametrize(("stack", "may_raise"), [(49, False), (50, True)])
def test_a_player_who_checked_may_raise_an_all_in_of_half_a_bet(stack: int, may_raise: bool) -> None:
    hand = play(on_the_flop(Carol=stack), "Bob check, Carol all-in, Ted call, Alice call")
    assert turn(hand) == "Bob"
    assert bool(legal(hand).raise_) == may_raise


def test_an_all_in_that_counts_uses_up_a_bet() -> None:
    hand = play(on_the_flop(Carol=150), "Bob bet, Carol all-in, Ted raise 250, Alice raise 350")
    assert refusal(hand, "Bob raise 450").code is Refusal.RAISES_USED_UP


def test_an_all_in_that_does_not_count_uses_up_none() -> None:
    hand = play(on_the_flop(Carol=140), "Bob bet, Carol all-in, Ted raise 200, Alice raise 300")
    assert legal(hand).raise_ == (400, 400)
    hand = play(hand, "Bob raise 400")
    assert refusal(hand, "Ted raise 500").code is Refusal.RAISES_USED_UP


def test_each_short_all_in_is_measured_from_the_highest_bet_before_it() -> None:
    hand = play(on_the_flop(Carol=140, Ted=180), "Bob bet, Carol all-in, Ted all-in")
    assert (turn(hand), legal(hand).raise_) == ("Alice", (200, 200))


def test_short_all_ins_that_add_up_to_half_a_bet_reopen_the_betting() -> None:
    hand = play(on_the_flop(Carol=140, Ted=180), "Bob bet, Carol all-in, Ted all-in, Alice call")
    assert (turn(hand), bool(legal(hand).raise_)) == ("Bob", True)


def test_a_player_who_cannot_afford_a_full_raise_may_raise_all_in() -> None:
    hand = play(on_the_flop(Carol=170), "Bob bet")
    assert (legal(hand).raise_, legal(hand).all_in) == ((170, 170), 170)


def test_the_big_blind_may_raise_by_one_bet_after_calls() -> None:
    hand = play(deal(FIXED, 4), "Ted call, Alice call, Bob call")
    assert (legal(hand).check, legal(hand).raise_) == (True, (200, 200))
    assert waiting(play(hand, "Carol raise")) == "Ted Alice Bob"


def test_antes_do_not_change_the_sizes() -> None:
    antes = rules_for("cash", betting="fixed_limit", ante=30)
    assert legal(deal(antes, 4)).raise_ == (200, 200)
