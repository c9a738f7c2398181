"""Test that house bots play as their names say, counted over hundreds of hands; clients of the duel know the names."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

import pytest

from tables.engine.opening import SeatNumber
from tables.house import HOUSE_BOTS
from tests.tables.engine.tables import CASH, deal, play
from tests.tables.house.test_house_bots import Decision, decisions, even_table, play_out, shuffled

TABLES: Final = (
    ("TightPassive", "TightAggressive", "LoosePassive", "LooseAggressive", "HotheadManiac", "ScaredLimper"),
    ("TightPassive", "CandidStatistician", "LoosePassive", "RandomGambler", "Evenhand", "TightAggressive"),
)
HANDS: Final = 300
RAISES: Final = ("bet", "raise")


class Habits(NamedTuple):
    """Holds shares of hands, and the ratio of raises to calls."""

    vpip: float
    """The share of hands in which chips were put in by choice before the flop."""
    pfr: float
    """The share of hands in which the bot raised before the flop."""
    aggression: float
    """Bets and raises for each call, after the flop."""


@cache
def measured() -> dict[str, Habits]:
    counts: dict[str, Counter[str]] = {name: Counter() for table in TABLES for name in table}
    for number, table in enumerate(TABLES):
        for done in _hands(table, random.Random(number)):
            _count(counts, table, done)
    return {name: _habits(count) for name, count in counts.items()}


def _hands(table: tuple[str, ...], chance: random.Random) -> Iterator[list[Decision]]:
    seats = dict(zip(map(SeatNumber, range(6)), table, strict=True))
    for number in range(HANDS):
        yield list(play_out(even_table(CASH, 6, shuffled(chance), button=number % 6), seats, chance))


def _count(counts: dict[str, Counter[str]], table: tuple[str, ...], done: list[Decision]) -> None:
    for name in table:
        own = [one for one in done if one.style == name]
        early = {one.verb for one in own if one.preflop}
        counts[name].update(hands=1, played=bool(early & {"call", *RAISES}), opened=bool(early & {*RAISES}))
        counts[name].update([one.verb for one in own if not one.preflop])


def _habits(count: Counter[str]) -> Habits:
    hands = count["hands"]
    return Habits(count["played"] / hands, count["opened"] / hands, (count["bet"] + count["raise"]) / count["call"])


def habits(name: str) -> Habits:
    return measured()[name]


@pytest.mark.parametrize("tight", ["TightPassive", "TightAggressive"])
@pytest.mark.parametrize("loose", ["LoosePassive", "LooseAggressive", "HotheadManiac", "RandomGambler"])
def test_loose_bots_play_many_more_hands_than_tight_ones(tight: str, loose: str) -> None:
    assert habits(tight).vpip < 0.33
    assert habits(loose).vpip > 1.4 * habits(tight).vpip


@pytest.mark.parametrize("passive", ["TightPassive", "LoosePassive", "ScaredLimper"])
@pytest.mark.parametrize("aggressive", ["TightAggressive", "LooseAggressive", "HotheadManiac"])
def test_aggressive_bots_raise_and_passive_ones_call(passive: str, aggressive: str) -> None:
    assert habits(aggressive).pfr > 0.7 * habits(aggressive).vpip
    assert habits(passive).pfr < 0.35 * habits(passive).vpip
    assert habits(aggressive).aggression > 1.5 > habits(passive).aggression


def test_maniac_raises_most_and_by_most() -> None:
    others = [name for name in measured() if name != "HotheadManiac"]
    assert all(habits("HotheadManiac").pfr > habits(name).pfr for name in others)
    hand = deal(CASH, 6, hole={"Ted": "KsKd"})
    raises = {name: max(to or 0 for _, to in decisions(hand, name)) for name in ("HotheadManiac", "LooseAggressive")}
    assert raises["HotheadManiac"] > 1.4 * raises["LooseAggressive"]


def test_limper_calls_the_blind_with_many_hands_and_folds_them_to_a_raise() -> None:
    limps = deal(CASH, 3, hole={"Alice": "Jd8c"})
    assert [verb for verb, _ in decisions(limps, "ScaredLimper")].count("call") > 30
    raised = play(deal(CASH, 3, hole={"Bob": "Jd8c"}), "Alice raise 500")
    assert [verb for verb, _ in decisions(raised, "ScaredLimper")].count("fold") > 30
    assert habits("ScaredLimper").pfr < 0.04


def test_statistician_bets_by_the_value_of_the_cards() -> None:
    middling = play(deal(CASH, 2, hole={"Alice": "8dJc"}, board="Kh8c3s"), "Alice call, Bob check, Bob check")
    best = play(deal(CASH, 2, hole={"Alice": "KcKd"}, board="Kh8c3s"), "Alice call, Bob check, Bob check")
    small = [to or 0 for _, to in decisions(middling, "CandidStatistician")]
    large = [to or 0 for _, to in decisions(best, "CandidStatistician")]
    assert max(small) < min(large)


def test_statistician_never_bluffs_and_calls_with_the_right_odds() -> None:
    hand = play(deal(CASH, 2, hole={"Alice": "7h2c"}, board="AsKdQs9c5d"), "Alice call, Bob check, Bob check")
    assert {verb for verb, _ in decisions(hand, "CandidStatistician")} == {"check"}
    draw = deal(CASH, 2, hole={"Alice": "AhQc"}, board="Ts8d3c")
    draw = play(draw, "Alice call, Bob check, Bob bet 100")
    assert {verb for verb, _ in decisions(draw, "CandidStatistician")} <= {"call", "raise"}


def test_gambler_varies_with_the_same_cards() -> None:
    hand = play(deal(CASH, 2, hole={"Alice": "Th9c"}, board="Ts8d3c"), "Alice call, Bob check, Bob bet 200")
    done = Counter([verb for verb, _ in decisions(hand, "RandomGambler", 60)])
    assert min(done["call"], done["raise"]) > 5
    trash = play(deal(CASH, 2, hole={"Alice": "7h2c"}, board="AsKdQs"), "Alice call, Bob check, Bob bet 200")
    assert 2 < [verb for verb, _ in decisions(trash, "RandomGambler", 60)].count("fold") < 58


def test_evenhand_plays_as_strong_players_do() -> None:
    """Expect few hands against five, most of them with a raise, and more raises than calls later on."""
    own = habits("Evenhand")
    assert 0.15 < own.vpip < 0.4
    assert own.pfr > 0.5 * own.vpip
    assert own.aggression > 1


def test_all_promised_names_exist() -> None:
    promised = {"CallAgent", "RandomAgent", *TABLES[0], *TABLES[1], "caller", "tight", "loose", "random"}
    assert promised == {*HOUSE_BOTS}
    assert len(HOUSE_BOTS) == len(promised)
