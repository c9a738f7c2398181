"""Read and change the epoch of the data: a random number in the database that every restore of a backup changes.

What a process remembers of a database holds only for the epoch in which it was read. A restored database goes on from
an earlier moment, and may reach the same keys and versions with other contents.
"""

import secrets
from collections.abc import Sequence
from typing import Final

from django.contrib.contenttypes.models import ContentType
from django.db import connection

TABLE: Final = "tables_epoch"
CURRENT: Final = f"(SELECT value FROM {TABLE})"  # noqa: S608  a name of our own
"""SQL that reads the epoch as part of another query."""

_last_seen: int | None = None


def current() -> int:
    """Read the epoch, and clear Django's cache of content types if it has changed since the last time."""
    global _last_seen
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT value FROM {TABLE}")  # noqa: S608
        value = int(cursor.fetchone()[0])
    if value != _last_seen:
        ContentType.objects.clear_cache()
    _last_seen = value
    return value


def statements_to_begin() -> Sequence[str]:
    """Return SQL that begins another epoch; rows of hands that may go on get the number too, to be read with them."""
    number = secrets.randbits(62)
    return (
        f"UPDATE {TABLE} SET value = {number}",  # noqa: S608
        f"UPDATE tables_hand SET epoch = {number} WHERE id IN (SELECT hand_id FROM tables_table)",  # noqa: S608
    )
