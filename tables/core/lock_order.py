"""In which order locks are taken: SQLite's one writer, the account, the table, purses by user.

Whoever holds one of these waits only for a later one, so nobody waits for each other.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from accounts.models import User
from accounts.services.rights import lock, lock_open
from tables.core import locking


@contextmanager
def alone(user: User) -> Iterator[None]:
    """What an account may have only so many of is counted and made in one go, however often a button is pressed."""
    with locking._one_writer(), transaction.atomic():
        lock_open(user)
        yield


@contextmanager
def judging(by: User, user: User) -> Iterator[tuple[User, User]]:
    """Both accounts as they are now; for what moves a purse's chips and belongs to no table."""
    refuse_inside_a_transaction()
    with locking._one_writer(), transaction.atomic():
        first, second = lock(by, user)
        yield first, second


def refuse_inside_a_transaction() -> None:
    """A form of the administration is one: on SQLite it holds the database, for which the one writer may be waiting.

    An action of its lists is none.
    """
    with transaction.atomic(durable=True):
        pass
