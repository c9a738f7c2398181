"""Test players' bots in the administration, in their owner's data and in other people's lists."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Bot, Sanction, User
from accounts.services import bots, friends, sanctions
from accounts.social import friendships
from poker_site.web.refusals import Refused
from tables.hosting import cohosts, invitations
from tables.hosting import people as seated_people
from tables.models import Invitation, Table, TableBan
from tests.tables.helpers import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def rob(alice: User) -> tuple[Bot, str]:
    return bots.open_bot(alice, "Rob")


def client_of(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


@pytest.mark.differs_on_services("names are searched without regard to case")
def test_a_moderator_sees_who_owns_which_bot(rob: tuple[Bot, str], bob: User, moderator: User) -> None:
    bots.open_bot(bob, "Betty")
    client = client_of(moderator)
    bot, key = rob
    page = client.get(reverse("admin:accounts_bot_changelist"), {"owner": bot.owner_id}).content.decode()
    assert "Rob" in page
    assert "Betty" not in page
    for secret in (key, bot.key_hash, bot.md5_hash):
        assert secret not in page
    user_page = client.get(reverse("admin:accounts_user_change", args=[bot.owner_id])).content.decode()
    assert f"{reverse('admin:accounts_bot_changelist')}?owner={bot.owner_id}" in user_page


def test_a_moderator_revokes_a_key(rob: tuple[Bot, str], moderator: User) -> None:
    bot, key = rob
    form = {"action": "revoke", "_selected_action": [bot.pk]}
    page = client_of(moderator).post(reverse("admin:accounts_bot_changelist"), form, follow=True)
    assert "Revoked: Rob" in page.content.decode()
    assert bots.bot_of_key(key) is None


def test_nobody_changes_or_deletes_a_bot_there(rob: tuple[Bot, str], admin: User) -> None:
    client = client_of(admin)
    assert client.get(reverse("admin:accounts_bot_add")).status_code == 403
    assert client.post(reverse("admin:accounts_bot_delete", args=[rob[0].pk]), {"post": "yes"}).status_code == 403
    assert Bot.objects.exists()


@pytest.mark.parametrize("who", ["alice", "banned"])
def test_players_and_banned_moderators_cannot_revoke_a_key(
    rob: tuple[Bot, str], alice: User, moderator: User, admin: User, who: str
) -> None:
    if who == "banned":
        sanctions.impose(moderator, kind=Sanction.Kind.BAN, reason="x", until=None, by=admin)
    user = alice if who == "alice" else moderator
    form = {"action": "revoke", "_selected_action": [rob[0].pk]}
    client_of(user).post(reverse("admin:accounts_bot_changelist"), form)
    assert bots.bot_of_key(rob[1]) is not None


def test_downloaded_data_include_the_bots(alice: User, rob: tuple[Bot, str]) -> None:
    bot, key = rob
    answer = client_of(alice).get(reverse("account_data")).content.decode()
    [told] = json.loads(answer)["bots"]
    assert told["name"] == "Rob"
    assert told["made_at"]
    assert told["hands"] == []
    for secret in (key, bot.key_hash, bot.md5_hash):
        assert secret not in answer


def test_nobody_can_befriend_a_bot(rob: tuple[Bot, str], bob: User) -> None:
    with pytest.raises(Refused):
        friends.ask_by_name(bob, "Rob")


def test_a_host_invites_a_bot_to_a_private_table(rob: tuple[Bot, str], alice: User) -> None:
    assert friendships.find("rob") == rob[0].user
    table = open_table(alice, found_by=Table.FoundBy.INVITATION)
    invitations.invite_by_name(table.pk, alice, "Rob")
    assert Invitation.objects.get().user == rob[0].user


def test_a_host_bans_a_bot_but_makes_it_no_co_host(rob: tuple[Bot, str], bob: User) -> None:
    table = open_table(bob, admits_bots=True)
    with pytest.raises(Refused):
        cohosts.name_cohost(table.pk, bob, rob[0].user)
    seated_people.ban(table.pk, bob, rob[0].user)
    assert TableBan.objects.get().user == rob[0].user
