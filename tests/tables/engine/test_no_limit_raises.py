"""Test how much may be bet and raised without a limit, and who may still raise after a short all-in (TDA 43, 47)."""

import pytest

from tables.engine.hand import HandState
from tables.engine.rejection import Refusal
from tests.tables.engine.tables import CASH, bets, deal, legal, play, refusal, turn, waiting

EVERYBODY_CALLS = "Ted call, Erin call, Alice call, Bob call, Carol check"


def on_the_flop(**stacks: int) -> HandState:
    """Lead five players to the flop, where Bob is the first to act; `stacks` are those that they have there."""
    before = {name: chips + 100 for name, chips in stacks.items()}
    return play(deal(CASH, 5, stack=5_100, having=before), EVERYBODY_CALLS)


def test_the_least_bet_is_the_big_blind() -> None:
    assert legal(on_the_flop()).bet == (100, 5_000)
    assert refusal(on_the_flop(), "Bob bet 99").code is Refusal.BET_TOO_SMALL


def test_the_least_first_raise_is_to_twice_the_big_blind() -> None:
    assert legal(deal(CASH, 5)).raise_ == (200, 10_000)


@pytest.mark.parametrize(
    ("moves", "least"),
    [
        ("Bob bet 100", 200),
        ("Bob bet 300", 600),
        ("Bob bet 300, Carol raise 800", 1_300),
        ("Bob bet 100, Carol raise 800, Ted raise 1500", 2_200),
        ("Bob bet 300, Carol raise 800, Ted call", 1_300),
    ],
)
def test_a_raise_is_by_at_least_the_last_bet_or_raise(moves: str, least: int) -> None:
    assert legal(play(on_the_flop(), moves)).raise_ == (least, 5_000)


def test_a_raise_before_the_flop_is_by_at_least_the_last_one() -> None:
    assert legal(play(deal(CASH, 5), "Ted raise 250")).raise_ == (400, 10_000)


def test_the_least_bet_is_the_big_blind_again_on_every_street() -> None:
    hand = play(deal(CASH, 2), "Alice raise 900, Bob call")
    assert legal(hand).bet == (100, 9_100)
    assert legal(play(hand, "Bob bet 100")).raise_ == (200, 9_100)


def test_there_is_no_cap_on_raises() -> None:
    hand = play(deal(CASH, 2, stack=100_000), "Alice call")
    for to in range(200, 4_200, 200):
        hand = play(hand, f"{turn(hand)} raise {to}")
    assert legal(hand).raise_ == (4_200, 100_000)


def test_a_raise_of_less_than_the_least_is_possible_only_all_in() -> None:
    hand = play(on_the_flop(Carol=500), "Bob bet 300")
    assert (legal(hand).raise_, legal(hand).all_in) == ((500, 500), 500)
    assert refusal(hand, "Carol raise 450").code is Refusal.RAISE_EXACTLY


def test_an_all_in_below_the_price_is_a_call_that_changes_nothing() -> None:
    hand = play(on_the_flop(Carol=200), "Bob bet 300, Carol all-in")
    assert hand.price == 300
    assert legal(hand).raise_ == (600, 5_000)
    assert waiting(hand) == "Ted Erin Alice"


def test_an_all_in_is_played_as_a_bet_a_raise_or_a_call() -> None:
    hand = play(on_the_flop(Bob=400, Carol=900, Ted=900), "Bob all-in, Carol all-in, Ted all-in")
    assert [move.verb for move in hand.moves[-3:]] == ["bet", "raise", "call"]


def test_a_short_all_in_does_not_reopen_the_betting_for_the_bettor() -> None:
    hand = play(on_the_flop(Carol=500), "Bob bet 300, Carol all-in, Ted call, Erin fold, Alice fold")
    assert (turn(hand), legal(hand).call, legal(hand).raise_, legal(hand).all_in) == ("Bob", 200, None, None)
    assert refusal(hand, "Bob raise 1000").code is Refusal.NOT_REOPENED
    assert refusal(hand, "Bob all-in").code is Refusal.NOT_REOPENED
    assert play(hand, "Bob call").street == "turn"


def test_a_short_all_in_does_not_reopen_the_betting_for_callers() -> None:
    hand = play(on_the_flop(Ted=500), "Bob bet 300, Carol call, Ted all-in, Erin fold, Alice call, Bob call")
    assert (turn(hand), legal(hand).call, legal(hand).raise_) == ("Carol", 200, None)


def test_a_short_all_in_must_be_called_by_everyone_still_in() -> None:
    hand = play(on_the_flop(Carol=500), "Bob bet 300, Carol all-in")
    assert (legal(hand).call, waiting(hand)) == (500, "Ted Erin Alice Bob")


def test_a_player_who_has_not_acted_must_raise_in_full_over_a_short_all_in() -> None:
    hand = play(on_the_flop(Carol=500), "Bob bet 300, Carol all-in")
    assert legal(hand).raise_ == (800, 5_000)
    hand = play(hand, "Ted raise 800, Erin fold, Alice fold")
    assert legal(hand).raise_ == (1_100, 5_000)


def test_a_full_raise_after_a_short_all_in_reopens_the_betting_for_everybody() -> None:
    hand = play(on_the_flop(Ted=500), "Bob bet 300, Carol call, Ted all-in, Erin raise 800, Alice fold")
    assert legal(hand).raise_ == (1_100, 5_000)
    assert legal(play(hand, "Bob fold")).raise_ == (1_100, 5_000)


