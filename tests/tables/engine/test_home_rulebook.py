"""Test the kitchen-table game of seed 003: any bet, any raise, odd chips to the first player who is still in."""

import pytest

from tables.engine.hand import HandState
from tables.engine.rejection import Refusal
from tests.tables.engine.tables import (
    BOARD_PLAYS,
    DRY_BOARD,
    HOME,
    best_first,
    check_down,
    deal,
    legal,
    play,
    pots,
    refusal,
    showing,
    turn,
    waiting,
    won,
)

CALLED = "Ted call, Alice call, Bob call, Carol check"


def on_the_flop(**stacks: int) -> HandState:
    """Lead four players to the flop; `stacks` are those that they have there."""
    before = {name: chips + 20 for name, chips in stacks.items()}
    return play(deal(HOME, 4, stack=2_020, having=before), CALLED)


def test_only_the_big_blind_may_check_before_the_flop() -> None:
    hand = deal(HOME, 4)
    assert refusal(hand, "Ted check").code is Refusal.CANNOT_CHECK
    assert refusal(play(hand, "Ted call, Alice call"), "Bob check").code is Refusal.CANNOT_CHECK
    assert legal(play(hand, "Ted call, Alice call, Bob call")).check


def test_the_big_blind_may_not_check_after_a_raise() -> None:
    hand = play(deal(HOME, 4), "Ted call, Alice raise 30, Bob call")
    assert (legal(hand).check, legal(hand).call) == (False, 10)
    assert legal(hand).raise_ == (31, 10_000)


def test_nobody_may_bet_before_the_flop() -> None:
    assert refusal(deal(HOME, 4), "Ted bet 40").code is Refusal.BET_STANDS


def test_a_bet_may_be_as_small_as_one_chip() -> None:
    assert legal(on_the_flop()).bet == (1, 2_000)
    assert play(on_the_flop(), "Bob bet 1").price == 1
    assert refusal(on_the_flop(), "Bob bet 0").code is Refusal.BET_TOO_SMALL


def test_a_raise_is_any_amount_above_the_highest_bet() -> None:
    assert legal(deal(HOME, 4)).raise_ == (21, 10_000)
    hand = play(on_the_flop(), "Bob bet 300")
    assert legal(hand).raise_ == (301, 2_000)
    assert legal(play(hand, "Carol raise 900")).raise_ == (901, 2_000)
    assert refusal(hand, "Carol raise 300").code is Refusal.RAISE_TOO_SMALL


def test_there_is_no_cap_on_raises() -> None:
    hand = play(deal(HOME, 2), "Alice call")
    for to in range(21, 41):
        hand = play(hand, f"{turn(hand)} raise {to}")
    assert legal(hand).raise_ == (41, 10_000)


def test_an_all_in_above_the_bet_reopens_the_betting() -> None:
    hand = play(on_the_flop(Carol=301), "Bob bet 300, Carol all-in, Ted call, Alice call")
    assert (turn(hand), legal(hand).call, legal(hand).raise_) == ("Bob", 1, (302, 2_000))


def test_an_all_in_reopens_the_betting_for_those_who_checked() -> None:
    hand = play(on_the_flop(Carol=5), "Bob check, Carol all-in, Ted call, Alice call")
    assert (turn(hand), legal(hand).raise_) == ("Bob", (6, 2_000))


@pytest.mark.parametrize(("bet", "stack", "price"), [(30, 50, 50), (80, 30, 80)])
def test_the_price_is_the_higher_of_the_bet_and_the_all_in(bet: int, stack: int, price: int) -> None:
    hand = play(on_the_flop(Carol=stack), f"Bob bet {bet}, Carol all-in")
    assert (hand.price, legal(hand).call) == (price, price)


def test_a_street_without_a_raise_ends_after_one_round() -> None:
    assert play(on_the_flop(), "Bob bet 10, Carol call, Ted call, Alice call").street == "turn"


def test_a_street_ends_with_the_player_right_of_the_last_raiser() -> None:
    hand = play(on_the_flop(), "Bob bet 10, Carol raise 20, Ted call, Alice raise 30")
    assert waiting(hand) == "Bob Carol Ted"
    assert play(hand, "Bob call, Carol call, Ted call").street == "turn"


