"""Test what the host, and nobody else, may do with a table; never in the middle of a hand."""

from collections.abc import Callable
from itertools import product

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import User
from tables.core.refusals import Refused
from tables.hosting import house_bots
from tables.models import Hand, Table
from tables.play import due, lifecycle, seating
from tests.tables.helpers import (
    Clock,
    act,
    assert_books_agree,
    close_by_force,
    fold_out,
    fresh,
    hand_of,
    look_away,
    purse,
    to_act,
)

pytestmark = pytest.mark.django_db

VERBS: list[Callable[[int, User], object]] = [lifecycle.pause, lifecycle.resume, lifecycle.close]


def test_only_the_host_pauses_resumes_and_closes(dealt: Table, bob: User, carol: User) -> None:
    before = fresh(dealt).version
    for user, verb in product((bob, carol), VERBS):
        with pytest.raises(PermissionDenied, match="Only the host"):
            verb(dealt.pk, user)
    assert (fresh(dealt).version, fresh(dealt).state, fresh(dealt).closes_after_hand) == (before, "open", False)


def test_a_closed_table_cannot_be_paused_resumed_or_closed(table: Table, alice: User) -> None:
    lifecycle.close(table.pk, alice)
    for verb in VERBS:
        with pytest.raises(Refused, match="closed"):
            verb(table.pk, alice)


def test_a_pause_begins_after_the_hand(dealt: Table, alice: User, clock: Clock) -> None:
    lifecycle.pause(dealt.pk, alice)
    assert (hand_of(dealt).state, fresh(dealt).due) == (Hand.State.RUNNING, "act")
    fold_out(dealt)
    clock.run_due(dealt)
    assert (fresh(dealt).state, fresh(dealt).due, fresh(dealt).hands_dealt) == ("paused", "", 1)


def test_a_pause_between_hands_begins_at_once(seated: Table, alice: User) -> None:
    lifecycle.pause(seated.pk, alice)
    assert (fresh(seated).state, fresh(seated).due) == ("paused", "")


def test_only_its_host_resumes_a_paused_table(seated: Table, alice: User, bob: User, carol: User) -> None:
    lifecycle.pause(seated.pk, alice)
    seating.sit_down(seated.pk, carol, number=3, chips=5_000)
    seating.sit_out(seated.pk, bob)
    seating.come_back(seated.pk, bob)
    assert (fresh(seated).state, fresh(seated).due) == ("paused", "")


def test_a_resumed_table_deals_the_next_hand(seated: Table, alice: User, clock: Clock) -> None:
    lifecycle.pause(seated.pk, alice)
    lifecycle.resume(seated.pk, alice)
    clock.run_due(seated)
    assert (fresh(seated).state, fresh(seated).hands_dealt) == ("open", 1)


def test_a_pause_taken_back_in_the_hand_changes_nothing(dealt: Table, alice: User, clock: Clock) -> None:
    lifecycle.pause(dealt.pk, alice)
    clock.go_on(5)
    lifecycle.resume(dealt.pk, alice)
    assert (fresh(dealt).due, clock.reach(dealt)) == ("act", 15)


def test_a_paused_table_that_is_left_closes(seated: Table, alice: User, bob: User, clock: Clock) -> None:
    lifecycle.pause(seated.pk, alice)
    look_away(seated, alice, bob)
    due.sweep()
    assert clock.run_due(seated) == 86_400
    assert fresh(seated).is_closed


def test_closing_gives_everybody_their_chips_back(seated: Table, alice: User, bob: User, carol: User) -> None:
    seating.hold_seat(seated.pk, carol, 3)
    lifecycle.close(seated.pk, alice)
    assert (fresh(seated).state, fresh(seated).due, seated.seated.count()) == ("closed", "", 0)
    assert (purse(alice), purse(bob)) == (100_000, 100_000)
    assert_books_agree()


def test_closing_waits_for_the_end_of_the_hand(dealt: Table, alice: User, bob: User) -> None:
    lifecycle.close(dealt.pk, alice)
    assert (fresh(dealt).state, fresh(dealt).closes_after_hand) == ("open", True)
    act(dealt, to_act(dealt), "fold")
    assert (fresh(dealt).state, fresh(dealt).due, fresh(dealt).turn) == ("closed", "", None)
    assert (purse(alice), purse(bob)) == (99_950, 100_050)
    assert_books_agree()


def test_closing_sends_house_bots_away(table: Table, alice: User) -> None:
    house_bots.add_bot(table.pk, alice, "caller")
    lifecycle.close(table.pk, alice)
    assert not table.seated.exists()
    assert_books_agree()


def test_closing_by_force_voids_the_running_hand(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "raise", 5_000)
    close_by_force(dealt)
    assert (fresh(dealt).state, hand_of(dealt).state) == ("closed", Hand.State.VOID)
    assert (purse(alice), purse(bob)) == (100_000, 100_000)
    assert_books_agree()


def test_closing_by_force_between_hands_closes_at_once(seated: Table, alice: User) -> None:
    close_by_force(seated)
    assert fresh(seated).is_closed
    assert purse(alice) == 100_000
