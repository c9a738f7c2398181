"""Test buttons pressed twice, or in two windows at the same moment: what may exist once exists once."""

import contextlib
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest

from accounts.models import User
from accounts.services import deletion
from tables.core import money
from tables.core.refusals import Refused
from tables.hosting.practice import practice
from tables.models import LedgerEntry, Purse, Table
from tables.play import lifecycle, seating
from tests.tables.helpers import assert_books_agree, open_table
from tests.tables.play.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.differs_on_services("row locks")]


def meet(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> None:
    """Let two threads meet here, after both have checked and before either has acted; a lock keeps them apart."""
    together, real = Barrier(2), getattr(where, name)

    def at_the_same_moment(*arguments: Any, **more: Any) -> Any:
        with contextlib.suppress(BrokenBarrierError):
            together.wait(0.3)
        return real(*arguments, **more)

    monkeypatch.setattr(where, name, at_the_same_moment)


def test_nobody_opens_more_tables_than_are_allowed(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(lifecycle.MOST_OPEN_TABLES - 1):
        open_table(alice)
    meet(monkeypatch, Table, "save")
    outcomes = at_once(*[lambda: open_table(alice)] * 2)
    assert {type(outcome) for outcome in outcomes} == {Table, Refused}
    assert Table.objects.count() == lifecycle.MOST_OPEN_TABLES


def test_different_hosts_do_not_block_each_other(alice: User, bob: User) -> None:
    outcomes = at_once(lambda: open_table(alice), lambda: open_table(bob))
    assert [type(outcome) for outcome in outcomes] == [Table, Table]


def test_practice_opens_one_table(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    meet(monkeypatch, Table, "save")
    outcomes = at_once(*[lambda: practice(alice)] * 2)
    assert outcomes == [Table.objects.get()] * 2
    assert Table.objects.get().seated.count() == 4
    assert_books_agree()


def test_player_sits_down_again_only_once(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table = practice(alice)
    seating.stand_up(table.pk, alice)
    meet(monkeypatch, seating, "sit_down")
    assert at_once(*[lambda: practice(alice)] * 2) == [table, table]
    assert table.seated.filter(user=alice).count() == 1
    assert_books_agree()


def test_two_first_practice_tables_share_the_new_bots(alice: User, bob: User) -> None:
    outcomes = at_once(lambda: practice(alice), lambda: practice(bob))
    assert [type(outcome) for outcome in outcomes] == [Table, Table]
    assert User.objects.filter(is_bot=True).count() == 3


def test_a_refill_is_given_once(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    Purse.objects.create(user=alice, chips=0)
    meet(monkeypatch, money, "_to_purse")
    outcomes = at_once(*[lambda: money.refill(alice)] * 2)
    assert {type(outcome) for outcome in outcomes} == {Purse}
    assert LedgerEntry.objects.get().to_purse == money.FIRST_CHIPS


def test_account_deleted_just_now_opens_no_table(alice: User) -> None:
    earlier = User.objects.get(pk=alice.pk)
    deletion.delete_account(alice)
    outcomes = at_once(lambda: open_table(earlier), lambda: practice(earlier))
    assert [type(outcome).__name__ for outcome in outcomes] == ["PermissionDenied"] * 2
    assert not Table.objects.exists()
