"""Check that only a player who sits down during the cut is told to wait, not those dealt in."""

import pytest

from accounts.models import User
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tables.play import dealing, seating
from tests.tables.frames import parts_of
from tests.tables.helpers import Clock, hand_of
from tests.tables.play.test_dealing import NUMBERS, hash_of

pytestmark = pytest.mark.django_db
WAITS = "You play from the next hand on."


def bar(table: Table, user: User) -> str:
    return parts_of(Scene(snapshot.take(table.pk), user, None))["t-bar"]


def test_bar_tells_only_the_newcomer_to_wait(seated: Table, alice: User, bob: User, carol: User, clock: Clock) -> None:
    for user in (alice, bob):
        dealing.commit(seated.pk, user, hash_of(NUMBERS[user.display_name]))
    clock.run_due(seated)
    assert hand_of(seated).state == "cutting"
    seating.sit_down(seated.pk, carol, number=5, chips=10_000)
    assert WAITS not in bar(seated, alice) + bar(seated, bob)
    assert "You wait for the big blind." in bar(seated, carol)
    assert all("The deck is being cut" in bar(seated, user) for user in (alice, bob, carol))
