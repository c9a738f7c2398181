"""Let a stranger come by a link: read what table it is, give a name, and have a seat proposed."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tables.access import permissions
from tables.hosting import invitations
from tables.hosting.open_game import open_game
from tables.models import Guest, Seat, Table
from tables.play import lifecycle
from tests.tables.helpers import Clock, open_table, seat_people, state_of

pytestmark = pytest.mark.django_db
FORM = {"username": "Newcomer", "password1": "correct horse"}
NO_CODE = "0" * 13


def read(path: str) -> str:
    answer = Client().get(path, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def join(path: str) -> Any:
    """Sign up where the link leads to, and follow the redirects."""
    return Client().post(path, FORM, follow=True)


def newcomer() -> User:
    return User.objects.get(username="newcomer")


class TestAddressOfATable:
    @pytest.mark.parametrize("found_by", [Table.FoundBy.LOBBY, Table.FoundBy.LINK])
    def test_shows_table_and_host_and_asks_for_a_name(self, alice: User, found_by: Table.FoundBy) -> None:
        page = read(f"/t/{open_table(alice, name='Friday night', found_by=found_by).code}/")
        assert "Alice hosts a poker table" in page
        assert "Friday night" in page
        assert 'name="username"' in page

    def test_sign_up_leads_to_the_table_with_a_seat_held(self, table: Table) -> None:
        path = f"/t/{table.code}/"
        answer = join(path)
        assert answer.redirect_chain == [(path, 302)]
        assert state_of(table, newcomer()) == Seat.State.HELD
        assert 'id="f-buy"' in answer.content.decode()

    def test_keeps_what_was_typed_when_the_name_is_taken(self, table: Table) -> None:
        page = Client().post(f"/t/{table.code}/", {**FORM, "username": "ALICE"}).content.decode()
        assert table.name in page
        assert 'value="ALICE"' in page
        assert not table.seated.exists()

    def test_login_leads_back_to_the_table(self, table: Table, bob: User) -> None:
        path = f"/t/{table.code}/"
        page = read(path).split("<main")[1]
        assert f"/account/login/?next=%2Ft%2F{table.code}%2F" in page

    def test_invite_only_table_answers_like_an_unknown_code(self, alice: User) -> None:
        private = open_table(alice, name="Secret den", found_by=Table.FoundBy.INVITATION)
        closed = open_table(alice)
        lifecycle.close(closed.pk, alice)
        for method in ("get", "post"):
            answers = [getattr(Client(), method)(f"/t/{code}/", FORM) for code in (NO_CODE, private.code, closed.code)]
            assert {answer.status_code for answer in answers} == {302}
            assert len({answer["Location"].split("?")[0] for answer in answers}) == 1
        assert "Secret den" not in Client().get(f"/t/{private.code}/", follow=True).content.decode()
        assert not User.objects.filter(username="newcomer").exists()

    def test_seat_is_held_while_the_password_is_asked_for(self, alice: User) -> None:
        table = open_table(alice, password="open sesame")
        answer = join(f"/t/{table.code}/")
        assert table.seated.get().state == Seat.State.HELD
        page = answer.content.decode()
        assert 'id="t-password-field"' in page
        assert 'name="chips"' not in page

    def test_unwatchable_table_asks_for_the_buy_in_first(self, alice: User) -> None:
        table = open_table(alice, watchable=False)
        answer = join(f"/t/{table.code}/")
        assert answer.redirect_chain[-1][0] == f"/t/{table.code}/door/"
        assert 'name="chips"' in answer.content.decode()

    def test_full_table_is_watched(self, alice: User, bob: User, carol: User) -> None:
        table = open_table(alice, options={"players_most": 2})
        seat_people(table, [bob, carol])
        assert 'value="wait"' in join(f"/t/{table.code}/").content.decode()

    def test_sign_up_does_not_enter_a_game(self, alice: User) -> None:
        game = open_game(alice, rulebook="contest", name="Knock-out")
        assert 'value="enter"' in join(f"/t/{game.code}/").content.decode()
        assert not game.seated.exists()

    def test_sign_up_form_of_a_logged_in_user_shows_the_table(self, table: Table, bob: User) -> None:
        client = Client()
        client.force_login(bob)
        assert client.post(f"/t/{table.code}/", FORM).status_code == 200
        assert not User.objects.filter(username="newcomer").exists()


class TestInvitation:
    @pytest.fixture
    def private(self, alice: User) -> Table:
        return open_table(alice, name="Secret den", found_by=Table.FoundBy.INVITATION)

    def test_sign_up_on_its_page_accepts_it(self, private: Table, alice: User) -> None:
        link = invitations.make_link(private.pk, alice, most_uses=1)
        page = read(f"/i/{link.code}/")
        assert "Alice invites you to play" in page
        assert "Secret den" in page
        answer = join(f"/i/{link.code}/")
        assert answer.redirect_chain == [(f"/t/{private.code}/", 302)]
        assert state_of(private, newcomer()) == Seat.State.HELD
        assert 'id="f-buy"' in answer.content.decode()
        link.refresh_from_db()
        assert link.uses == 1

    def test_invitation_that_runs_out_during_sign_up_is_refused(
        self, private: Table, alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link = invitations.make_link(private.pk, alice, hours=1)
        clock.go_on(3_601)
        monkeypatch.setattr(invitations, "is_open", lambda invitation: True)
        answer = join(f"/i/{link.code}/")
        assert "no longer good" in answer.content.decode()
        assert not permissions.may_see(private, newcomer())

    def test_user_with_an_account_has_a_seat_proposed_too(self, private: Table, alice: User, bob: User) -> None:
        link = invitations.make_link(private.pk, alice)
        client = Client()
        client.force_login(bob)
        client.post(f"/i/{link.code}/accept/")
        assert state_of(private, bob) == Seat.State.HELD

    def test_invitation_for_one_person_asks_for_their_login(self, private: Table, alice: User, bob: User) -> None:
        letter = invitations.invite(private.pk, alice, bob)
        answer = Client().post(f"/i/{letter.code}/", FORM)
        assert answer["Location"].startswith("/account/login/")
        assert not Guest.objects.exists()
