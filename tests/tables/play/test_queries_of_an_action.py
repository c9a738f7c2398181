"""Test which queries an action makes, the snapshot after it, and a wake-up that comes too early."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.selectors import session_fingerprint
from tables.models import Table
from tables.page.snapshot import take
from tables.play import acting, due
from tests.tables.helpers import OutboxContext, hand_of, moment_of, play_of

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("the database's clock may cost a query")]

OF_AN_ACTION = ["SELECT tables_table", "SELECT tables_seat", "INSERT tables_move", "UPDATE tables_table"]
CLOCK = "SELECT clock_timestamp()"


@pytest.fixture(autouse=True)
def _as_in_a_server(dealt: Table, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Use the real clock, since that of the tests makes no query, and let this process know the hand."""
    monkeypatch.undo()
    with request.getfixturevalue("hear")():
        play_of(dealt)


def asked(do: Callable[[], object]) -> list[str]:
    """Return the kind and the first table of each statement but those that delimit transactions."""
    with CaptureQueriesContext(connection) as captured:
        do()
    statements = [query["sql"] for query in captured if not re.match("BEGIN|COMMIT|SAVEPOINT|RELEASE", query["sql"])]
    return [re.sub(r'^(\w+).*?"(\w+)".*$', r"\1 \2", sql, flags=re.DOTALL) for sql in statements]


def act(table: Table, user: User, verb: str) -> Callable[[], None]:
    moment = moment_of(table)
    return lambda: acting.act(table.pk, user, moment=moment, verb=verb)


def test_action_makes_two_reads_and_two_writes(dealt: Table, alice: User) -> None:
    """Expect four statements: lock the table; read hand, seats and time at once; insert the move; update the table."""
    assert asked(act(dealt, alice, "call")) == OF_AN_ACTION


def test_snapshot_after_a_move_reads_one_row_for_all_viewers(dealt: Table, alice: User, hear: OutboxContext) -> None:
    before = take(dealt.pk)
    with hear():
        act(dealt, alice, "call")()
    assert asked(lambda: take(dealt.pk, before)) == ["SELECT tables_table"]
    after = take(dealt.pk, before)
    assert (after.version, after.table.moves_made) == (before.version + 1, 1)
    assert abs((after.taken_at - timezone.now()).total_seconds()) < 60


def test_session_is_compared_in_one_query(alice: User, django_assert_num_queries: Any) -> None:
    Session.objects.create(session_key="a" * 32, expire_date=timezone.now() + timedelta(days=1))
    with django_assert_num_queries(1):
        assert session_fingerprint("a" * 32, alice.pk)


def test_early_wake_up_writes_only_if_it_plans_another(dealt: Table, alice: User) -> None:
    clock = [CLOCK] if connection.vendor == "postgresql" else []
    act(dealt, alice, "call")()
    Table.objects.filter(pk=dealt.pk).update(wake_up_at=None)
    assert asked(lambda: due.run_due(dealt.pk)) == ["SELECT tables_table", *clock, "UPDATE tables_table"]
    assert asked(lambda: due.run_due(dealt.pk)) == ["SELECT tables_table", *clock]


def test_end_of_a_hand_reads_the_clock_once(dealt: Table, alice: User) -> None:
    statements = asked(act(dealt, alice, "fold"))
    assert (statements[:3], statements[-1]) == (OF_AN_ACTION[:3], OF_AN_ACTION[-1])
    assert CLOCK not in statements
    assert hand_of(dealt).ended_at == hand_of(dealt).moves.get().at
