"""Test milli-big-blinds per hand and their 95 % interval."""

import random
from statistics import stdev

import pytest

from tables.formats.scoring import Score


def test_a_thousandth_of_a_big_blind_per_hand_is_one_mbb() -> None:
    assert Score(hands=1000, net=100).mbb_per_hand(100) == 1.0
    assert Score(hands=4, net=-200).mbb_per_hand(100) == -500.0


def test_too_few_observations_give_no_score() -> None:
    assert Score().mbb_per_hand(100) is None
    assert Score.of([50]).interval(100) is None
    assert Score.of_deals([[50, -50]]).interval(100) is None


def test_the_interval_is_that_of_the_mean() -> None:
    nets = [100, -50, 0, 200, -250, 300]
    expected = 1000 / 100 * 1.96 * stdev(nets) / len(nets) ** 0.5
    assert Score.of(nets).interval(100) == pytest.approx(expected)


def test_equal_results_give_an_interval_of_zero() -> None:
    assert Score.of([70] * 9).interval(100) == 0.0


def test_hands_with_the_same_deck_are_one_observation() -> None:
    """Luck that cancels within a deal does not widen the interval."""
    deals = [[5000, -4900], [-300, 420], [80, 0]]
    score = Score.of_deals(deals)
    assert (score.hands, score.net, score.observations) == (6, 300, 3)
    assert score.interval(100) == pytest.approx(10 * 1.96 * stdev([100, 120, 80]) * 3**0.5 / 6)
    assert (score.interval(100) or 0) < (Score.of(net for deal in deals for net in deal).interval(100) or 0) / 10


def test_scores_add_up() -> None:
    assert Score.of([1, 2]) + Score.of([-3]) == Score.of([1, 2, -3])
    assert Score.of_deals([[1, 2]]) + Score.of([4, 5]) == Score(4, 12, 9 + 16 + 25, 3)


def test_about_95_of_100_intervals_contain_the_true_mean() -> None:
    drawn = random.Random(7)
    held = 0
    for _ in range(1000):
        score = Score.of(round(drawn.gauss(30, 900)) for _ in range(60))
        held += abs((score.mbb_per_hand(100) or 0) - 300) <= (score.interval(100) or 0)
    assert 920 <= held <= 975
