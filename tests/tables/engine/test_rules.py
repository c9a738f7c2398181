"""Test which rules can be played, how they are stored, and what the opener of a table may choose."""

import dataclasses
import json
from typing import Any

import pytest

from tables.engine.rulebooks import RULEBOOKS, rules_for
from tables.engine.rules import (
    MOST_CHIPS,
    AnteFrom,
    Betting,
    OddChips,
    Reveal,
    Rules,
    RulesError,
    ShortAllIn,
)
from tests.tables.engine.tables import CASH, CONTEST, DUEL, HOME, QUEUE, deal, legal

FIXED = rules_for("cash", betting="fixed_limit")


@pytest.mark.parametrize(
    ("rules", "option", "change"),
    [
        (CASH, "players_least", {"players_least": 1}),
        (CASH, "players_most", {"players_most": 11}),
        (CASH, "players_most", {"players_least": 6, "players_most": 5}),
        (CASH, "rulebook", {"rulebook": ""}),
        (CASH, "big_blind", {"big_blind": 0}),
        (CASH, "big_blind", {"big_blind": MOST_CHIPS + 1}),
        (CASH, "small_blind", {"small_blind": 101}),
        (CASH, "small_blind", {"small_blind": -1}),
        (CASH, "ante", {"ante": -1}),
        (CASH, "ante", {"ante": MOST_CHIPS + 1}),
        (CASH, "bet_least", {"bet_least": 101}),
        (CASH, "raise_least", {"raise_least": 101}),
        (CASH, "raise_cap", {"raise_cap": -1}),
        (CASH, "bet_cap", {"bet_cap": 1}),
        (CASH, "cap_counts_big_blind", {"cap_counts_big_blind": True}),
        (CASH, "ante_from", {"ante_from": AnteFrom.BIG_BLIND}),
        (QUEUE, "big_blind", {"big_blind": 30}),
        (QUEUE, "small_blind", {"small_blind": 0}),
        (QUEUE, "ante", {"ante": 5}),
        (QUEUE, "raise_least", {"raise_least": 5}),
        (QUEUE, "short_all_in", {"short_all_in": ShortAllIn.CLOSES}),
        (QUEUE, "cap_counts_bets", {"cap_counts_bets": True}),
        (CONTEST, "bet_least", {"bet_least": 5}),
        (CONTEST, "short_all_in", {"short_all_in": ShortAllIn.COUNTS_AS_RAISE}),
        (CONTEST, "cap_counts_bets", {"cap_counts_bets": True}),
        (FIXED, "bet_least", {"bet_least": 50}),
        (FIXED, "short_all_in", {"short_all_in": ShortAllIn.REOPENS}),
    ],
)
def test_an_impossible_combination_names_the_option(rules: Rules, option: str, change: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as caught:
        dataclasses.replace(rules, **change)
    assert caught.value.option == option
    assert caught.value.sentence


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("rulebook", 5),
        ("betting", "no_limit"),
        ("small_blind", True),
        ("small_blind", 50.0),
        ("big_blind", "100"),
        ("ante", None),
        ("cap_counts_bets", 1),
        ("burns", [True, True, True]),
        ("burns", (True, True)),
        ("burns", (1, 1, 1)),
        ("reveal", "live"),
    ],
)
def test_a_value_of_the_wrong_type_names_the_option(option: str, value: Any) -> None:
    with pytest.raises(RulesError) as caught:
        dataclasses.replace(CASH, **{option: value})
    assert caught.value.option == option


def test_a_queue_without_a_raise_cap_is_refused_or_has_none() -> None:
    """The cap 0 means none, as the field says; so such rules are refused or have no cap at all."""
    try:
        uncapped = dataclasses.replace(QUEUE, raise_cap=0)
    except RulesError:
        return
    assert legal(deal(uncapped, 4)).raise_ == (30, 30)


@pytest.mark.parametrize("rules", [CASH, HOME, DUEL, CONTEST, QUEUE, FIXED], ids=lambda rules: rules.rulebook)
def test_rules_are_read_back_from_json_unchanged(rules: Rules) -> None:
    assert Rules.from_json(json.loads(json.dumps(rules.to_json()))) == rules


def test_the_json_of_rules_never_changes() -> None:
    assert json.dumps(HOME.to_json()) == (
        '{"version": 1, "rulebook": "home", "betting": "no_limit", "small_blind": 10, "big_blind": 20,'
        ' "players_least": 2, "players_most": 10, "ante": 0, "ante_from": "everyone", "blind_growth": "none",'
        ' "bet_least": 1, "raise_least": 1, "raise_cap": 0, "bet_cap": 0, "cap_counts_bets": false,'
        ' "cap_counts_big_blind": false, "short_all_in": "reopens", "odd_chips": "first_unfolded",'
        ' "burns": [true, true, true], "reveal": "losers_may_muck", "heads_up_small_blind": "button"}'
    )


