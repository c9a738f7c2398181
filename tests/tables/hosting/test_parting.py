"""Test that a block or a closed account ends invitations that are still open."""

import pytest

from accounts.models import Aside, User
from accounts.services import blocks
from accounts.services.deletion import delete_account
from tables.core.refusals import Refused
from tables.hosting import invitations
from tables.models import Guest, Invitation, Table
from tests.tables.helpers import OutboxContext, fresh

pytestmark = pytest.mark.django_db


def open_letters(user: User) -> int:
    return Invitation.objects.filter(user=user, answer="", revoked_at=None).count()


@pytest.mark.parametrize("blocker", ["who invited", "who is invited"])
@pytest.mark.differs_on_services("letters are told on commit")
def test_a_block_ends_the_invitation_between_the_two(
    table: Table, alice: User, bob: User, carol: User, hear: OutboxContext, blocker: str
) -> None:
    for user in (bob, carol):
        invitations.invite(table.pk, alice, user)
    version = fresh(table).version
    with hear() as heard:
        blocks.block(*((alice, bob) if blocker == "who invited" else (bob, alice)))
    assert (open_letters(bob), open_letters(carol)) == (0, 1)
    assert fresh(table).version == version + 1
    assert [topic for topic, _ in heard.topics].count(f"user.{bob.pk}") >= 2  # comes after the invitation's end
    assert heard.topics[-1][0] == f"user.{bob.pk}"


def test_a_player_who_accepted_stays_in(table: Table, alice: User, bob: User) -> None:
    invitations.accept(invitations.invite(table.pk, alice, bob).code, bob)
    blocks.block(alice, bob)
    assert Guest.objects.filter(user=bob, invited=True).exists()
    assert Invitation.objects.get(user=bob).revoked_at is None


def test_nobody_invites_a_player_they_have_blocked(table: Table, alice: User, bob: User) -> None:
    blocks.block(alice, bob)
    with pytest.raises(Refused, match="Unblock them first"):
        invitations.invite(table.pk, alice, bob)
    blocks.take_back(alice, bob, Aside.Kind.BLOCK)
    invitations.invite(table.pk, alice, bob)


@pytest.mark.differs_on_services("letters are told on commit")
def test_a_closed_account_leaves_no_invitations(table: Table, alice: User, bob: User, carol: User) -> None:
    link = invitations.make_link(table.pk, alice)
    invitations.invite(table.pk, alice, bob)
    invitations.invite(table.pk, alice, carol)
    delete_account(bob)
    assert (open_letters(bob), open_letters(carol)) == (0, 1)
    delete_account(alice)
    link.refresh_from_db()
    assert link.revoked_at is not None
    assert open_letters(carol) == 0
