"""Define the order in which locks are taken: SQLite's one writer, the account, the table, purses by user.

A holder of one of these waits only for a later one, so there is no deadlock.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from accounts.models import User
from accounts.services.rights import lock, lock_open
from tables.core import locking


@contextmanager
def account_lock(user: User) -> Iterator[None]:
    """Lock the account, so that what it may have only so many of is counted and created in one step."""
    with locking._one_writer(), transaction.atomic():
        lock_open(user)
        yield


@contextmanager
def two_account_locks(by: User, user: User) -> Iterator[tuple[User, User]]:
    """Lock both accounts and yield them as they are now, to move chips of a purse without a table."""
    refuse_inside_a_transaction()
    with locking._one_writer(), transaction.atomic():
        first, second = lock(by, user)
        yield first, second


def refuse_inside_a_transaction() -> None:
    """Raise if a transaction is open: on SQLite it holds the database for which the one writer may be waiting.

    Forms of the Django admin are saved in a transaction; actions of its lists are not.
    """
    with transaction.atomic(durable=True):
        pass
