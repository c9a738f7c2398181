"""Test invitations to one person: who may write them, who finds them, and how they end."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from accounts.models import User
from poker_site.web import limits
from tables.access import permissions
from tables.core.refusals import Refused
from tables.hosting import invitations
from tables.models import Guest, Table, TableBan
from tables.play import seating
from tests.lobbies import lobby_of
from tests.tables.helpers import STACK, open_table, seat_people
from tests.tables.hosting.test_inviting import letters, of, refused_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def private(alice: User) -> Table:
    return open_table(alice, found_by=Table.FoundBy.INVITATION)


class TestLetters:
    def test_a_personal_invitation_is_in_the_lobby_until_answered(self, private: Table, alice: User, bob: User) -> None:
        letter = invitations.invite_by_name(private.pk, alice, " BOB ")
        assert letters(bob) == [private.name]
        assert permissions.may_see(private, bob)
        invitations.accept(letter.code, bob)
        assert letters(bob) == []
        assert [row.name for row in lobby_of(bob).yours] == [private.name]

    @pytest.mark.differs_on_services("row locks")
    def test_a_personal_invitation_counts_once_for_two_clicks(self, private: Table, alice: User, bob: User) -> None:
        letter = invitations.invite(private.pk, alice, bob)
        for _ in range(2):
            assert of(bob).post(f"/i/{letter.code}/accept/")["Location"] == f"/t/{private.code}/"
        assert of(bob).get(f"/i/{letter.code}/")["Location"] == f"/t/{private.code}/"
        letter.refresh_from_db()
        assert letter.uses == 1

    def test_sitting_down_accepts_a_personal_invitation(
        self, private: Table, alice: User, bob: User, hear: Any
    ) -> None:
        letter = invitations.invite(private.pk, alice, bob)
        with hear() as heard:
            seating.sit_down(private.pk, bob, number=2, chips=STACK)
        assert f"user.{bob.pk}" in dict(heard.topics)
        assert letters(bob) == []
        letter.refresh_from_db()
        assert (letter.answer, letter.uses) == ("accepted", 1)
        seating.stand_up(private.pk, bob)
        assert permissions.may_see(private, bob)

    @pytest.mark.differs_on_services("row locks")
    def test_a_personal_invitation_can_be_declined(self, private: Table, alice: User, bob: User) -> None:
        letter = invitations.invite(private.pk, alice, bob)
        invitations.decline(letter.code, bob)
        assert letters(bob) == []
        assert not permissions.may_see(private, bob)
        with pytest.raises(invitations.NoLongerGood):
            invitations.accept(letter.code, bob)
        invitations.invite(private.pk, alice, bob)  # a declined player may be invited again
        assert letters(bob) == [private.name]

    def test_a_personal_invitation_can_be_revoked(self, private: Table, alice: User, bob: User) -> None:
        letter = invitations.invite(private.pk, alice, bob)
        invitations.revoke(private.pk, alice, letter.pk)
        assert letters(bob) == []
        refused_link(letter, bob)

    def test_a_personal_invitation_is_for_nobody_else(
        self, private: Table, alice: User, bob: User, carol: User
    ) -> None:
        letter = invitations.invite(private.pk, alice, bob)
        for answer in (invitations.accept, invitations.decline):
            with pytest.raises(PermissionDenied):
                answer(letter.code, carol)
        assert of(carol).get(f"/i/{letter.code}/").status_code == 404
        assert of(carol).post(f"/i/{letter.code}/accept/").status_code == 302
        assert not Guest.objects.exists()
        assert letters(carol) == []
        assert letters(bob) == [private.name]

    def test_a_visitor_is_sent_from_an_invitation_to_the_login(self, private: Table, alice: User, bob: User) -> None:
        letter = invitations.invite(private.pk, alice, bob)
        answer = Client().get(f"/i/{letter.code}/")
        assert (answer.status_code, answer["Location"]) == (302, f"/account/login/?next=/i/{letter.code}/")

    def test_a_personal_invitation_notifies_the_account_at_once(
        self, private: Table, alice: User, bob: User, hear: Any
    ) -> None:
        with hear() as heard:
            invitations.invite(private.pk, alice, bob)
        assert f"user.{bob.pk}" in dict(heard.topics)

    def test_nobody_invites_themselves_or_the_same_player_twice(self, private: Table, alice: User, bob: User) -> None:
        with pytest.raises(Refused, match="own table"):
            invitations.invite(private.pk, alice, alice)
        invitations.invite(private.pk, alice, bob)
        with pytest.raises(Refused, match="invited already"):
            invitations.invite(private.pk, alice, bob)

    def test_seated_players_cannot_be_invited(self, private: Table, alice: User, bob: User) -> None:
        seat_people(private, [bob])
        with pytest.raises(Refused, match="here already"):
            invitations.invite(private.pk, alice, bob)

    def test_banned_players_cannot_be_invited(self, private: Table, alice: User, bob: User) -> None:
        TableBan.objects.create(table=private, user=bob)
        with pytest.raises(Refused, match="Lift the ban"):
            invitations.invite(private.pk, alice, bob)

    @pytest.mark.parametrize("name", ["", "Nobody", "\x00", "x" * 300])
    @pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
    def test_unknown_names_cannot_be_invited(self, private: Table, alice: User, name: str) -> None:
        with pytest.raises(Refused, match="Nobody here"):
            invitations.invite_by_name(private.pk, alice, name)

    @pytest.mark.differs_on_services("counted in Redis")
    def test_inviting_too_often_is_refused(self, private: Table, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.LIMITS, "invitation", limits.Limit(1, 60))
        invitations.make_link(private.pk, alice)
        with pytest.raises(limits.TooOften):
            invitations.invite_by_name(private.pk, alice, "Bob")
