"""A query whose SQL is written only once returns what the ORM would."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from poker_site.runtime.prepared_sql import Prepared, upsert
from tables.core.locking import locked
from tables.models import Hand, Seat, Sitting, Table
from tests.tables.helpers import hand_of

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("prepared SQL")]


def values(row: Model | None) -> dict[str, Any]:
    return {name: value for name, value in vars(row).items() if name != "_state"}


def test_rows_are_those_of_the_queryset_each_time(three: Table, alice: User) -> None:
    seats = Prepared(Seat, lambda table: Seat.objects.filter(table=table))
    for state in (Seat.State.PLAYING, Seat.State.AWAY):
        three.seated.filter(user=alice).update(state=state)
        found = seats(three.pk)
        assert [values(seat) for seat in found] == [values(seat) for seat in three.seated.all()]
        assert found[0] == three.seated.get(user=alice)
    assert seats(three.pk + 1) == []


def test_deferred_columns_are_read_when_they_are_used(three: Table) -> None:
    hands = Prepared(Hand, lambda hand: Hand.objects.defer("sealed").filter(pk=hand))
    hand = hands.one(hand_of(three).pk)
    assert hand
    assert "sealed" not in vars(hand)
    assert (hand.sealed, hand.rules, hand.began_at) == (
        hand_of(three).sealed,
        hand_of(three).rules,
        hand_of(three).began_at,
    )


def test_two_numbers_keep_their_order(three: Table) -> None:
    places = Prepared(
        Seat,
        lambda table, seat: Seat.objects.filter(pk=seat, table=table).values_list("number", "must_wait"),
        blanks=2,
    )
    seat = three.seated.get(number=2)
    assert list(map(tuple, places.rows(three.pk, seat.pk))) == [(2, False)]
    assert list(places.rows(seat.pk + 99, three.pk)) == []


def test_a_row_that_was_read_can_be_saved(three: Table) -> None:
    seat = Prepared(Seat, lambda table: Seat.objects.filter(table=table))(three.pk)[0]
    with CaptureQueriesContext(connection) as asked:
        seat.stack = 17
        seat.save(update_fields=["stack"])
    assert len(asked) == 1
    assert three.seated.get(pk=seat.pk).stack == 17


def test_a_table_that_does_not_exist_cannot_be_locked(three: Table) -> None:
    with pytest.raises(Table.DoesNotExist), locked(three.pk + 1):
        pass


def test_a_query_takes_as_many_numbers_as_it_has_placeholders(three: Table) -> None:
    asked = Prepared(
        Seat, lambda table, *numbers: Seat.objects.filter(table=table, number__in=numbers).order_by("-number"), blanks=4
    )
    assert [seat.number for seat in asked(three.pk, 1, 3, 9)] == [3, 1]
    assert [seat.number for seat in asked(three.pk, 2, 2, 1)] == [2, 1]


def test_put_inserts_rows_or_overwrites_those_with_the_same_key(three: Table, alice: User, bob: User) -> None:
    now = timezone.now()
    alices, bobs = (
        Sitting(user=user, table=three, rulebook="cash", began_at=now, ended_at=now, hands=1) for user in (alice, bob)
    )
    upsert([alices], "table", "user", "began_at")
    before = Sitting.objects.get()
    alices.hands, alices.mbb_squares = 2, 1e22
    with CaptureQueriesContext(connection) as asked:
        upsert([alices, bobs], "table", "user", "began_at")
    assert len(asked) == 1
    after = Sitting.objects.get(user=alice)
    assert (after.pk, after.hands, after.mbb_squares, after.began_at) == (before.pk, 2, 1e22, now)
    assert Sitting.objects.get(user=bob).hands == 1


def test_putting_no_rows_makes_no_query(three: Table) -> None:
    with CaptureQueriesContext(connection) as asked:
        upsert([], "table")
    assert not asked
