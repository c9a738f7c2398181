"""Test the most that a raise may be to: the highest bet and the pot as it would be after a call."""

import pytest

from tables.engine.rejection import Refusal
from tables.engine.rulebooks import rules_for
from tests.tables.engine.tables import deal, legal, play, refusal, turn

POT_LIMIT = rules_for("cash", betting="pot_limit")
CALLED = "Ted call, Alice call, Bob call, Carol check"


@pytest.mark.parametrize(
    ("moves", "bounds"),
    [
        ("", (200, 350)),
        ("Ted call", (200, 450)),
        ("Ted fold", (200, 350)),
        ("Ted raise 350", (600, 1_200)),
        ("Ted raise 350, Alice fold", (600, 1_150)),
        ("Ted raise 350, Alice fold, Bob fold", (600, 1_100)),
    ],
)
def test_the_largest_raise_before_the_flop_is_by_the_pot(moves: str, bounds: tuple[int, int]) -> None:
    hand = deal(POT_LIMIT, 4)
    assert legal(play(hand, moves) if moves else hand).raise_ == bounds


@pytest.mark.parametrize(
    ("moves", "most"),
    [("Bob bet 400", 1_600), ("Bob bet 200", 1_000), ("Bob bet 400, Carol raise 1600", 5_600)],
)
def test_the_largest_raise_after_the_flop_is_by_the_pot(moves: str, most: int) -> None:
    bounds = legal(play(play(deal(POT_LIMIT, 4), CALLED), moves)).raise_
    assert bounds is not None
    assert bounds.most == most


def test_the_largest_bet_is_the_pot() -> None:
    assert legal(play(deal(POT_LIMIT, 4), CALLED)).bet == (100, 400)


def test_the_largest_raise_heads_up_is_by_the_pot() -> None:
    assert legal(deal(POT_LIMIT, 2)).raise_ == (200, 300)


def test_antes_count_for_the_largest_bet_and_raise() -> None:
    antes = rules_for("cash", betting="pot_limit", ante=10)
    hand = deal(antes, 4)
    assert legal(hand).raise_ == (200, 390)
    assert legal(play(hand, CALLED)).bet == (100, 440)


def test_an_ante_paid_for_all_counts_for_the_largest_raise() -> None:
    antes = rules_for("cash", betting="pot_limit", ante=100, ante_from="big_blind")
    assert legal(deal(antes, 4)).raise_ == (200, 450)


def test_a_short_big_blind_counts_for_the_largest_raise_with_the_chips_it_has() -> None:
    assert legal(deal(POT_LIMIT, 4, Carol=30)).raise_ == (200, 280)


def test_a_posted_blind_counts_for_the_largest_raise() -> None:
    assert legal(deal(POT_LIMIT, 5, posts={"Erin": 100})).raise_ == (200, 450)


def test_a_raise_by_more_than_the_pot_is_refused() -> None:
    rejection = refusal(deal(POT_LIMIT, 4), "Ted raise 351")
    assert (rejection.code, rejection.numbers) == (Refusal.RAISE_TOO_LARGE, {"most": 350})


def test_an_all_in_above_the_pot_is_refused() -> None:
    hand = deal(POT_LIMIT, 4)
    assert legal(hand).all_in is None
    assert refusal(hand, "Ted all-in").code is Refusal.ALL_IN_TOO_LARGE


def test_an_all_in_within_the_pot_is_allowed() -> None:
    assert legal(deal(POT_LIMIT, 4, Ted=350)).all_in == 350
    assert legal(deal(POT_LIMIT, 4, Ted=150)).raise_ == (150, 150)


def test_an_all_in_to_call_is_allowed_whatever_the_pot() -> None:
    hand = play(deal(POT_LIMIT, 4, Alice=300), "Ted raise 350")
    assert (legal(hand).call, legal(hand).all_in, legal(hand).raise_) == (300, 300, None)


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    hand = play(deal(POT_LIMIT, 4, Alice=500), "Ted raise 350, Alice all-in, Bob fold, Carol call")
    assert (turn(hand), legal(hand).call, legal(hand).raise_) == ("Ted", 150, None)


def test_the_largest_raise_over_an_all_in_below_the_big_blind_is_by_the_pot() -> None:
    hand = play(play(deal(POT_LIMIT, 4, Bob=160), CALLED), "Bob all-in")
    assert legal(hand).raise_ == (160, 60 + 400 + 60 + 60)