def test_a_pot_splits_at_an_all_in_when_the_betting_of_its_street_ends() -> None:
    hand = play(deal(HOME, 4, Carol=55, stack=1_000), "Ted raise 25, Alice call, Bob call, Carol call")
    hand = play(hand, "Bob bet 50, Carol all-in, Ted call")
    assert pots(hand) == [(100, "Bob Carol Ted Alice")]
    assert pots(play(hand, "Alice call")) == [(220, "Bob Carol Ted Alice"), (60, "Bob Ted Alice")]


def test_an_all_in_player_wins_only_the_pot_at_that_time() -> None:
    hand = deal(HOME, 4, Carol=50, hole=best_first("Carol Ted Bob Alice"), board=DRY_BOARD)
    hand = play(hand, "Ted raise 50, Alice call, Bob call, Carol call, Bob bet 30, Ted call, Alice call")
    assert won(check_down(hand)) == {"Carol": 200, "Ted": 90}


def test_odd_chips_go_to_the_first_live_player_left_of_the_button_winner_or_not() -> None:
    hole = {"Alice": "AsKh", "Ted": "AdKc", "Bob": "4c4d"}
    hand = deal(HOME, 4, hole=hole, board="Ah9s8d7c2d")
    hand = play(hand, "Ted raise 30, Alice call, Bob call, Carol fold, Bob check, Ted check, Alice check")
    assert hand.middle == 110
    hand = check_down(play(hand, "Bob bet 1, Ted call, Alice call"))
    assert hand.middle == 113
    assert won(hand) == {"Alice": 56, "Ted": 56, "Bob": 1}


def test_odd_chips_skip_a_player_who_folded() -> None:
    hole = {"Alice": "AsKh", "Ted": "AdKc", "Carol": "4c4d"}
    hand = deal(HOME, 4, hole=hole, board="Ah9s8d7c2d")
    hand = play(hand, "Ted call, Alice call, Bob fold, Carol check, Carol bet 5, Ted call, Alice call")
    assert hand.middle == 85
    assert won(check_down(hand)) == {"Alice": 42, "Ted": 42, "Carol": 1}


def test_the_odd_chip_of_three_winners_goes_to_the_first_left_of_the_button() -> None:
    hand = deal(HOME, 5, board=BOARD_PLAYS)
    hand = play(hand, "Ted call, Erin call, Alice fold, Bob fold, Carol check")
    assert hand.middle == 70
    assert won(check_down(hand)) == {"Carol": 24, "Ted": 23, "Erin": 23}
    hand = play(deal(HOME, 4, board=BOARD_PLAYS), "Ted raise 30, Alice call, Bob fold, Carol call")
    hand = check_down(play(hand, "Carol bet 4, Ted call, Alice call"))
    assert hand.middle == 112
    assert won(hand) == {"Carol": 38, "Ted": 37, "Alice": 37}


def test_odd_chips_of_each_pot_go_to_its_first_contender() -> None:
    hole = {"Bob": "4c4d", "Carol": "QcTc", "Ted": "AsKh", "Alice": "AdKc"}
    hand = deal(HOME, 5, Bob=25, hole=hole, board="Ah9s8d7h2d")
    hand = play(hand, "Ted raise 40, Erin call, Alice call, Bob all-in, Carol call")
    hand = play(hand, "Carol bet 5, Ted call, Erin fold, Alice call")
    assert pots(hand) == [(125, "Bob Carol Ted Alice"), (75, "Carol Ted Alice")]
    assert won(check_down(hand)) == {"Ted": 99, "Alice": 99, "Bob": 1, "Carol": 1}


def test_a_pot_that_divides_evenly_leaves_nothing_for_a_loser() -> None:
    hole = {"Alice": "AsKh", "Ted": "AdKc", "Bob": "4c4d"}
    hand = play(deal(HOME, 4, hole=hole, board="Ah9s8d7c2d"), "Ted raise 30, Alice call, Bob call, Carol fold")
    assert won(check_down(hand)) == {"Alice": 55, "Ted": 55}


def test_every_live_player_shows() -> None:
    assert showing(check_down(on_the_flop())) == "Bob Carol Ted Alice"
