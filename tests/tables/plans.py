"""Ask the database how it will find the hands of a page."""

import re
from datetime import timedelta
from itertools import count
from typing import Final

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from tables.history.hands.pages import Mark, page_of
from tables.history.hands.selecting import Filters, hands_of
from tables.records.hole_cards import parse_kinds

OWN: Final = "own_hands"
AT_A_TABLE: Final = "own_hands_at_a_table"
WITH_CARDS: Final = "own_hands_with_cards"

FILTERS: Final[dict[str, tuple[Filters, str]]] = {
    "none": (Filters(), OWN),
    "rulebook": (Filters(rulebook="home"), OWN),
    "won": (Filters(result="won"), OWN),
    "lost": (Filters(result="lost"), OWN),
    "pot": (Filters(pot_least=100, pot_most=5_000), OWN),
    "showdown": (Filters(showdown=True), OWN),
    "one kind of cards": (Filters(kinds=frozenset({"AKs"})), WITH_CARDS),
    "several kinds": (Filters(kinds=parse_kinds("TT+, AK")), OWN),
    "days": (Filters(since=timezone.now() - timedelta(days=30), until=timezone.now()), OWN),
}
"""Maps the name of a filter to an example, and to the index along which its hands are to be found."""

_asked: Final = count()


def plans(user: User, filters: Filters, mark: Mark | None = None, way: str = "older") -> list[str]:
    """Return the plans of the queries that make a page: where its hands are, and what is in their lines."""
    with CaptureQueriesContext(connection) as queries:
        page_of(user, filters, {way: str(mark)} if mark else {})
    return [_explained(query["sql"]) for query in queries]


def _explained(sql: str) -> str:
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with connection.cursor() as cursor:
        cursor.execute(f"{explain} {sql} -- {next(_asked)}".replace("%", "%%"))  # SQLite would repeat an earlier answer
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


def follows(told: str, index: str) -> bool:
    """Tell whether hands are found along this index, in its order, without a sort and without reading all of them."""
    sorts = re.search(r"TEMP B-TREE|\bSort\b", told)
    scans = re.search(r"SCAN|Seq Scan on tables_hand", told)
    uses = re.search(rf"(USING (COVERING )?INDEX|Index( Only)? Scan( Backward)? using) {index}\b", told)
    return bool(uses) and not sorts and not scans


def fetches(told: str) -> bool:
    """Tell whether lines are fetched by their hands, without reading all of them."""
    uses = re.search(r"hand_id=\?|hand_id = ANY", told)
    return bool(uses) and not re.search(r"SCAN|Seq Scan on tables_hand", told)


def middle(user: User) -> Mark:
    """Return the mark in the middle of everything this account has played."""
    line = hands_of(user)[hands_of(user).count() // 2]
    assert line.ended_at is not None
    return Mark(line.ended_at, line.hand_id)
