"""Every test finds the same surroundings."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import Group
from django.core.cache import cache

from accounts.models import User
from poker_site.runtime.db_threads import in_pool
from tests.conftest import PATIENCE_SECONDS


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.differs_on_services("another database is emptied, another layer is fresh")
def test_rows_of_migrations_are_restored_after_a_transactional_test(turn: int, moderator: User) -> None:
    """Each turn empties all tables at its end."""
    assert moderator.has_perm("accounts.add_sanction")
    assert Group.objects.count() == 1
    assert User.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.differs_on_services("another database is emptied, another layer is fresh")
def test_users_are_created_anew_for_each_test(
    turn: int, alice: User, bob: User, carol: User, ted: User, admin: User
) -> None:
    assert [user.display_name for user in User.objects.order_by("username")] == [
        *("Alice", "Bob", "Carol", "Root1", "Ted")
    ]
    assert alice.check_password("correct horse")
    assert admin.is_superuser


@pytest.mark.channels
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.differs_on_services("another database is emptied, another layer is fresh")
async def test_cache_and_channel_layer_are_fresh_in_each_test(turn: int) -> None:
    assert cache.get("turn") is None
    cache.set("turn", turn)
    layer = get_channel_layer()
    assert not hasattr(layer, "turn")
    layer.turn = turn


LOOKS = 300
people_seen: list[int] = []


def look_long(begun: threading.Event, loop_ended: threading.Event) -> None:
    begun.set()
    assert loop_ended.wait(PATIENCE_SECONDS)
    people_seen.extend(User.objects.count() for _ in range(LOOKS))


@pytest.fixture
def loop_ended() -> Iterator[threading.Event]:
    """Set an event once the loop of the test has ended: the loop is younger than this fixture, so it ends first."""
    ended = threading.Event()
    yield ended
    ended.set()


@pytest.mark.channels
@pytest.mark.django_db(transaction=True)
@pytest.mark.differs_on_services("another database is emptied, another layer is fresh")
async def test_database_work_may_outlast_the_loop_of_its_test(alice: User, loop_ended: threading.Event) -> None:
    people_seen.clear()
    begun = threading.Event()
    looking = asyncio.create_task(in_pool(look_long)(begun, loop_ended))
    assert await asyncio.to_thread(begun.wait, PATIENCE_SECONDS)
    assert not looking.done()


@pytest.mark.channels
@pytest.mark.differs_on_services("another database is emptied, another layer is fresh")
def test_tables_are_not_emptied_while_that_work_goes_on() -> None:
    assert set(people_seen) <= {1}
    assert len(people_seen) in (0, LOOKS), "0: run without the test before"
