"""Test inviting a friend to a table from the page of friends."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import friends
from poker_site.web.limits import LIMITS, allow
from tables.models import Cohost, Invitation, Table
from tables.play import lifecycle
from tests.tables.helpers import open_table
from tests.tables.social.test_friends_page import page, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


@pytest.fixture
def pair(alice: User, bob: User) -> tuple[User, User]:
    """Make Alice and Bob friends."""
    friends.ask(alice, bob)
    friends.accept(bob, alice)
    return alice, bob


class TestInviting:
    def test_invite_to_the_only_own_table_in_one_click(
        self, client: Client, pair: tuple[User, User], table: Table
    ) -> None:
        text = page(client)
        assert re.search(rf'form="invites" name="table" value="{table.code}"', text)
        assert re.search(rf'form="invites" name="invite" value="{pair[1].pk}">Invite to A table<', text)
        assert said(client, "friends_invite", invite=pair[1].pk, table=table.code) == "Bob is invited to A table."
        assert Invitation.objects.get().user == pair[1]

    def test_open_tables_hosted_or_cohosted_are_offered(
        self, client: Client, pair: tuple[User, User], carol: User, alice: User
    ) -> None:
        open_table(alice, name="Mine")
        hosted, closed = open_table(carol, name="Ours"), open_table(alice, name="Gone")
        Cohost.objects.create(table=hosted, user=alice)
        lifecycle.close(closed.pk, alice)
        open_table(carol, name="Theirs")
        assert set(re.findall(r"<option[^>]*>([^<]*)<", page(client))) == {"Mine", "Ours"}

    def test_without_a_table_there_is_nothing_to_invite_to(self, client: Client, pair: tuple[User, User]) -> None:
        assert 'name="invite"' not in page(client)

    def test_inviting_to_a_table_of_others_is_forbidden(
        self, client: Client, pair: tuple[User, User], carol: User
    ) -> None:
        theirs = open_table(carol)
        answer = client.post(reverse("friends_invite"), {"invite": pair[1].pk, "table": theirs.code})
        assert answer.status_code == 403
        assert not Invitation.objects.exists()

    @pytest.mark.parametrize("code", ["", "nowhere", "\0", "a/b"])
    @pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
    def test_unknown_table_is_refused(self, client: Client, pair: tuple[User, User], code: str) -> None:
        assert said(client, "friends_invite", invite=pair[1].pk, table=code) == "There is no such table."

    def test_too_many_invitations_are_answered_with_the_wait(
        self, client: Client, pair: tuple[User, User], table: Table
    ) -> None:
        for _ in range(LIMITS["invitation"].most):
            allow("invitation", pair[0].pk)
        answer = client.post(reverse("friends_invite"), {"invite": pair[1].pk, "table": table.code})
        assert answer.status_code == 429
        assert not Invitation.objects.exists()
