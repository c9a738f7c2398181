"""Check that actions leave no reference cycles: the garbage collector stops all threads to find them."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from accounts.models import User
from tables.core.locking import locked
from tables.models import Table
from tables.page import snapshot
from tables.page.drawing import TableScreen, redrawn
from tables.page.scene import Scene
from tables.play.acting import running_hand
from tests.tables.helpers import check_down

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("the driver leaves litter of its own")]


@pytest.fixture(autouse=True)
def _without_the_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("over", [False, True])
def test_drawn_snapshot_is_freed_at_once(three: Table, alice: User, bob: User, ted: User, *, over: bool) -> None:
    if over:
        check_down(three)
    seen = snapshot.take(three.pk)
    for viewer in (alice, bob, ted):
        redrawn(TableScreen(), Scene(seen, viewer, viewer.preferences))
    left = weakref.ref(seen)
    del seen
    assert left() is None


def test_locked_table_is_freed_at_once(three: Table) -> None:
    with locked(three.pk) as table:
        assert running_hand(table)
        left = weakref.ref(table)
    del table
    assert left() is None
