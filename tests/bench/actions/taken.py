"""Play hands of six as a web process does and time each action: run `python -m tests.bench.actions.taken`.

It prints, as one line of JSON, the milliseconds of an action (the first table is left out as a warm-up) and of its bare
writes.
"""

import json
import time
from collections.abc import Iterator
from statistics import median
from typing import Any, Final

from tests.bench.tables import stage
from tests.bench.tables.figures import percentile

TABLES: Final = 30
ROUNDS: Final = 500
_TABLE: Final = "UPDATE tables_table SET version = version + 1, due_at = CURRENT_TIMESTAMP WHERE id = %s"
_MOVE: Final = """
    INSERT INTO tables_move (hand_id, sequence, seat, verb, amount, cause, at)
    VALUES (%s, %s, 1, 'call', NULL, 'player', CURRENT_TIMESTAMP)
"""


def dealt() -> list[tuple[Any, list[Any]]]:
    """Open the tables, deal each its first hand, and return each with the users who sit there."""
    from tables.core.deadlines import PROMISED_IN
    from tables.models import Table
    from tables.play import due, presence

    codes = [stage.table(number, silent=False)["code"] for number in range(TABLES)]
    tables = list(Table.objects.filter(code__in=codes))
    people = [[seat.user for seat in table.seated.select_related("user").order_by("number")] for table in tables]
    for table, users in zip(tables, people, strict=True):
        for user in users:
            presence.arrive(table.pk, user.pk, "actions")
    time.sleep(PROMISED_IN.total_seconds())
    for table in tables:
        due.run_due(table.pk)
    return list(zip(tables, people, strict=True))


def played(table_id: int, users: list[Any]) -> Iterator[float]:
    """Act until the hand is over, and yield the seconds of each action."""
    from tables.page import dispatch, snapshot

    seen = snapshot.take(table_id)
    while seen.play and seen.hand and seen.play.turn is not None:
        verb = "check" if seen.play.legal and seen.play.legal.check else "call"
        values = {"verb": verb, "moment": f"{seen.hand.number}.{seen.table.moves_made}"}
        began = time.perf_counter()
        dispatch.do(table_id, users[seen.play.turn - 1], values)
        yield time.perf_counter() - began
        seen = snapshot.take(table_id, seen)


def written(table_id: int, hand_id: int) -> Iterator[float]:
    """Make the same writes and nothing else, and yield the seconds of each transaction."""
    from django.db import connection, transaction

    for number in range(ROUNDS):
        began = time.perf_counter()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_TABLE, [table_id])
            cursor.execute(_MOVE, [hand_id, 1_000 + number])
        yield time.perf_counter() - began


def main() -> None:
    import django

    django.setup()
    hands = dealt()
    times = [list(played(table.pk, users)) for table, users in hands]
    table = hands[0][0]
    table.refresh_from_db()
    actions = [1000 * taken for hand in times[1:] for taken in hand]
    bare = [1000 * taken for taken in written(table.pk, table.hand_id)]
    print(json.dumps({"median_ms": median(actions), "p99_ms": percentile(actions, 0.99), "bare_ms": median(bare)}))


if __name__ == "__main__":
    main()
