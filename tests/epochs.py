"""Another epoch of the data, without a backup."""

from django.db import connection

from poker_site.runtime import epoch


def begin_epoch() -> None:
    """Do as a restore does, here of the very same data."""
    with connection.cursor() as cursor:
        for statement in epoch.statements_to_begin():
            cursor.execute(statement)
