"""Test that a host who was blocked by a player invites them as usual and learns nothing; the player sees nothing."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import Aside, User
from accounts.services import blocks
from tables.access import permissions
from tables.core.refusals import Refused
from tables.hosting import invitations, rematch
from tables.hosting.mail import mail_invitation
from tables.models import Departure, Invitation, Table
from tables.play import lifecycle
from tests.lobbies import lobby_of, notified
from tests.tables.helpers import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def private(alice: User, bob: User) -> Table:
    """Open a table of Alice's; Bob has blocked her."""
    blocks.block(bob, alice)
    return open_table(alice, found_by=Table.FoundBy.INVITATION, watchable=False)


def of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def host_reads(table: Table, host: User, whom: str) -> str:
    """Return the line about this invitation in the host's menu."""
    page = of(host).get(f"/t/{table.code}/").content.decode()
    return next((line for line in page.splitlines() if "has not answered yet" in line and whom in line), "")


def test_the_host_reads_the_same_for_a_player_who_blocked_them(
    private: Table, alice: User, bob: User, carol: User
) -> None:
    for whom in (bob, carol):
        invitations.invite(private.pk, alice, whom)
    assert host_reads(private, alice, "Bob")
    assert host_reads(private, alice, "Carol")
    for whom in (bob, carol):
        with pytest.raises(Refused, match="This player is invited already"):
            invitations.invite(private.pk, alice, whom)


def test_inviting_a_friend_answers_the_same(private: Table, alice: User, bob: User) -> None:
    asked = of(alice).post("/friends/invite/", {"invite": str(bob.pk), "table": private.code}, follow=True)
    assert "Bob is invited to A table." in asked.content.decode()


def test_the_blocker_sees_no_invitation(private: Table, alice: User, bob: User) -> None:
    invitations.invite(private.pk, alice, bob)
    assert lobby_of(bob).letters == ()
    assert notified(bob).letters == ()
    assert not permissions.may_see(private, bob)
    assert not permissions.ties_with(bob, [private.pk])[private.pk].has(bob, permissions.Tie.INVITED)
    assert of(bob).get(f"/t/{private.code}/").status_code == 404


def test_the_blocker_gets_no_mail(private: Table, alice: User, bob: User, carol: User, settings: Settings) -> None:
    settings.MAIL_CONFIGURED = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    for user in (bob, carol):
        EmailAddress.objects.create(user=user, email=f"{user.username}@example.org", verified=True, primary=True)
        mail_invitation(invitations.invite(private.pk, alice, user).pk)
    assert [message.to for message in mail.outbox] == [["carol@example.org"]]


def test_the_invitation_appears_when_the_block_is_taken_back(private: Table, alice: User, bob: User) -> None:
    letter = invitations.invite(private.pk, alice, bob)
    blocks.take_back(bob, alice, Aside.Kind.BLOCK)
    assert [found.code for found in lobby_of(bob).letters] == [letter.code]
    assert invitations.accept(letter.code, bob) == private


def test_another_host_revokes_it_and_invites_anew(private: Table, alice: User, bob: User, carol: User) -> None:
    letter = invitations.invite(private.pk, alice, bob)
    private.cohosts.create(user=carol)
    invitations.revoke(private.pk, carol, letter.pk)
    invitations.invite(private.pk, carol, bob)
    assert [found.by for found in lobby_of(bob).letters] == ["Carol"]


def test_a_rematch_invites_blockers_in_the_same_way(alice: User, bob: User, carol: User) -> None:
    old = open_table(alice)
    for user in (alice, bob, carol):
        Departure.objects.create(table=old, user=user, chips=1)
    lifecycle.close(old.pk, alice)
    blocks.block(bob, alice)
    new = rematch.play_again(old.pk, alice)
    assert {letter.user for letter in new.invitations.select_related("user")} == {bob, carol}
    assert lobby_of(bob).letters == ()
    assert [letter.name for letter in lobby_of(carol).letters] == [old.name]


def test_a_later_block_ends_the_invitation_as_declining_does(alice: User, bob: User, carol: User) -> None:
    table = open_table(alice)
    letters = [invitations.invite(table.pk, alice, user) for user in (bob, carol)]
    blocks.block(bob, alice)
    invitations.decline(letters[1].code, carol)
    assert not host_reads(table, alice, "Bob")
    assert not host_reads(table, alice, "Carol")
    for user in (bob, carol):
        invitations.invite(table.pk, alice, user)
    assert Invitation.objects.filter(answer="", revoked_at=None).count() == 2


def test_the_events_are_the_same(private: Table, alice: User, bob: User, carol: User) -> None:
    events: list[dict[str, Any]] = []
    for whom in (bob, carol):
        invitations.invite(private.pk, alice, whom)
        events.append({"values": private.events.get(whom=whom).values, "verb": private.events.get(whom=whom).verb})
    assert events[0] == events[1]
