"""Locks are taken in one order everywhere; who cannot keep to it is told at once instead of waiting for ever."""

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
def test_the_one_writers_lock_comes_before_the_databases(
    service: Callable[[User], Table], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite: who holds its only write lock while waiting for ours stops whoever waits the other way round."""
    nested: list[bool] = []
    one_writer = locking._one_writer

    def watched() -> Any:
        nested.append(connection.in_atomic_block)
        return one_writer()

    monkeypatch.setattr(locking, "_one_writer", watched)
    service(alice)
    assert nested[0] is False  # whoever asks again has it already


@pytest.mark.parametrize("service", MODERATORS)
def test_moderators_cannot_come_from_inside_a_transaction(dealt: Table, service: Callable[[Table], None]) -> None:
    """As forms of the administration do."""
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        service(dealt)
    assert (fresh(dealt).state, hand_of(dealt).state) == (Table.State.OPEN, Hand.State.RUNNING)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("service", MODERATORS)
def test_from_anywhere_else_they_can(dealt: Table, service: Callable[[Table], None]) -> None:
    service(dealt)
    assert hand_of(dealt).state == Hand.State.VOID
