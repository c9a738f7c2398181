"""Test sitting down: a seat held while the player chooses, a buy-in within the limits, one seat a player."""

from typing import Any

import pytest
from django.db import transaction
from django.db.models import Model

from accounts.models import User
from tables.core import money
from tables.core.deadlines import PROMISED_IN
from tables.core.refusals import Refused
from tables.models import LedgerEntry, Presence, Purse, Seat, Table
from tables.play import due, lifecycle, seating, waiting_list
from tests.tables.helpers import (
    Clock,
    assert_books_agree,
    fold_out,
    fresh,
    look_on,
    open_table,
    purse,
    seat_of,
    seat_people,
)

pytestmark = pytest.mark.django_db


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_seat_is_held_for_a_minute(table: Table, alice: User, bob: User, clock: Clock) -> None:
    seating.hold_seat(table.pk, alice, 3)
    clock.go_on(59)
    with pytest.raises(Refused, match="taken"):
        seating.hold_seat(table.pk, bob, 3)
    clock.go_on(1)
    seating.hold_seat(table.pk, bob, 3)
    assert [(seat.user, seat.state) for seat in table.seated.all()] == [(bob, "held")]


def test_hold_costs_no_chips(table: Table, alice: User) -> None:
    seating.hold_seat(table.pk, alice, 3)
    assert not LedgerEntry.objects.exists()
    assert seat_of(table, alice).stack == 0


def test_choosing_another_seat_moves_the_hold(table: Table, alice: User, bob: User) -> None:
    seating.hold_seat(table.pk, alice, 3)
    seating.hold_seat(table.pk, alice, 4)
    seating.hold_seat(table.pk, bob, 3)
    assert {seat.number: seat.user for seat in table.seated.all()} == {4: alice, 3: bob}


def test_choosing_again_gives_no_more_time(table: Table, alice: User, bob: User, clock: Clock) -> None:
    seating.hold_seat(table.pk, alice, 3)
    for number in (3, 4):
        clock.go_on(25)
        seating.hold_seat(table.pk, alice, number)
    clock.go_on(10)
    seating.hold_seat(table.pk, bob, 4)
    assert [seat.user for seat in table.seated.all()] == [bob]


def test_a_hold_can_be_given_up(table: Table, alice: User) -> None:
    seating.hold_seat(table.pk, alice, 3)
    seating.give_up_hold(table.pk, alice)
    assert not table.seated.exists()


def test_giving_up_a_hold_keeps_a_taken_seat(seated: Table, alice: User) -> None:
    seating.give_up_hold(seated.pk, alice)
    assert seat_of(seated, alice).state == "playing"


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_sweep_frees_seats_whose_hold_is_over(table: Table, alice: User, clock: Clock) -> None:
    seating.hold_seat(table.pk, alice, 3)
    version = fresh(table).version
    clock.go_on(61)
    due.sweep()
    assert not table.seated.exists()
    assert fresh(table).version > version


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_buy_in_leaves_the_purse(table: Table, alice: User) -> None:
    seating.hold_seat(table.pk, alice, 3)
    seating.sit_down(table.pk, alice, number=3, chips=5_000)
    seat = seat_of(table, alice)
    assert (seat.number, seat.state, seat.stack, seat.held_until) == (3, "playing", 5_000, None)
    assert purse(alice) == money.FIRST_CHIPS - 5_000
    assert list(LedgerEntry.objects.values_list("kind", "to_purse", "to_seat")) == [
        ("grant", 100_000, 0),
        ("buy_in", -5_000, 5_000),
    ]


def test_buy_in_has_limits(table: Table, alice: User) -> None:
    for chips in (3_999, 20_001, 0, -4_000, 10**30):
        with pytest.raises(Refused, match="from 4,000 to 20,000"):
            seating.sit_down(table.pk, alice, number=3, chips=chips)
    assert not table.seated.exists()
    assert not LedgerEntry.objects.exists()


def test_buy_in_cannot_exceed_the_purse(table: Table, alice: User) -> None:
    Purse.objects.create(user=alice, chips=4_000)
    version = fresh(table).version
    with pytest.raises(Refused, match="You have 4,000 chips left, and need 5,000"):
        seating.sit_down(table.pk, alice, number=3, chips=5_000)
    assert not table.seated.exists()
    assert fresh(table).version == version


