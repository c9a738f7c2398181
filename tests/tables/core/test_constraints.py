"""Test what the database itself refuses, whatever the code above it does."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts.models import User
from tables.models import Departure, Hand, HandPlayer, LedgerEntry, Move, Presence, Purse, Seat, Table, Waiting
from tests.tables.helpers import hand_of

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("constraints of the database")]
SOME_TIME = datetime(2030, 1, 1, tzinfo=UTC)


def refuses(change: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        change()


def refuses_each(rows: QuerySet[Any], wrong: list[dict[str, Any]]) -> None:
    for fields in wrong:
        refuses(partial(rows.update, **fields))


OF_A_TABLE: list[dict[str, Any]] = [
    {"due": "", "due_at": SOME_TIME},
    {"due": "act", "due_at": None},
    {"state": "closed"},  # while something is due
    {"buy_in_least": 0},
    {"buy_in_least": 20_001},
    {"seconds_to_act": 4},
    {"seconds_to_act": 301},
]


def test_database_refuses_wrong_tables(dealt: Table) -> None:
    refuses_each(Table.objects.filter(pk=dealt.pk), OF_A_TABLE)


def test_database_refuses_a_second_table_with_the_same_code(dealt: Table, alice: User) -> None:
    refuses(
        lambda: Table.objects.create(
            code=dealt.code, name="x", owner=alice, rules={}, buy_in_least=1, buy_in_most=1, due="", due_at=None
        )
    )


OF_A_SEAT: list[dict[str, Any]] = [
    {"stack": -1},
    {"number": 0},
    {"number": 11},
    {"number": 2},  # Bob's seat
    {"state": "held"},
    {"held_until": SOME_TIME},
    {"state": "held", "held_until": SOME_TIME},  # a held seat with chips
]


def test_database_refuses_wrong_seats(dealt: Table, alice: User) -> None:
    refuses_each(Seat.objects.filter(user=alice), OF_A_SEAT)


def test_database_refuses_a_second_seat_of_a_player(dealt: Table, alice: User) -> None:
    refuses(lambda: Seat.objects.create(table=dealt, user=alice, number=9, state="playing"))


OF_A_HAND: list[dict[str, Any]] = [
    {"cut": 52},
    {"cut": None},  # while the hand runs
    {"state": "over"},  # over without an end
    {"ended_at": SOME_TIME},  # ended while it runs
]


def test_database_refuses_wrong_hands(dealt: Table) -> None:
    refuses_each(Hand.objects.filter(pk=hand_of(dealt).pk), OF_A_HAND)


def test_database_refuses_two_hands_at_a_time(dealt: Table) -> None:
    refuses(lambda: Hand.objects.create(table=dealt, number=2, rules={}, button=1, sealed={}, root="x"))


def test_database_refuses_two_hands_with_one_number(dealt: Table) -> None:
    over = {"state": "over", "cut": 0, "ended_at": SOME_TIME}
    refuses(lambda: Hand.objects.create(table=dealt, number=1, rules={}, button=1, sealed={}, root="x", **over))


def test_database_refuses_wrong_players_of_a_hand(dealt: Table, alice: User, carol: User) -> None:
    hand = hand_of(dealt)
    refuses(lambda: HandPlayer.objects.create(hand=hand, seat=1, user=carol, stack=1))
    refuses(lambda: HandPlayer.objects.create(hand=hand, seat=3, user=alice, stack=1))
    refuses(lambda: HandPlayer.objects.create(hand=hand, seat=3, user=carol, stack=0))


def test_database_refuses_two_moves_with_one_number(dealt: Table) -> None:
    Move.objects.create(hand=hand_of(dealt), sequence=0, seat=1, verb="fold")
    refuses(lambda: Move.objects.create(hand=hand_of(dealt), sequence=0, seat=1, verb="call"))


def test_database_refuses_a_negative_purse(dealt: Table, alice: User) -> None:
    refuses(lambda: Purse.objects.filter(user=alice).update(chips=-1))


OF_THE_LEDGER = [
    ("buy_in", -100, 99, True),
    ("top_up", 100, 100, True),
    ("cash_out", 100, 0, True),
    ("grant", 0, 100, True),
    ("refill", 100, 1, True),
    ("hand", 1, 0, True),
    ("void", 1, 0, True),
    ("house", -100, 100, True),
    ("gift", 0, 0, True),
    ("buy_in", -100, 100, False),
    ("hand", 0, 100, False),
]
"""Lists kind, chips to the purse, chips to the seat, and whether the entry names a table."""


def test_database_refuses_wrong_ledger_entries(table: Table, alice: User) -> None:
    for kind, to_purse, to_seat, at_table in OF_THE_LEDGER:
        where = table if at_table else None
        entry = LedgerEntry(kind=kind, user=alice, table=where, to_purse=to_purse, to_seat=to_seat)
        refuses(entry.save)


def test_database_refuses_other_duplicates(table: Table, alice: User) -> None:
    def twice(make: Callable[[], object]) -> None:
        make()
        refuses(make)

    twice(lambda: Waiting.objects.create(table=table, user=alice))
    twice(lambda: Departure.objects.create(table=table, user=alice, chips=1))
    twice(lambda: Presence.objects.create(table=table, user=alice, process="p", until=SOME_TIME))
