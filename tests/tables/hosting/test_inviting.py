"""Test who may make invitations, whom they let in, and when they no longer do."""

from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from accounts.models import User
from tables.access import permissions
from tables.core.refusals import Refused
from tables.hosting import invitations
from tables.models import Cohost, Guest, Invitation, Table, TableBan
from tables.play import lifecycle
from tests.lobbies import lobby_of
from tests.tables.helpers import Clock, fresh, open_table, seat_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def private(alice: User) -> Table:
    return open_table(alice, found_by=Table.FoundBy.INVITATION)


@pytest.fixture
def link(private: Table, alice: User) -> Invitation:
    return invitations.make_link(private.pk, alice)


def of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def letters(user: User) -> list[str]:
    return [letter.name for letter in lobby_of(user).letters]


def refused_link(link: Invitation, user: User) -> None:
    with pytest.raises(invitations.NoLongerGood):
        invitations.accept(link.code, user)
    assert not permissions.may_see(fresh(link.table), user)
    answer = of(user).get(f"/i/{link.code}/")
    assert answer.status_code == 410
    assert link.table.name not in answer.content.decode()


class TestLinks:
    def test_a_link_admits_those_who_have_it(self, private: Table, link: Invitation, bob: User) -> None:
        assert not permissions.may_see(private, bob)
        assert invitations.accept(link.code, bob) == private
        assert permissions.may_see(private, bob)
        assert permissions.reason_not_to_sit(private, bob) is None

    @pytest.mark.differs_on_services("row locks")
    def test_a_link_is_used_once_by_each_user(self, link: Invitation, bob: User, carol: User) -> None:
        for user in (bob, bob, carol):
            invitations.accept(link.code, user)
        link.refresh_from_db()
        assert link.uses == 2

    @pytest.mark.differs_on_services("row locks")
    def test_a_link_ends_with_its_last_use(self, private: Table, alice: User, bob: User, carol: User) -> None:
        link = invitations.make_link(private.pk, alice, most_uses=1)
        invitations.accept(link.code, bob)
        refused_link(link, carol)
        assert invitations.accept(link.code, bob) == private  # who is inside stays inside

    @pytest.mark.differs_on_services("row locks")
    def test_a_link_expires(self, private: Table, alice: User, bob: User, clock: Clock) -> None:
        link = invitations.make_link(private.pk, alice, hours=24)
        clock.go_on(24 * 3600 - 1)
        assert invitations.is_open(link)
        clock.go_on(1)
        refused_link(link, bob)

    @pytest.mark.differs_on_services("row locks")
    def test_a_link_can_be_revoked(self, private: Table, link: Invitation, alice: User, bob: User, carol: User) -> None:
        invitations.accept(link.code, bob)
        invitations.revoke(private.pk, alice, link.pk)
        refused_link(link, carol)
        assert permissions.may_see(private, bob)
        with pytest.raises(Refused, match="no such invitation"):
            invitations.revoke(private.pk, alice, link.pk)

    def test_a_link_does_not_open_a_closed_table(
        self, private: Table, link: Invitation, alice: User, bob: User
    ) -> None:
        lifecycle.close(private.pk, alice)
        with pytest.raises(Refused, match="closed"):
            invitations.accept(link.code, bob)
        assert of(bob).get(f"/i/{link.code}/").status_code == 410

    def test_a_link_does_not_lift_a_ban(self, private: Table, link: Invitation, bob: User) -> None:
        TableBan.objects.create(table=private, user=bob)
        with pytest.raises(Refused, match="not come to this table"):
            invitations.accept(link.code, bob)
        assert not Guest.objects.exists()

    def test_an_old_link_still_leads_back_who_used_it(
        self, private: Table, alice: User, bob: User, clock: Clock
    ) -> None:
        """This holds when the link no longer admits others."""
        link = invitations.make_link(private.pk, alice, hours=1)
        invitations.accept(link.code, bob)
        clock.go_on(3601)
        invitations.revoke(private.pk, alice, link.pk)
        assert of(bob).get(f"/i/{link.code}/")["Location"] == f"/t/{private.code}/"
        assert of(bob).post(f"/i/{link.code}/accept/")["Location"] == f"/t/{private.code}/"

    def test_a_used_link_lists_the_table_as_ones_own(
        self, private: Table, link: Invitation, alice: User, bob: User
    ) -> None:
        """The lobby then shows a table that otherwise takes the link to find."""
        unlisted = open_table(alice, found_by=Table.FoundBy.LINK, name="Unlisted")
        invitations.accept(invitations.make_link(unlisted.pk, alice).code, bob)
        assert [row.name for row in lobby_of(bob).yours] == ["Unlisted"]

    def test_open_links_of_a_table_are_limited(
        self, private: Table, alice: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(invitations, "MOST_OPEN_LINKS", 1)
        invitations.make_link(private.pk, alice)
        with pytest.raises(Refused, match="Revoke one first"):
            invitations.make_link(private.pk, alice)

    @pytest.mark.parametrize("wrong", [{"hours": 10**6}, {"most_uses": 10**6}])
    def test_hours_and_uses_of_a_link_are_limited(self, private: Table, alice: User, wrong: dict[str, int]) -> None:
        with pytest.raises(Refused):
            invitations.make_link(private.pk, alice, **wrong)


@pytest.mark.parametrize(
    "ask",
    [
        lambda table, user: invitations.make_link(table.pk, user),
        lambda table, user: invitations.invite_by_name(table.pk, user, "Carol"),
        lambda table, user: invitations.revoke(table.pk, user, table.invitations.get().pk),
    ],
    ids=["link", "letter", "revoke"],
)
def test_only_hosts_invite(
    private: Table, link: Invitation, bob: User, carol: User, ask: Callable[[Table, User], object]
) -> None:
    seat_people(private, [bob])
    with pytest.raises(PermissionDenied):
        ask(private, bob)
    Cohost.objects.create(table=private, user=bob)
    ask(private, bob)


@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
def test_an_unknown_code_leads_nowhere(bob: User) -> None:
    for code in ("0" * 20, "a-b", "%00"):
        assert of(bob).get(f"/i/{code}/").status_code == 404
        assert of(bob).post(f"/i/{code}/accept/").status_code == 302


def test_answers_ask_for_a_login_and_a_token(link: Invitation, bob: User) -> None:
    assert Client().post(f"/i/{link.code}/accept/")["Location"].startswith("/account/login/")
    client = Client(enforce_csrf_checks=True)
    client.force_login(bob)
    assert client.post(f"/i/{link.code}/accept/").status_code == 403
    of(bob).get(f"/i/{link.code}/accept/")
    assert not Guest.objects.exists()


def test_opening_a_link_does_not_use_it(link: Invitation, bob: User) -> None:
    page = of(bob).get(f"/i/{link.code}/").content.decode()
    assert f"Sit down at {link.table.name}" in page
    assert not Guest.objects.exists()


def test_hosts_see_the_address_and_its_qr_code(link: Invitation, alice: User) -> None:
    page = of(alice).get(f"/i/{link.code}/").content.decode()
    assert f"http://testserver/i/{link.code}/" in page
    assert "<svg viewBox=" in page


def test_an_unlisted_table_offers_its_address_to_share(private: Table, alice: User, bob: User) -> None:
    unlisted = open_table(alice, found_by=Table.FoundBy.LINK)
    assert f"/t/{unlisted.code}/share/" in of(alice).get(f"/t/{unlisted.code}/").content.decode()
    page = of(alice).get(f"/t/{unlisted.code}/share/").content.decode()
    assert f'value="http://testserver/t/{unlisted.code}/"' in page
    assert "<svg viewBox=" in page
    TableBan.objects.create(table=unlisted, user=bob)
    for user, code in ((bob, unlisted.code), (bob, private.code), (alice, private.code), (alice, "%00")):
        assert of(user).get(f"/t/{code}/share/").status_code == 404
    assert f"/t/{private.code}/share/" not in of(alice).get(f"/t/{private.code}/").content.decode()


def test_signing_up_from_an_invitation_leads_back_to_it(link: Invitation, admin: User) -> None:
    client = Client()
    page = client.get(f"/i/{link.code}/").content.decode()
    assert "Alice invites you to play" in page
    assert f"/account/signup/?next=%2Fi%2F{link.code}%2F" in page
    fields = {"username": "Newcomer", "password1": "correct horse", "next": f"/i/{link.code}/"}
    assert client.post("/account/signup/", fields)["Location"] == f"/i/{link.code}/"
    answer = client.post(f"/i/{link.code}/accept/")
    assert answer["Location"] == f"/t/{link.table.code}/"
    assert client.get(answer["Location"]).status_code == 200
