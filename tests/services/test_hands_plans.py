"""PostgreSQL finds hands of the list among many along an index that is in their order, and reads no further."""

import re

import pytest
from django.db import connection

from accounts.models import User
from tables.engine.rulebooks import RULEBOOKS
from tables.history.hands.selecting import Filters
from tables.models import Hand, Table
from tests.tables.helpers import open_table
from tests.tables.plans import AT_A_TABLE, FILTERS, OWN, WITH_CARDS, fetches, follows, middle, plans

pytestmark = pytest.mark.django_db

HANDS = 8_000
MORE_HANDS = f"""
    INSERT INTO tables_hand (table_id, number, state, rules, button, sealed, root, cut, began_at, ended_at, board, pot)
    SELECT table_id, number + n, state, rules, button, sealed, root, cut, began_at, now() - n * interval '97 seconds',
        board, mod(n * 37, 9000)
    FROM tables_hand, generate_series(1, {HANDS}) n
"""
ITS_PLAYERS = """
    INSERT INTO tables_handplayer
        (hand_id, seat, user_id, stack, post, number, net, table_id, rulebook, ended_at, pot, showdown, cards, kind)
    SELECT h.id, p.seat, p.user_id, 100, 0, '', mod(h.number * 7919, 201) - 100, h.table_id,
        CASE mod(h.number, 5) WHEN 0 THEN 'home' ELSE 'cash' END, h.ended_at, h.pot, mod(h.number, 4) = 0, 'AsKs',
        (ARRAY['AA','KK','AKs','AKo','72o','T9s','QJo','J5o','94s','83o','K2o','Q4s'])[1 + mod(h.number * 31, 12)]
    FROM tables_hand h, (SELECT 1 AS seat, %s AS user_id UNION SELECT 2, %s UNION SELECT 3, %s) p
"""


@pytest.fixture
def much(alice: User, bob: User, carol: User) -> Table:
    """Fill two tables with thousands of hands, and return the first."""
    tables = [open_table(alice, name=name) for name in ("One", "Two")]
    rules = RULEBOOKS["cash"].rules.to_json()
    for table in tables:
        Hand.objects.create(table=table, number=0, rules=rules, button=1, sealed={}, root="", cut=0, state="running")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_hand SET state = 'over', ended_at = now()")
        cursor.execute(MORE_HANDS)
        cursor.execute(ITS_PLAYERS, [alice.pk, bob.pk, carol.pk])
        cursor.execute("ANALYZE tables_hand, tables_handplayer, tables_table")
    return tables[0]


@pytest.mark.long
def test_each_filter_follows_an_index(much: Table, alice: User) -> None:
    found = {**FILTERS, "table": (Filters(table=much.pk), AT_A_TABLE)}
    wrong = []
    for name, (filters, index) in found.items():
        for mark in (None, middle(alice)):
            where, lines = plans(alice, filters, mark)
            if not (follows(where, index) and fetches(lines)):
                wrong.append(f"{name}{' deep' if mark else ''}:\n{where}\n{lines}")
    assert not wrong, "\n".join(wrong)


def test_a_deep_page_begins_at_its_mark(much: Table, alice: User) -> None:
    for way in ("older", "newer"):
        told = plans(alice, Filters(), middle(alice), way)[0]
        assert re.search(r"Index Cond: .*user_id = \d+\) AND \(ended_at [<>]=", told), told


def test_without_its_index_a_page_would_be_sorted(much: Table, alice: User) -> None:
    """The tests above would notice if an index were missing."""
    with connection.cursor() as cursor:
        for index in (OWN, AT_A_TABLE, WITH_CARDS):
            cursor.execute(f"DROP INDEX {index}")
    assert not follows(plans(alice, Filters())[0], OWN)
