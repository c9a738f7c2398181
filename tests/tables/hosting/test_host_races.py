"""Test simultaneous actions of two people: chips move once, and there is one owner."""

import pytest

from accounts.models import User
from tables.core.refusals import Refused
from tables.hosting import cohosts, people, rule_changes
from tables.models import Cohost, LedgerEntry, Table
from tables.play import lifecycle, seating
from tests.tables.helpers import act, assert_books_agree, fresh, hand_of, moment_of, purse, seat_people
from tests.tables.play.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.differs_on_services("row locks")]


def test_removed_while_standing_up(seated: Table, alice: User, bob: User) -> None:
    at_once(
        lambda: people.remove(seated.pk, alice, bob),
        lambda: seating.stand_up(seated.pk, bob),
        lambda: people.ban(seated.pk, alice, bob),
    )
    assert LedgerEntry.objects.filter(kind="cash_out", user=bob).count() == 1
    assert purse(bob) == 100_000
    assert_books_agree()


def test_removed_while_topping_up(seated: Table, alice: User, bob: User) -> None:
    at_once(lambda: people.remove(seated.pk, alice, bob), lambda: seating.top_up(seated.pk, bob, 5_000))
    assert not seated.seated.filter(user=bob).exists()
    assert purse(bob) == 100_000
    assert_books_agree()


def test_removed_while_the_hand_ends(dealt: Table, alice: User, bob: User) -> None:
    """Removal marks the seat before the hand ends and frees it after; the player is gone either way."""
    at_once(lambda: act(dealt, alice, "fold"), lambda: people.remove(dealt.pk, alice, bob))
    assert not dealt.seated.filter(user=bob).exists()
    assert purse(bob) == 100_050
    assert_books_agree()


def test_banned_while_sitting_down(table: Table, alice: User, bob: User) -> None:
    at_once(
        lambda: seating.sit_down(table.pk, bob, number=3, chips=5_000),
        lambda: people.ban(table.pk, alice, bob),
    )
    assert not table.seated.filter(user=bob).exists()
    assert_books_agree()


def test_handed_over_to_two_people(table: Table, alice: User, bob: User, carol: User) -> None:
    seat_people(table, [alice, bob, carol])
    outcomes = at_once(*[lambda user=user: cohosts.hand_over(table.pk, alice, user) for user in (bob, carol)])
    assert sum(outcome is None for outcome in outcomes) == 1
    assert fresh(table).owner in (bob, carol)
    assert Cohost.objects.get().user == alice


def test_handed_over_while_opening_the_last_table_that_is_allowed(seated: Table, alice: User, bob: User) -> None:
    for _ in range(lifecycle.MOST_OPEN_TABLES - 1):
        lifecycle.open_table(bob, name="x", rulebook="cash", options={}, buy_in_least=4_000, buy_in_most=20_000)
    outcomes = at_once(
        lambda: cohosts.hand_over(seated.pk, alice, bob),
        lambda: lifecycle.open_table(
            bob, name="x", rulebook="cash", options={}, buy_in_least=4_000, buy_in_most=20_000
        ),
    )
    assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 1
    assert Table.objects.filter(owner=bob).count() == lifecycle.MOST_OPEN_TABLES


def test_blinds_set_while_the_hand_ends(dealt: Table, alice: User) -> None:
    seen = moment_of(dealt)
    at_once(
        lambda: act(dealt, alice, "fold"),
        lambda: rule_changes.set_blinds(dealt.pk, alice, small_blind=100, big_blind=200),
    )
    assert (hand_of(dealt).number, hand_of(dealt).rules["big_blind"]) == (seen.hand, 100)
    now = fresh(dealt)
    assert (now.next_rules or now.rules)["big_blind"] == 200
    assert_books_agree()


def test_closed_twice(dealt: Table, alice: User, bob: User) -> None:
    at_once(*[lambda: lifecycle.close(dealt.pk, alice)] * 3, lambda: act(dealt, alice, "fold"))
    assert fresh(dealt).is_closed
    assert LedgerEntry.objects.filter(kind="cash_out").count() == 2
    assert_books_agree()
