"""Test blinds and ante from the next hand on, the clock from the next turn on, and the buy-in from now on."""

import pytest

from accounts.models import User
from tables.core.refusals import Refused
from tables.hosting import rule_changes
from tables.models import Table
from tables.play import seating
from tests.tables.helpers import Clock, act, fold_out, fresh, hand_of, open_table, seat_of, seat_people
from tests.tables.host_verbs import ask

pytestmark = pytest.mark.django_db


def blinds(table: Table) -> tuple[int, int, int]:
    rules = fresh(table).played_by
    return rules.small_blind, rules.big_blind, rules.ante


@pytest.mark.differs_on_services("JSON of the rules to come")
def test_the_next_hand_has_the_new_blinds(dealt: Table, alice: User, clock: Clock) -> None:
    assert ask(dealt, alice, "set_blinds") == ""
    assert blinds(dealt) == (50, 100, 0)
    fold_out(dealt)
    clock.run_due(dealt)
    assert blinds(dealt) == (100, 200, 10)
    assert (hand_of(dealt).number, hand_of(dealt).rules["big_blind"]) == (2, 200)
    assert fresh(dealt).next_rules is None


def test_blinds_set_between_hands_hold_from_the_next_hand(dealt: Table, alice: User, clock: Clock) -> None:
    fold_out(dealt)
    ask(dealt, alice, "set_blinds")
    assert blinds(dealt) == (50, 100, 0)
    clock.run_due(dealt)
    assert hand_of(dealt).rules["big_blind"] == 200


def test_blinds_change_at_once_at_a_sleeping_table(table: Table, alice: User) -> None:
    ask(table, alice, "set_blinds")
    assert blinds(table) == (100, 200, 10)


def test_a_paused_table_shows_the_blinds_to_come(dealt: Table, alice: User, clock: Clock) -> None:
    ask(dealt, alice, "set_blinds")
    ask(dealt, alice, "pause")
    fold_out(dealt)
    clock.run_due(dealt)
    assert blinds(dealt) == (100, 200, 10)


@pytest.mark.differs_on_services("JSON of the rules to come")
def test_blinds_can_be_set_back_during_the_hand(dealt: Table, alice: User, clock: Clock) -> None:
    ask(dealt, alice, "set_blinds")
    ask(dealt, alice, "set_blinds", small_blind="50", big_blind="100", ante="0")
    assert fresh(dealt).next_rules is None


def test_the_other_rules_stay(alice: User) -> None:
    table = open_table(alice, options={"betting": "pot_limit", "ante": 10, "ante_from": "button", "players_most": 5})
    rule_changes.set_blinds(table.pk, alice, small_blind=25, big_blind=75, ante=20)
    assert fresh(table).rules == {**table.rules, "small_blind": 25, "big_blind": 75, "ante": 20}
    rule_changes.set_blinds(table.pk, alice, small_blind=25, big_blind=75)
    assert fresh(table).rules == {**table.rules, "small_blind": 25, "big_blind": 75, "ante": 0, "ante_from": "everyone"}


def test_in_a_queue_the_big_blind_is_twice_the_small_one(alice: User, bob: User, clock: Clock) -> None:
    table = open_table(alice, rulebook="queue", buy_in_least=400, buy_in_most=2_000)
    rule_changes.set_blinds(table.pk, alice, small_blind=20, big_blind=0)
    assert blinds(table) == (20, 40, 0)
    with pytest.raises(Refused, match="no ante"):
        rule_changes.set_blinds(table.pk, alice, small_blind=20, big_blind=0, ante=5)
    seat_people(table, [alice, bob], chips=1_000)
    clock.run_due(table)
    assert hand_of(table).rules["big_blind"] == 40


@pytest.mark.parametrize(
    ("small", "big", "ante", "why"),
    [
        (200, 100, 0, "small blind can be at most"),
        (50, 0, 0, "from 1 to 1,000,000"),
        (50, 100, 101, "ante can be at most"),
        (50, 5_000, 0, "least buy-in is 4,000"),
        (1, 10**12, 0, "from 1 to 1,000,000"),
    ],
)
def test_impossible_blinds_are_refused(dealt: Table, alice: User, small: int, big: int, ante: int, why: str) -> None:
    with pytest.raises(Refused, match=why):
        rule_changes.set_blinds(dealt.pk, alice, small_blind=small, big_blind=big, ante=ante)
    assert (blinds(dealt), fresh(dealt).next_rules) == ((50, 100, 0), None)


def test_a_rulebook_may_fix_the_blinds(alice: User) -> None:
    table = open_table(alice, rulebook="duel")
    with pytest.raises(Refused, match="fix the blinds"):
        rule_changes.set_blinds(table.pk, alice, small_blind=1, big_blind=2)


def test_the_clock_changes_from_the_next_turn_on(three: Table, alice: User, clock: Clock) -> None:
    ask(three, alice, "set_clock")
    assert clock.reach(three) == 20
    act(three, alice, "call")
    assert clock.reach(three) == 60


@pytest.mark.parametrize("seconds", [0, 4, 301])
def test_seconds_out_of_range_are_refused(three: Table, alice: User, seconds: int) -> None:
    with pytest.raises(Refused, match="from 5 to 300"):
        rule_changes.set_clock(three.pk, alice, seconds=seconds)


def test_buy_in_limits_hold_for_new_players(seated: Table, alice: User, carol: User) -> None:
    ask(seated, alice, "set_limits")
    with pytest.raises(Refused, match="from 5,000 to 30,000"):
        seating.sit_down(seated.pk, carol, number=3, chips=4_000)
    seating.sit_down(seated.pk, carol, number=3, chips=30_000)


def test_a_lower_limit_takes_no_chips_away(dealt: Table, alice: User, bob: User) -> None:
    seating.top_up(dealt.pk, bob, 5_000)
    rule_changes.set_limits(dealt.pk, alice, least=1_000, most=2_000)
    fold_out(dealt)
    assert seat_of(dealt, bob).stack == 10_050


@pytest.mark.parametrize(("least", "most"), [(50, 2_000), (5_000, 4_000), (1_000, 10**12)])
def test_impossible_limits_are_refused(dealt: Table, alice: User, least: int, most: int) -> None:
    with pytest.raises(Refused):
        rule_changes.set_limits(dealt.pk, alice, least=least, most=most)
    assert (fresh(dealt).buy_in_least, fresh(dealt).buy_in_most) == (4_000, 20_000)


def test_limits_must_fit_the_blinds_to_come(dealt: Table, alice: User) -> None:
    ask(dealt, alice, "set_blinds")
    with pytest.raises(Refused, match="one big blind, 200"):
        rule_changes.set_limits(dealt.pk, alice, least=150, most=2_000)
