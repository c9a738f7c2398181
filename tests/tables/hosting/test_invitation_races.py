"""Test simultaneous answers to invitations and wishes."""

import pytest

from accounts.models import User
from tables.core.refusals import Refused
from tables.hosting import approval, invitations, rematch
from tables.models import Guest, Invitation, Seat, Table
from tables.play import lifecycle, seating
from tests.tables.helpers import STACK, assert_books_agree, open_table
from tests.tables.play.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.differs_on_services("row locks")]


def test_a_link_admits_no_more_than_its_limit(alice: User, bob: User, carol: User, ted: User) -> None:
    table = open_table(alice, found_by=Table.FoundBy.INVITATION)
    link = invitations.make_link(table.pk, alice, most_uses=2)
    outcomes = at_once(*[lambda user=user: invitations.accept(link.code, user) for user in (bob, carol, ted)])
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoLongerGood", "Table", "Table"]
    assert (Guest.objects.count(), Invitation.objects.get().uses) == (2, 2)


def test_one_person_uses_a_link_once(alice: User, bob: User) -> None:
    table = open_table(alice)
    link = invitations.make_link(table.pk, alice)
    at_once(*[lambda: invitations.accept(link.code, bob)] * 4)
    assert (Guest.objects.count(), Invitation.objects.get().uses) == (1, 1)


def test_an_answer_and_a_revocation_at_once_are_consistent(alice: User, bob: User) -> None:
    """Either the answer came in time or it did not."""
    table = open_table(alice, found_by=Table.FoundBy.INVITATION)
    letter = invitations.invite(table.pk, alice, bob)
    accepted, revoked = at_once(
        lambda: invitations.accept(letter.code, bob), lambda: invitations.revoke(table.pk, alice, letter.pk)
    )
    assert Guest.objects.exists() is isinstance(accepted, Table)
    assert revoked is None


def test_nobody_is_invited_twice(alice: User, bob: User) -> None:
    table = open_table(alice)
    outcomes = at_once(*[lambda: invitations.invite(table.pk, alice, bob)] * 3)
    assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 2
    assert Invitation.objects.count() == 1


def test_two_who_ask_for_a_rematch_at_once_get_one_table(seated: Table, alice: User, bob: User) -> None:
    lifecycle.close(seated.pk, alice)
    outcomes = at_once(*[lambda user=user: rematch.play_again(seated.pk, user) for user in (alice, bob, alice, bob)])
    assert len(set(outcomes)) == 1
    assert (Table.objects.count(), Invitation.objects.count()) == (2, 1)


def test_an_invitation_is_answered_once(alice: User, bob: User) -> None:
    """The answers come from the lobby, from its page, and by sitting down."""
    table = open_table(alice, found_by=Table.FoundBy.INVITATION)
    letter = invitations.invite(table.pk, alice, bob)
    outcomes = at_once(
        *[lambda: invitations.accept(letter.code, bob)] * 2,
        lambda: seating.sit_down(table.pk, bob, number=2, chips=STACK),
    )
    assert not any(isinstance(outcome, Exception) for outcome in outcomes)
    assert (Guest.objects.count(), Invitation.objects.get().uses) == (1, 1)


def test_a_wish_is_granted_once(alice: User, bob: User) -> None:
    table = open_table(alice, approves=True)
    seating.sit_down(table.pk, bob, number=2, chips=STACK)
    wish = table.wishes.get()
    outcomes = at_once(
        *[lambda: approval.approve(table.pk, alice, wish.pk)] * 2, lambda: approval.withdraw(table.pk, bob)
    )
    assert sum(outcome is None for outcome in outcomes[:2]) <= 1
    assert not table.wishes.exists()
    assert table.seated.exclude(state=Seat.State.HELD).count() == outcomes[:2].count(None)
    assert_books_agree()
