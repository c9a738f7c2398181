"""Test the benchmark of seed 000: 50/100, four raises a street, an all-in always counts as one, no burns."""

import pytest

from tables.engine.cards import DECK, cards_text
from tables.engine.events import DealtBoard
from tables.engine.hand import HandState
from tables.engine.opening import Opening
from tables.engine.rejection import Refusal
from tables.engine.rulebooks import RULEBOOKS
from tests.tables.engine.tables import (
    BOARD_PLAYS,
    DRY_BOARD,
    DUEL,
    best_first,
    bets,
    check_down,
    deal,
    legal,
    net,
    of_kind,
    play,
    refusal,
    showing,
    turn,
    waiting,
    won,
)

STACK = 20_000
LIMPED = "Alice call, Bob check"


def duel(players: int = 2, **stacks: int) -> HandState:
    return deal(DUEL, players, stack=STACK, having=stacks)


def test_everybody_begins_every_hand_with_20000() -> None:
    book = RULEBOOKS["duel"]
    assert (book.stack, book.stack_is_fixed, book.every_hand_from_scratch) == (STACK, True, True)


def test_the_small_blind_acts_first_before_the_flop_and_the_big_blind_after_it() -> None:
    hand = duel()
    assert bets(hand) == {"Alice": 50, "Bob": 100}
    assert waiting(hand) == "Alice Bob"
    assert waiting(play(hand, LIMPED)) == "Bob Alice"


def test_with_six_players_the_third_acts_first_before_the_flop_and_the_small_blind_after_it() -> None:
    hand = duel(6)
    assert waiting(hand) == "Ted Erin Frank Alice Bob Carol"
    hand = play(hand, "Ted call, Erin call, Frank call, Alice call, Bob call, Carol check")
    assert waiting(hand) == "Bob Carol Ted Erin Frank Alice"


def test_the_next_live_player_acts_first_if_the_small_blind_folded() -> None:
    hand = play(duel(6), "Ted call, Erin call, Frank call, Alice call, Bob fold, Carol check")
    assert turn(hand) == "Carol"


def test_no_card_is_burnt() -> None:
    opening = Opening.make(DUEL, seats=[1, 2], stacks=[STACK, STACK], button=1, deck=DECK)
    hand = check_down(play(HandState.deal(opening), LIMPED))
    assert "".join([cards_text(event.cards) for event in of_kind(hand, DealtBoard)]) == "3c3d3h3s4c"


@pytest.mark.parametrize(
    ("moves", "least"),
    [
        ("", 200),
        ("Alice call", 200),
        ("Alice raise 350", 600),
        ("Alice raise 200", 300),
        ("Alice raise 200, Bob raise 700", 1_200),
    ],
)
def test_the_least_raise_is_by_the_big_blind_or_the_raise_before(moves: str, least: int) -> None:
    hand = duel()
    assert legal(play(hand, moves) if moves else hand).raise_ == (least, STACK)


def test_the_least_bet_is_the_big_blind() -> None:
    hand = play(duel(), LIMPED)
    assert legal(hand).bet == (100, STACK - 100)
    assert legal(play(hand, "Bob bet 250")).raise_ == (500, STACK - 100)


def test_a_raise_below_the_least_is_refused() -> None:
    assert refusal(play(duel(), "Alice raise 350"), "Bob raise 599").code is Refusal.RAISE_TOO_SMALL


def test_a_street_has_four_raises_and_blinds_do_not_count() -> None:
    hand = play(duel(), "Alice raise 200, Bob raise 300, Alice raise 400")
    assert legal(hand).raise_ == (500, STACK)
    rejection = refusal(play(hand, "Bob raise 500"), "Alice raise 600")
    assert (rejection.code, rejection.numbers) == (Refusal.RAISES_USED_UP, {"cap": 4})


