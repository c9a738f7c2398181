"""The epoch of the data: one random number in the database, and another one whenever a backup is restored.

What a process remembers of a database is good for the epoch in which it was read. A restored database goes on from an
earlier moment, and may come to the same keys and versions by another way.
"""

import secrets
from collections.abc import Sequence
from typing import Final

from django.contrib.contenttypes.models import ContentType
from django.db import connection

TABLE: Final = "tables_epoch"
CURRENT: Final = f"(SELECT value FROM {TABLE})"  # noqa: S608  a name of our own
"""To be read along with something else."""

_last_seen: int | None = None


def current() -> int:
    """Read the number, and forget what Django itself remembers if it is another than the last time."""
    global _last_seen
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT value FROM {TABLE}")  # noqa: S608
        value = int(cursor.fetchone()[0])
    if value != _last_seen:
        ContentType.objects.clear_cache()
    _last_seen = value
    return value


def statements_to_begin() -> Sequence[str]:
    """SQL that begins another epoch: hands that may go on get the new number too, so that it comes with their rows."""
    number = secrets.randbits(62)
    return (
        f"UPDATE {TABLE} SET value = {number}",  # noqa: S608
        f"UPDATE tables_hand SET epoch = {number} WHERE id IN (SELECT hand_id FROM tables_table)",  # noqa: S608
    )