def test_seat_must_exist(alice: User) -> None:
    table = open_table(alice, options={"players_most": 6})
    for number in (0, -1, 7, 99):
        with pytest.raises(Refused, match="no such seat"):
            seating.sit_down(table.pk, alice, number=number, chips=5_000)
        with pytest.raises(Refused, match="no such seat"):
            seating.hold_seat(table.pk, alice, number)


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_taken_seat_is_refused(seated: Table, carol: User) -> None:
    with pytest.raises(Refused, match="taken"):
        seating.sit_down(seated.pk, carol, number=1, chips=5_000)
    with pytest.raises(Refused, match="taken"):
        seating.hold_seat(seated.pk, carol, 1)


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_player_has_one_seat_at_a_table(seated: Table, alice: User) -> None:
    with pytest.raises(Refused, match="already"):
        seating.sit_down(seated.pk, alice, number=5, chips=5_000)
    with pytest.raises(Refused, match="already"):
        seating.hold_seat(seated.pk, alice, 5)
    assert purse(alice) == 90_000


def test_a_player_may_sit_at_several_tables(seated: Table, alice: User) -> None:
    other = open_table(alice)
    seating.sit_down(other.pk, alice, number=1, chips=20_000)
    assert purse(alice) == 70_000
    assert_books_agree()


def test_nobody_sits_down_at_a_closed_table(table: Table, alice: User, bob: User) -> None:
    lifecycle.close(table.pk, alice)
    with pytest.raises(Refused, match="closed"):
        seating.hold_seat(table.pk, bob, 1)
    with pytest.raises(Refused, match="closed"):
        waiting_list.wait_for_seat(table.pk, bob)
    with pytest.raises(Refused, match="closed"):
        seating.sit_down(table.pk, bob, number=1, chips=5_000)


def test_a_second_player_wakes_the_table(table: Table, alice: User, bob: User, clock: Clock) -> None:
    look_on(table, alice)
    seating.sit_down(table.pk, alice, number=1, chips=5_000)
    clock.run_due(table)
    assert fresh(table).due == Table.Due.NOTHING
    seating.sit_down(table.pk, bob, number=2, chips=5_000)
    assert (fresh(table).due, clock.run_due(table)) == ("deal", PROMISED_IN.seconds)
    assert fresh(table).hands_dealt == 1


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_returning_player_brings_what_they_took_within_half_an_hour(dealt: Table, alice: User, clock: Clock) -> None:
    fold_out(dealt)
    Seat.objects.filter(user=alice).update(stack=25_000)  # more than the highest buy-in
    seating.stand_up(dealt.pk, alice)
    clock.go_on(29 * 60)
    assert seating.buy_in_bounds(dealt, alice) == (25_000, 25_000)
    with pytest.raises(Refused, match="25,000"):
        seating.sit_down(dealt.pk, alice, number=1, chips=20_000)
    seating.sit_down(dealt.pk, alice, number=1, chips=25_000)


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_after_half_an_hour_the_usual_limits_hold(seated: Table, alice: User, clock: Clock) -> None:
    seating.stand_up(seated.pk, alice)
    assert seating.buy_in_bounds(seated, alice) == (10_000, 20_000)
    clock.go_on(30 * 60)
    assert seating.buy_in_bounds(seated, alice) == (4_000, 20_000)


def test_chips_taken_from_one_table_bind_at_no_other(seated: Table, alice: User) -> None:
    seating.stand_up(seated.pk, alice)
    assert seating.buy_in_bounds(open_table(alice), alice) == (4_000, 20_000)


def rows(model: type[Model], *but: str) -> list[dict[str, Any]]:
    return [{k: v for k, v in row.items() if k not in but} for row in model._default_manager.order_by("pk").values()]


def everything() -> list[list[dict[str, Any]]]:
    return [
        rows(Seat, "id"),
        rows(Purse),
        rows(LedgerEntry, "id", "at"),
        rows(Presence, "id"),
        rows(Table, "version", "lobby_version", "around_version"),
    ]


def test_seat_people_makes_the_same_rows_as_sitting_down(table: Table, alice: User, bob: User) -> None:
    before = transaction.savepoint()
    for number, user in ((1, alice), (2, bob)):
        look_on(table, user)
        seating.sit_down(table.pk, user, number=number, chips=10_000)
    made = everything()
    transaction.savepoint_rollback(before)
    seat_people(table, [alice, bob])
    assert everything() == made