def test_a_bet_is_the_first_of_the_four_raises() -> None:
    hand = play(duel(), f"{LIMPED}, Bob bet 100, Alice raise 200, Bob raise 300, Alice raise 400")
    assert legal(hand).raise_ is None
    assert legal(hand).call == 100


def test_the_four_raises_are_made_by_all_players_together() -> None:
    hand = play(duel(6), "Ted raise 200, Erin raise 300, Frank raise 400, Alice raise 500")
    assert refusal(hand, "Bob raise 600").code is Refusal.RAISES_USED_UP


def test_every_street_has_its_own_four_raises() -> None:
    hand = play(duel(), "Alice raise 200, Bob raise 300, Alice raise 400, Bob raise 500, Alice call")
    assert legal(hand).bet == (100, STACK - 500)


def test_nobody_may_go_all_in_above_the_price_after_four_raises() -> None:
    hand = play(duel(), "Alice raise 200, Bob raise 300, Alice raise 400, Bob raise 500")
    assert legal(hand).all_in is None
    assert refusal(hand, "Alice all-in").code is Refusal.RAISES_USED_UP


def test_a_player_who_cannot_afford_the_least_raise_may_raise_all_in() -> None:
    hand = play(duel(3, Bob=500), "Alice raise 350")
    assert (legal(hand).raise_, legal(hand).all_in) == ((500, 500), 500)


def test_a_short_all_in_counts_as_a_raise() -> None:
    hand = play(duel(3, Bob=450), "Alice raise 200, Bob raise 300, Carol raise 400, Alice call, Bob all-in")
    assert refusal(hand, "Carol raise 1000").code is Refusal.RAISES_USED_UP
    assert legal(hand).call == 50


def test_a_short_all_in_reopens_the_betting() -> None:
    hand = play(duel(3, Bob=450), "Alice raise 350, Bob all-in, Carol call")
    assert (turn(hand), legal(hand).call, legal(hand).raise_) == ("Alice", 100, (550, STACK))


def test_the_least_raise_after_a_short_all_in_is_at_least_by_the_big_blind() -> None:
    hand = play(duel(3, Bob=380), "Alice raise 350, Bob all-in")
    assert legal(hand).raise_ == (480, STACK)


def test_an_all_in_bet_below_the_big_blind_counts_as_a_raise_too() -> None:
    hand = play(duel(3, Bob=140), "Alice call, Bob call, Carol check, Bob all-in, Carol raise 140, Alice raise 240")
    assert legal(hand).raise_ == (340, STACK - 100)
    assert refusal(play(hand, "Carol raise 340"), "Alice raise 440").code is Refusal.RAISES_USED_UP


def test_an_all_in_call_is_no_raise() -> None:
    hand = play(duel(3, Bob=250), "Alice raise 350, Bob all-in")
    assert legal(hand).raise_ == (600, STACK)


def test_a_fold_before_the_flop_loses_the_small_blind() -> None:
    assert net(play(duel(), "Alice fold")) == {"Alice": -50, "Bob": 50}


def test_an_all_in_that_is_called_deals_the_rest_of_the_board_at_once() -> None:
    hand = deal(DUEL, 2, stack=STACK, hole=best_first("Bob Alice"), board=DRY_BOARD)
    hand = play(hand, "Alice all-in, Bob call")
    assert hand.over
    assert net(hand) == {"Alice": -STACK, "Bob": STACK}


def test_both_show_at_the_showdown_and_nobody_after_a_fold() -> None:
    assert showing(check_down(play(duel(), LIMPED))) == "Bob Alice"
    assert showing(play(duel(), "Alice fold")) == ""


def test_a_tie_is_split_and_the_odd_chip_goes_to_the_winner_left_of_the_button() -> None:
    hand = play(deal(DUEL, 3, stack=STACK, board=BOARD_PLAYS), "Alice raise 225, Bob call, Carol call")
    hand = check_down(play(hand, "Bob bet 100, Carol fold, Alice call"))
    assert won(hand) == {"Bob": 438, "Alice": 437}
