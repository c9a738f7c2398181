"""Count the statements that one action takes, inside a process of the site, on a table without a server.

`python -m tests.bench.tables.queries` prints, as one line of JSON, the average of a hand's actions, the last included,
together with the one snapshot that each web process takes for all its viewers.
"""

import json
import time
from typing import Any, Final

from tests.bench.tables import stage

TABLE: Final = 999_999
CONTROL: Final = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "SET ")


def hand_of(code: str) -> tuple[Any, list[Any]]:
    """Deal this table its first hand, and return the table and the users who sit there."""
    from tables.core.deadlines import PROMISED_IN
    from tables.models import Table
    from tables.play import due, presence

    table = Table.objects.get(code=code)
    users = [seat.user for seat in table.seated.select_related("user__preferences")]
    for user in users:
        presence.arrive(table.pk, user.pk, "queries")
    time.sleep(PROMISED_IN.total_seconds())
    due.run_due(table.pk)
    return table, users


def act(table_id: int, users: list[Any], session: str, known: Any) -> Any:
    """Take a snapshot and act as the socket's consumer does; return the snapshot, or None when the hand is over.

    The known snapshot makes this cost what it costs a web process that knows the table already.
    """
    from accounts.selectors import session_fingerprint
    from tables.page import dispatch, snapshot

    seen = snapshot.take(table_id, known)
    if seen.play is None or seen.hand is None or seen.play.turn is None:
        return None
    verb = "check" if seen.play.legal and seen.play.legal.check else "call"
    session_fingerprint(session, users[0].pk)
    moment = f"{seen.hand.number}.{seen.table.moves_made}"
    dispatch.do(table_id, users[seen.play.turn - 1], {"verb": verb, "moment": moment})
    return seen


def main() -> None:
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tables.page import snapshot

    made = stage.table(TABLE, silent=False)
    table, users = hand_of(made["code"])
    counts = []
    known = snapshot.take(table.pk)
    while known is not None:
        with CaptureQueriesContext(connection) as captured:
            known = act(table.pk, users, made["sessions"][0], known)
        statements = [query["sql"] for query in captured if not query["sql"].startswith(CONTROL)]
        counts.append(len(statements))
    print(json.dumps(sum(counts[:-1]) / len(counts[:-1])))


if __name__ == "__main__":
    main()
