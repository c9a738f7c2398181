"""Test the amount that stands in the action bar before the player chooses one."""

import pytest

from accounts.models import User
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.tables.helpers import Clock, act, open_table, seat_people, to_act

pytestmark = pytest.mark.django_db


def proposed(table: Table) -> int | None:
    scene = Scene(snapshot.take(table.pk), to_act(table), None)
    assert scene.actions is not None
    size = scene.actions["size"]
    assert size["value_text"] == f"{size['value']:,}"
    return int(size["value"])


@pytest.fixture
def kitchen(alice: User, bob: User, clock: Clock) -> Table:
    """Return a game with blinds 10/20 where a raise by one chip is legal."""
    table = open_table(alice, rulebook="home", buy_in_least=20, buy_in_most=2_000)
    seat_people(table, [alice, bob], chips=1_000)
    clock.run_due(table)
    return table


def test_proposed_amount_is_the_least_that_is_legal(dealt: Table, alice: User, bob: User) -> None:
    assert proposed(dealt) == 200
    act(dealt, alice, "raise", 500)
    assert proposed(dealt) == 900


def test_proposed_raise_is_a_usual_one_where_a_single_chip_is_legal(kitchen: Table, alice: User, bob: User) -> None:
    assert proposed(kitchen) == 40
    act(kitchen, alice, "raise", 21)
    assert proposed(kitchen) == 42
    act(kitchen, bob, "raise", 600)
    assert proposed(kitchen) == 1_000


def test_proposed_bet_is_a_usual_one_where_a_single_chip_is_legal(kitchen: Table, alice: User, bob: User) -> None:
    act(kitchen, alice, "call")
    act(kitchen, bob, "check")
    assert proposed(kitchen) == 20
    act(kitchen, bob, "bet", 3)
    assert proposed(kitchen) == 40