def test_a_full_all_in_raise_reopens_the_betting() -> None:
    hand = play(on_the_flop(Carol=600), "Bob bet 300, Carol all-in, Ted call, Erin fold, Alice fold")
    assert legal(hand).raise_ == (900, 5_000)


def test_an_all_in_one_chip_short_of_a_full_raise_does_not_reopen() -> None:
    hand = play(on_the_flop(Carol=599), "Bob bet 300, Carol all-in, Ted call, Erin fold, Alice fold")
    assert legal(hand).raise_ is None


def test_short_all_ins_reopen_the_betting_for_a_player_who_faces_a_full_raise_in_all() -> None:
    hand = play(on_the_flop(Carol=500, Erin=650), "Bob bet 300, Carol all-in, Ted call, Erin all-in, Alice fold")
    assert (turn(hand), legal(hand).call, legal(hand).raise_) == ("Bob", 350, (950, 5_000))
    hand = play(hand, "Bob call")
    assert (turn(hand), legal(hand).call, legal(hand).raise_) == ("Ted", 150, None)


def test_a_raise_after_several_short_all_ins_reopens_the_betting_for_the_others_too() -> None:
    hand = play(on_the_flop(Carol=500, Erin=650), "Bob bet 300, Carol all-in, Ted call, Erin all-in, Alice fold")
    hand = play(hand, "Bob raise 950")
    assert (turn(hand), legal(hand).raise_) == ("Ted", (1_250, 5_000))


def test_three_short_all_ins_add_up_to_a_full_raise() -> None:
    hand = play(on_the_flop(Carol=500, Ted=650, Erin=800), "Bob bet 300, Carol all-in, Ted all-in, Erin all-in")
    assert legal(play(hand, "Alice call")).raise_ == (1_100, 5_000)


def test_short_all_ins_one_chip_below_a_full_raise_do_not_add_up() -> None:
    hand = play(on_the_flop(Carol=500, Ted=599), "Bob bet 300, Carol all-in, Ted all-in, Erin fold, Alice call")
    assert (turn(hand), legal(hand).raise_) == ("Bob", None)


def test_a_limper_facing_a_short_all_in_may_not_raise_but_the_big_blind_may() -> None:
    hand = play(deal(CASH, 5, Alice=150), "Ted call, Erin fold, Alice all-in, Bob fold")
    assert (turn(hand), legal(hand).call, legal(hand).raise_) == ("Carol", 50, (250, 10_000))
    hand = play(hand, "Carol call")
    assert (turn(hand), legal(hand).call, legal(hand).raise_) == ("Ted", 50, None)


def test_a_limper_facing_two_short_all_ins_that_add_up_may_raise() -> None:
    hand = play(deal(CASH, 5, Erin=150, Alice=200), "Ted call, Erin all-in, Alice all-in, Bob fold, Carol call")
    assert (turn(hand), legal(hand).raise_) == ("Ted", (300, 10_000))


def test_an_all_in_below_the_least_bet_sets_the_price() -> None:
    hand = play(on_the_flop(Bob=60), "Bob all-in")
    assert (hand.price, legal(hand).call) == (60, 60)
    assert legal(hand).raise_ == (160, 5_000)


def test_a_player_who_checked_may_not_raise_an_all_in_below_the_least_bet() -> None:
    hand = play(on_the_flop(Carol=60), "Bob check, Carol all-in, Ted call, Erin call, Alice fold")
    assert (turn(hand), legal(hand).call, legal(hand).raise_) == ("Bob", 60, None)
    assert refusal(hand, "Bob raise 160").code is Refusal.NOT_REOPENED


def test_a_player_who_checked_may_raise_when_short_all_ins_add_up_to_a_full_bet() -> None:
    hand = play(on_the_flop(Carol=60, Ted=110), "Bob check, Carol all-in, Ted all-in, Erin fold, Alice call")
    assert (turn(hand), legal(hand).call, legal(hand).raise_) == ("Bob", 110, (210, 5_000))


def test_a_player_who_checked_may_raise_after_a_full_raise_over_a_short_all_in() -> None:
    hand = play(on_the_flop(Carol=60), "Bob check, Carol all-in, Ted raise 160, Erin fold, Alice fold")
    assert (turn(hand), legal(hand).raise_) == ("Bob", (260, 5_000))


def test_a_player_who_checked_may_raise_a_full_bet() -> None:
    assert legal(play(on_the_flop(Alice=100), "Bob check, Carol check, Ted check, Erin check, Alice all-in")).raise_


def test_nobody_may_raise_when_nobody_can_answer() -> None:
    hand = play(on_the_flop(Carol=300), "Bob check, Carol all-in, Ted fold, Erin fold, Alice fold")
    assert (legal(hand).call, legal(hand).raise_, legal(hand).all_in) == (300, None, None)
    assert refusal(hand, "Bob all-in").code is Refusal.NOBODY_CAN_ANSWER


def test_an_all_in_for_exactly_the_call_is_a_call() -> None:
    hand = play(on_the_flop(Carol=300), "Bob bet 300, Carol all-in")
    assert hand.moves[-1].verb == "call"
    assert bets(hand) == {"Bob": 300, "Carol": 300}


def test_a_bet_may_be_the_whole_stack() -> None:
    hand = play(on_the_flop(), "Bob bet 5000")
    assert (legal(hand).call, legal(hand).raise_) == (5_000, None)


def test_a_player_with_less_than_a_call_is_refused_a_raise_for_lack_of_chips() -> None:
    assert legal(deal(CASH, 4, Ted=80)).no_raise is Refusal.NOT_ENOUGH_CHIPS
