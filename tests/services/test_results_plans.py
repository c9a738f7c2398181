"""PostgreSQL finds a player's sessions among everybody's along an index, and reads only theirs."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tables.models import Sitting, Table
from tables.records import count_results
from tests.tables.helpers import open_table

pytestmark = pytest.mark.django_db

SESSIONS = """
    INSERT INTO tables_sitting (user_id, table_id, rulebook, began_at, ended_at, hands, net, mbb, mbb_squares, luck,
        luck_mbb, vpip, pfr, three_bet_chances, three_bets, flops, showdowns, showdowns_won)
    SELECT u.id, t.id, CASE mod(n, 3) WHEN 0 THEN 'home' ELSE 'cash' END, now() - n * interval '5 hours',
        now() - n * interval '4 hours', 90, mod(n * 37, 900) - 450, 0, 0, 0, 0, 20, 15, 20, 2, 25, 8, 4
    FROM accounts_user u, tables_table t, generate_series(1, 40) n
"""


@pytest.fixture
def many(alice: User) -> list[Table]:
    """Record sessions of eighty people at ten tables, forty of each person at each table."""
    for number in range(79):
        User.objects.create(username=f"somebody {number}", display_name=f"Somebody {number}")
    tables = [open_table(alice, name=f"Table {number}") for number in range(10)]
    with connection.cursor() as cursor:
        cursor.execute(SESSIONS)
        cursor.execute("ANALYZE tables_sitting, tables_table")
    assert Sitting.objects.count() == 32_000
    return tables


def explained(sql: str, values: Sequence[Any] | None = None) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {sql}", values)
        return "\n".join(row[0] for row in cursor.fetchall())


@pytest.mark.parametrize("query", ["", "period=all", "period=all&rulebook=home", "table={code}"])
def test_page_reads_only_the_sessions_of_its_player(many: list[Table], client: Client, alice: User, query: str) -> None:
    client.force_login(alice)
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/results/?" + query.format(code=many[0].code)).status_code == 200
    asked = [found["sql"] for found in queries if 'FROM "tables_sitting"' in found["sql"]]
    own = [sql for sql in asked if f'"user_id" = {alice.pk}' in sql]
    assert len(own) >= 3
    for sql in own:
        plan = explained(sql.replace("%", "%%"))
        assert "Seq Scan on tables_sitting" not in plan, (sql, plan)


def test_settling_reads_the_last_session_of_each_player(many: list[Table]) -> None:
    users = list(User.objects.order_by("pk").values_list("pk", flat=True)[:6])
    found = count_results._NEWEST[6](many[0].pk, *users)
    assert {sitting.user_id for sitting in found} == {*users}
    written = count_results._NEWEST[6].written["postgresql"]
    asked = dict(zip(count_results._NEWEST[6].blanks, [many[0].pk, *users], strict=True))
    plan = explained(written.sql, [asked.get(value, value) for value in written.values])
    assert "Seq Scan" not in plan, plan
    assert "Sort" not in plan, plan
    assert plan.count("sits_once_at_a_time") == 6, plan
