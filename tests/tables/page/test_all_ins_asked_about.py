"""Check which buttons need confirmation: those that stake most of a stack, by a raise or by a call."""

import re

import pytest

from accounts.models import User
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.tables.frames import parts_of
from tests.tables.helpers import Clock, act, open_table, seat_people, to_act

pytestmark = pytest.mark.django_db


def bar(table: Table, user: User) -> str:
    return parts_of(Scene(snapshot.take(table.pk), user, None))["t-bar"]


def asked_about(table: Table) -> list[str]:
    """List the verbs of the player to act that need confirmation; "size" stands for the highest raise."""
    text = bar(table, to_act(table))
    found = re.findall(r'<button class="btn[^>]* value="([^"]+)"[^>]* data-big', text)
    return [*found, *(["size"] if re.search(r'id="f-size"[^>]* data-big', text) else [])]


def price(text: str) -> int:
    found = re.search(r'data-price="(\d+)"', text)
    assert found
    return int(found[1])


def test_raise_of_the_whole_stack_is_confirmed(dealt: Table) -> None:
    assert asked_about(dealt) == ["size"]


def test_call_of_the_whole_stack_is_confirmed(dealt: Table, alice: User) -> None:
    act(dealt, alice, "all-in")
    assert asked_about(dealt) == ["call"]


def test_call_that_leaves_chips_is_not_confirmed(dealt: Table, alice: User) -> None:
    act(dealt, alice, "raise", 9_999)
    assert "call" not in asked_about(dealt)


def test_bet_of_the_smaller_part_is_not_confirmed(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "raise", 2_000)
    act(dealt, bob, "raise", 6_000)
    act(dealt, alice, "all-in")
    assert asked_about(dealt) == []


def test_all_in_for_less_than_the_call_is_confirmed(alice: User, bob: User, clock: Clock) -> None:
    """Queue rules offer an all-in of its own to a player with too few chips for the call, at the price shown before."""
    table = open_table(alice, rulebook="queue")
    seat_people(table, [alice, bob], chips=1_000)
    table.seated.filter(user=alice).update(stack=100)
    clock.run_due(table)
    act(table, bob, "all-in")
    assert asked_about(table) == ["all-in"]
    assert price(bar(table, alice)) == 80


def test_box_before_the_turn_says_call_or_all_in(three: Table, alice: User, bob: User, carol: User) -> None:
    act(three, alice, "raise", 9_000)
    assert "Call <b>8,900</b>" in bar(three, carol)
    act(three, bob, "call")
    act(three, carol, "all-in")
    assert "All-in <b>1,000</b>" in bar(three, bob)
    act(three, alice, "fold")
    assert 'aria-label="Call 1000"' in bar(three, bob)


def test_price_before_the_turn_is_the_price_on_the_turn(three: Table, alice: User, carol: User) -> None:
    act(three, alice, "raise", 300)
    before = price(bar(three, carol))
    act(three, to_act(three), "fold")
    assert before == price(bar(three, carol)) == 200
