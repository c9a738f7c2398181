"""Check that SQLite finds hands of the list along an index in their order, however many there are."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from tables.engine.rulebooks import RULEBOOKS
from tables.history.hands.selecting import Filters
from tables.models import Hand, HandPlayer, Table
from tests.tables.plans import AT_A_TABLE, FILTERS, OWN, WITH_CARDS, fetches, follows, middle, plans

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

HANDS = 60


@pytest.fixture
def much(alice: User, table: Table) -> Table:
    """Make some hands: SQLite plans without counting, so that a few are enough."""
    at, rules = timezone.now(), RULEBOOKS["cash"].rules.to_json()
    made = {"table": table, "state": "over", "rules": rules, "button": 1, "cut": 0, "sealed": {}}
    hands = Hand.objects.bulk_create(
        Hand(number=1000 + place, ended_at=at - timedelta(minutes=place), **made) for place in range(HANDS)
    )
    HandPlayer.objects.bulk_create(
        HandPlayer(
            hand=hand, seat=1, user=alice, stack=100, net=1, pot=10, table=table, ended_at=hand.ended_at, kind="AKs"
        )
        for hand in hands
    )
    return table


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("name", FILTERS)
def test_each_filter_follows_an_index(much: Table, alice: User, name: str, deep: bool) -> None:
    filters, index = FILTERS[name]
    told = plans(alice, filters, middle(alice) if deep else None)[0]
    assert follows(told, index), told


@pytest.mark.parametrize("way", ["older", "newer"])
def test_deep_page_begins_at_its_mark(much: Table, alice: User, way: str) -> None:
    told = plans(alice, Filters(), middle(alice), way)[0]
    assert follows(told, OWN), told
    assert re.search(r"user_id=\? AND ended_at[<>]\?", told), told


@pytest.mark.parametrize("deep", [False, True])
def test_hands_of_one_table_follow_their_index(much: Table, alice: User, deep: bool) -> None:
    told = plans(alice, Filters(table=much.pk), middle(alice) if deep else None)[0]
    assert follows(told, AT_A_TABLE), told


def test_rows_of_a_page_are_fetched_by_key(much: Table, alice: User) -> None:
    *_, told = plans(alice, Filters(), middle(alice))
    assert fetches(told), told


def test_page_is_sorted_without_the_indexes(much: Table, alice: User) -> None:
    """The tests above would notice it."""
    with connection.cursor() as cursor:
        for index in (OWN, AT_A_TABLE, WITH_CARDS):
            cursor.execute(f"DROP INDEX {index}")
    told = plans(alice, Filters())[0]
    assert not follows(told, OWN), told