@pytest.mark.parametrize(
    ("option", "change"),
    [
        ("version", {"version": 2}),
        ("version", {"version": None}),
        ("version", {"version": True}),
        ("colour", {"colour": "red"}),
        ("betting", {"betting": "spread_limit"}),
        ("betting", {"betting": 3}),
        ("betting", {"betting": ["no_limit"]}),
        ("burns", {"burns": "yes"}),
        ("burns", {"burns": [True, True, 1]}),
        ("big_blind", {"big_blind": "100"}),
    ],
)
def test_a_wrong_record_names_the_option(option: str, change: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_json({**CASH.to_json(), **change})
    assert caught.value.option == option


def test_a_record_must_be_complete() -> None:
    record = CASH.to_json()
    del record["reveal"]
    with pytest.raises(RulesError, match="reveal: is missing"):
        Rules.from_json(record)


@pytest.mark.parametrize("record", [None, [], "rules", {}])
def test_a_value_that_is_no_record_is_refused_by_its_version(record: Any) -> None:
    with pytest.raises(RulesError, match="version"):
        Rules.from_json(record)


@pytest.mark.parametrize(
    ("rulebook", "blinds"),
    [("cash", (50, 100)), ("home", (10, 20)), ("duel", (50, 100)), ("contest", (10, 20)), ("queue", (10, 20))],
)
def test_the_usual_blinds_of_each_rulebook(rulebook: str, blinds: tuple[int, int]) -> None:
    rules = rules_for(rulebook)
    assert (rules.small_blind, rules.big_blind) == blinds
    assert RULEBOOKS[rulebook].rules == rules


def test_an_unknown_rulebook_is_refused_with_a_list_of_the_known_ones() -> None:
    with pytest.raises(RulesError, match="rulebook: choose one of cash, home, duel, contest, queue"):
        rules_for("omaha")


@pytest.mark.parametrize(
    ("rulebook", "option", "value"),
    [
        ("cash", "odd_chips", "first_unfolded"),
        ("cash", "raise_cap", 3),
        ("cash", "betting", "doubling"),
        ("cash", "reveal", "everyone"),
        ("cash", "colour", "red"),
        ("home", "betting", "pot_limit"),
        ("home", "ante", 5),
        ("duel", "small_blind", 10),
        ("contest", "big_blind", 40),
        ("contest", "players_least", 2),
        ("queue", "big_blind", 50),
        ("queue", "players_most", 12),
        ("cash", "small_blind", "50"),
        ("cash", "ante_from", "button"),
    ],
)
def test_a_choice_that_a_rulebook_does_not_leave_names_the_option(rulebook: str, option: str, value: Any) -> None:
    with pytest.raises(RulesError) as caught:
        rules_for(rulebook, **{option: value})
    assert caught.value.option == option


@pytest.mark.parametrize("rulebook", ["cash", "home", "queue"])
@pytest.mark.parametrize("small_blind", [-5, MOST_CHIPS])
def test_an_impossible_small_blind_is_named_and_not_the_big_blind_that_follows(rulebook: str, small_blind: int) -> None:
    with pytest.raises(RulesError) as caught:
        rules_for(rulebook, small_blind=small_blind)
    assert caught.value.option == "small_blind"


def test_the_big_blind_is_twice_the_small_blind_unless_chosen() -> None:
    assert rules_for("cash", small_blind=5).big_blind == 10
    assert rules_for("cash", small_blind=5, big_blind=15).big_blind == 15
    assert rules_for("queue", small_blind=25).big_blind == 50


def test_fixed_limit_has_a_cap_of_four_bets() -> None:
    assert (FIXED.raise_cap, FIXED.cap_counts_bets, FIXED.cap_counts_big_blind) == (4, True, True)
    assert rules_for("cash", betting=Betting.FIXED_LIMIT) == FIXED
    assert rules_for("cash").raise_cap == 0


def test_losers_may_muck_if_the_table_chooses_it() -> None:
    assert rules_for("cash", reveal="losers_may_muck").reveal is Reveal.LOSERS_MAY_MUCK


def test_odd_chips_of_each_rulebook() -> None:
    ways = {name: book.rules.odd_chips for name, book in RULEBOOKS.items()}
    assert ways.pop("home") is OddChips.FIRST_UNFOLDED
    assert set(ways.values()) == {OddChips.ONE_EACH}


def test_rules_are_immutable_values() -> None:
    assert rules_for("cash") == CASH
    assert hash(rules_for("cash")) == hash(CASH)
    with pytest.raises(dataclasses.FrozenInstanceError):
        CASH.ante = 5  # type: ignore[misc]
