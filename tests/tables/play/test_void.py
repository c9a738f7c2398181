"""Test that a void hand has no effect: every chip is where it was before it."""

import pytest

from accounts.models import User
from tables.core.refusals import Refused, Stale
from tables.models import Hand, LedgerEntry, Seat, Table
from tables.play import dealing, seating
from tests.tables.helpers import Clock, act, assert_books_agree, fold_out, fresh, hand_of, void_hand

pytestmark = pytest.mark.django_db


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_void_hand_gives_every_chip_back(three: Table, alice: User, bob: User) -> None:
    act(three, alice, "all-in")
    act(three, bob, "call")
    void_hand(three)
    assert (hand_of(three).state, hand_of(three).ended_at is not None) == (Hand.State.VOID, True)
    assert set(three.seated.values_list("stack", flat=True)) == {10_000}
    assert_books_agree()


def test_ledger_names_all_players_of_a_void_hand(three: Table, alice: User, bob: User, carol: User) -> None:
    void_hand(three)
    entries = LedgerEntry.objects.filter(kind="void", hand=hand_of(three), table=three)
    assert set(entries.values_list("user", "to_seat")) == {(user.pk, 0) for user in (alice, bob, carol)}


def test_void_hand_ends_the_turn_and_makes_the_next_hand_due(dealt: Table, clock: Clock) -> None:
    clock.run_due(dealt)  # starts the time bank
    void_hand(dealt)
    assert (fresh(dealt).turn, fresh(dealt).bank_since) == (None, None)
    assert (fresh(dealt).due, clock.run_due(dealt), hand_of(dealt).number) == ("deal", 0, 2)


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_hand_may_be_voided_while_the_deck_is_cut(seated: Table, alice: User, clock: Clock) -> None:
    dealing.commit(seated.pk, alice, "a" * 64)
    clock.run_due(seated)
    void_hand(seated)
    assert (hand_of(seated).state, hand_of(seated).cut) == (Hand.State.VOID, None)
    assert_books_agree()


def test_hand_that_is_over_cannot_be_voided(dealt: Table) -> None:
    fold_out(dealt)
    stacks = list(dealt.seated.values_list("stack", flat=True))
    with pytest.raises(Refused, match="No hand is running"):
        void_hand(dealt)
    assert list(dealt.seated.values_list("stack", flat=True)) == stacks


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_hand_is_voided_only_once(dealt: Table) -> None:
    void_hand(dealt)
    with pytest.raises(Refused, match="No hand is running"):
        void_hand(dealt)
    assert LedgerEntry.objects.filter(kind="void").count() == 2


def test_action_in_a_void_hand_is_stale(dealt: Table, alice: User) -> None:
    void_hand(dealt)
    with pytest.raises(Stale):
        act(dealt, alice, "call")


def test_players_leave_and_sit_out_after_a_void_hand(three: Table, alice: User, bob: User) -> None:
    seating.stand_up(three.pk, bob)
    seating.sit_out(three.pk, alice)
    void_hand(three)
    assert dict(three.seated.values_list("number", "state")) == {1: Seat.State.OUT, 3: Seat.State.PLAYING}
    assert_books_agree()
