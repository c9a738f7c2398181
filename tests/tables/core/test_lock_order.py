"""Test that locks are taken in one order everywhere, and that code which cannot keep to it fails at once."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from tables.core import locking
from tables.hosting.practice import practice
from tables.models import Hand, Table
from tests.tables.helpers import close_by_force, fresh, hand_of, open_table, void_hand

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("row locks instead of one writer")]

MODERATORS: list[Callable[[Table], None]] = [close_by_force, void_hand]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("service", [open_table, practice])
def test_lock_of_the_one_writer_comes_before_the_transaction(
    service: Callable[[User], Table], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check it, because a SQLite transaction that waits for this lock blocks the thread that has it."""
    nested: list[bool] = []
    one_writer = locking._one_writer

    def watched() -> Any:
        nested.append(connection.in_atomic_block)
        return one_writer()

    monkeypatch.setattr(locking, "_one_writer", watched)
    service(alice)
    assert nested[0] is False  # later calls have the lock already


@pytest.mark.parametrize("service", MODERATORS)
def test_moderation_inside_a_transaction_is_refused(dealt: Table, service: Callable[[Table], None]) -> None:
    """Call the service as forms of the admin do."""
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        service(dealt)
    assert (fresh(dealt).state, hand_of(dealt).state) == (Table.State.OPEN, Hand.State.RUNNING)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("service", MODERATORS)
def test_moderation_outside_a_transaction_works(dealt: Table, service: Callable[[Table], None]) -> None:
    service(dealt)
    assert hand_of(dealt).state == Hand.State.VOID
