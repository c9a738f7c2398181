"""The stage is the same for every test."""

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import Group
from django.core.cache import cache

from accounts.models import User


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_what_migrations_made_is_there_again_after_a_transactional_test(turn: int, moderator: User) -> None:
    """Each turn empties all tables at its end."""
    assert moderator.has_perm("accounts.add_sanction")
    assert Group.objects.count() == 1
    assert User.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("turn", [1, 2])
def test_the_cast_is_hired_anew(turn: int, alice: User, bob: User, carol: User, ted: User, admin: User) -> None:
    assert [user.display_name for user in User.objects.order_by("username")] == [
        *("Alice", "Bob", "Carol", "Root1", "Ted")
    ]
    assert alice.check_password("correct horse")
    assert admin.is_superuser


@pytest.mark.channels
@pytest.mark.parametrize("turn", [1, 2])
async def test_nothing_is_remembered_from_another_test(turn: int) -> None:
    assert cache.get("turn") is None
    cache.set("turn", turn)
    layer = get_channel_layer()
    assert not hasattr(layer, "turn")
    layer.turn = turn
