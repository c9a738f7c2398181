"""What is dealt after the last word comes street by street, so that everybody can follow it."""

import pytest

from accounts.models import User
from tables.models import Table
from tables.room import fragments, snapshot
from tables.room.scene import Scene
from tests.tables.helpers import act

pytestmark = pytest.mark.django_db


def waits(table: Table, viewer: User) -> list[int | None]:
    board = Scene(snapshot.take(table.pk), viewer, viewer.preferences).board
    return [card["wait"] if card else None for card in board]


def test_streets_after_an_all_in_wait_for_each_other(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "all-in")
    act(dealt, bob, "call")
    assert waits(dealt, alice) == [0, 0, 0, 1, 2]
    parts = fragments.render(Scene(snapshot.take(dealt.pk), alice, alice.preferences))
    assert 'data-runs="2"' in parts["t-centre"]


def test_only_those_that_nobody_spoke_on(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "call")
    act(dealt, bob, "check")
    assert waits(dealt, alice) == [0, 0, 0, None, None]
    act(dealt, bob, "all-in")
    act(dealt, alice, "call")
    assert waits(dealt, alice) == [0, 0, 0, 0, 1]


def test_nothing_waits_when_every_street_is_spoken_on(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "call")
    act(dealt, bob, "check")
    for _ in range(3):
        act(dealt, bob, "check")
        act(dealt, alice, "check")
    assert waits(dealt, alice) == [0] * 5
