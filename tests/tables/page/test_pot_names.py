"""Check that a single side pot has no number."""

import pytest

from accounts.models import User
from tables.models import Table
from tables.page import snapshot
from tables.page.narration import pot_name
from tables.page.scene import PublicScene
from tests.tables.helpers import Clock, act, open_table, seat_people, to_act

pytestmark = pytest.mark.django_db


def all_in(clock: Clock, *stacks: int) -> Table:
    users = [User.objects.create_user(username=f"p{stack}") for stack in stacks]
    table = open_table(users[0])
    seat_people(table, users)
    for user, stack in zip(users, stacks, strict=True):
        table.seated.filter(user=user).update(stack=stack)
    clock.run_due(table)
    return table


def names(table: Table) -> list[str]:
    return [pot.label for pot in PublicScene(snapshot.take(table.pk)).pots]


def test_side_pots_are_numbered_only_if_there_are_several(clock: Clock) -> None:
    table = all_in(clock, 1_000, 9_000, 9_001)
    act(table, to_act(table), "all-in")
    act(table, to_act(table), "raise", 3_000)
    act(table, to_act(table), "call")
    assert names(table) == ["Main pot", "Side pot"]
    assert [pot_name(number, of=3) for number in range(3)] == ["Main pot", "Side pot 1", "Side pot 2"]


def test_results_name_a_single_side_pot_without_number(clock: Clock) -> None:
    table = all_in(clock, 1_000, 9_000, 9_001)
    act(table, to_act(table), "all-in")
    act(table, to_act(table), "all-in")
    act(table, to_act(table), "call")
    told = " ".join(PublicScene(snapshot.take(table.pk)).results)
    assert ("Side pot: " in told, "Side pot 1" in told) == (True, False)
