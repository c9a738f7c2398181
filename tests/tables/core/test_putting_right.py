"""Test that a wrong ledger entry is put right by its opposite, once, and never below zero."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction

from accounts.models import AuditEntry, User
from tables.core import locking, money
from tables.core.refusals import Refused
from tables.models import LedgerEntry, Purse, Seat, Table
from tests.tables.helpers import assert_books_agree, fold_out, purse, void_hand

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("row locks")]
Kind = LedgerEntry.Kind


def chips_in_the_room() -> int:
    return sum(Purse.objects.values_list("chips", flat=True)) + sum(Seat.objects.values_list("stack", flat=True))


def entry_of(user: User, kind: str) -> LedgerEntry:
    return LedgerEntry.objects.get(user=user, kind=kind)


def test_refill_too_many_is_taken_back(alice: User, moderator: User) -> None:
    Purse.objects.create(user=alice, chips=500)
    LedgerEntry.objects.create(kind=Kind.GRANT, user=alice, to_purse=500)
    money.refill(alice)
    wrong, before = entry_of(alice, "refill"), chips_in_the_room()
    right = money.reverse(wrong.pk, moderator, "Counted twice.")
    assert (right.kind, right.reverses, right.to_purse, right.to_seat) == (Kind.REVERSAL, wrong, -wrong.to_purse, 0)
    assert purse(alice) == 500
    assert chips_in_the_room() == before - wrong.to_purse
    assert_books_agree()
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.whom, entry.about, entry.words) == (
        "reverse",
        alice,
        f"entry {wrong.pk}",
        "Counted twice.",
    )


def test_reversing_a_buy_in_changes_only_the_purse(seated: Table, alice: User, moderator: User) -> None:
    before = chips_in_the_room()
    money.reverse(entry_of(alice, "buy_in").pk, moderator, "Taken twice.")
    assert (purse(alice), seated.seated.get(user=alice).stack) == (100_000, 10_000)
    assert chips_in_the_room() == before + 10_000
    assert_books_agree()


def test_entry_is_reversed_only_once(seated: Table, alice: User, moderator: User) -> None:
    wrong = entry_of(alice, "buy_in")
    money.reverse(wrong.pk, moderator, "Taken twice.")
    with pytest.raises(Refused, match="already"):
        money.reverse(wrong.pk, moderator, "Taken twice.")
    assert purse(alice) == 100_000


def test_wrong_reversal_is_reversed_too(seated: Table, alice: User, moderator: User) -> None:
    right = money.reverse(entry_of(alice, "buy_in").pk, moderator, "Taken twice.")
    money.reverse(right.pk, moderator, "It was not.")
    assert purse(alice) == 90_000
    assert_books_agree()


def test_purse_does_not_go_below_zero(seated: Table, alice: User, moderator: User) -> None:
    with pytest.raises(Refused, match=r"100,000 chips would have to go, and only 90,000"):
        money.reverse(entry_of(alice, "grant").pk, moderator, "A second account.")
    assert purse(alice) == 90_000
    assert_books_agree()


def test_entry_that_moved_nothing_to_a_purse_cannot_be_reversed(dealt: Table, alice: User, moderator: User) -> None:
    fold_out(dealt)
    for entry in LedgerEntry.objects.filter(kind="hand"):
        with pytest.raises(Refused, match="nothing to or from a purse"):
            money.reverse(entry.pk, moderator, "He cheated.")
    assert_books_agree()


def test_entry_of_a_void_hand_cannot_be_reversed(dealt: Table, alice: User, moderator: User) -> None:
    void_hand(dealt)
    with pytest.raises(Refused, match="nothing to or from a purse"):
        money.reverse(entry_of(alice, "void").pk, moderator, "He cheated.")


def test_players_cannot_reverse_nor_moderators_for_moderators(
    seated: Table, alice: User, bob: User, moderator: User, admin: User
) -> None:
    Purse.objects.create(user=admin, chips=7)
    entry = LedgerEntry.objects.create(kind=Kind.GRANT, user=admin, to_purse=7)
    for by, wrong in ((bob, entry_of(alice, "buy_in")), (admin, entry), (moderator, entry)):
        with pytest.raises(PermissionDenied):
            money.reverse(wrong.pk, by, "Because.")
    assert not LedgerEntry.objects.filter(kind=Kind.REVERSAL).exists()


def test_reversing_inside_a_transaction_is_refused(seated: Table, alice: User, moderator: User) -> None:
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        money.reverse(entry_of(alice, "buy_in").pk, moderator, "Taken twice.")


@pytest.mark.django_db(transaction=True)
def test_lock_of_the_one_writer_comes_before_the_transaction(
    seated: Table, alice: User, moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    nested: list[bool] = []
    one_writer = locking._one_writer

    def watched() -> Any:
        nested.append(connection.in_atomic_block)
        return one_writer()

    monkeypatch.setattr(locking, "_one_writer", watched)
    money.reverse(entry_of(alice, "buy_in").pk, moderator, "Taken twice.")
    assert nested == [False]
