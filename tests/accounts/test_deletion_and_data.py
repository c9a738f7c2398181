"""Test deleting an account, and downloading one's data."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import NameClaim, Preferences, Sanction, SeenAddress, User
from accounts.selectors import shown_name
from accounts.services import blocks, friends, recovery, sanctions

pytestmark = pytest.mark.django_db


@pytest.fixture
def alices_traces(alice: User, moderator: User) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    SeenAddress.objects.create(user=alice, address="192.0.2.7")
    recovery.make_codes(alice)
    sanctions.impose(alice, kind=Sanction.Kind.MUTE, reason="Shouting.", until=None, by=moderator)


def delete(client: Client, user: User, password: str = "correct horse") -> str:
    client.force_login(user)
    return client.post(reverse("account_delete"), {"password": password}).content.decode()


@pytest.mark.usefixtures("alices_traces")
@pytest.mark.differs_on_services("row locks and constraints")
def test_nothing_personal_stays_but_the_row_does(client: Client, alice: User) -> None:
    delete(client, alice)
    gone = User.objects.get(pk=alice.pk)
    assert gone.deleted_at is not None
    assert not gone.is_active
    assert not gone.has_usable_password()
    assert (gone.display_name, gone.email, gone.last_login) == ("", "", None)
    assert shown_name(gone) == "Deleted player"
    for model in (EmailAddress, NameClaim, Preferences, SeenAddress):
        assert not model._default_manager.filter(user=alice).exists()
    assert "_auth_user_id" not in client.session


@pytest.mark.differs_on_services("row locks and constraints")
def test_the_name_is_free_again(client: Client, alice: User, bob: User) -> None:
    delete(client, alice)
    assert User.objects.create_user(username="Alice").username == "alice"


@pytest.mark.differs_on_services("row locks and constraints")
def test_several_accounts_can_be_deleted(client: Client, alice: User, bob: User) -> None:
    delete(client, alice)
    delete(client, bob)
    assert User.objects.filter(deleted_at=None).count() == 0


def test_deletion_asks_for_the_password(client: Client, alice: User) -> None:
    assert "The password is wrong." in delete(client, alice, "wrong horse")
    assert User.objects.get(pk=alice.pk).is_active


def test_deletion_asks_for_a_login(client: Client) -> None:
    assert client.post(reverse("account_delete"), {"password": "x"}).status_code == 302


@pytest.mark.differs_on_services("row locks and constraints")
def test_the_last_administrator_names_another_one_first(client: Client, admin: User, alice: User) -> None:
    assert "only administrator" in delete(client, admin)
    assert User.objects.get(pk=admin.pk).is_superuser
    User.objects.filter(pk=alice.pk).update(is_superuser=True, is_staff=True)
    delete(client, admin)
    assert not User.objects.get(pk=admin.pk).is_superuser


@pytest.mark.parametrize("flaw", [{"is_staff": False}, {"is_bot": True}, {"is_active": False}])
def test_an_administrator_with_fewer_rights_does_not_count(
    client: Client, admin: User, alice: User, flaw: dict[str, bool]
) -> None:
    User.objects.filter(pk=alice.pk).update(**({"is_superuser": True, "is_staff": True} | flaw))
    User.objects.create_user(username="Player")
    assert "only administrator" in delete(client, admin)
    client.force_login(admin)
    assert reverse("admin:accounts_user_changelist") in client.get(reverse("account_delete")).content.decode()


def test_log_of_the_administration_forgets_the_name(client: Client, alice: User, admin: User) -> None:
    LogEntry.objects.log_actions(admin.pk, [alice], 2, "Made a link.", single_object=True)
    delete(client, alice)
    assert LogEntry.objects.get().object_repr == f"#{alice.pk}"


def test_a_moderator_who_leaves_has_no_rights_left(client: Client, moderator: User, admin: User) -> None:
    delete(client, moderator)
    gone = User.objects.get(pk=moderator.pk)
    assert not gone.is_staff
    assert not Group.objects.filter(user=gone).exists()


@pytest.mark.usefixtures("alices_traces")
@pytest.mark.differs_on_services("every query of the download")
def test_the_download_has_everything_about_its_owner_and_nobody_else(client: Client, alice: User, bob: User) -> None:
    SeenAddress.objects.create(user=bob, address="198.51.100.1")
    client.force_login(alice)
    client.get("/")
    response = client.get(reverse("account_data"))
    assert "attachment" in response["Content-Disposition"]
    data = json.loads(response.content)
    assert data["account"]["username"] == "alice"
    assert data["preferences"]["theme"] == "dark"
    assert data["email_addresses"][0]["email"] == "alice@example.org"
    assert {row["address"] for row in data["addresses"]} == {"192.0.2.7", "127.0.0.1"}
    assert data["sanctions"][0]["reason"] == "Shouting."
    assert len(data["sessions"]) == 1
    text = response.content.decode()
    assert "bob" not in text
    assert "md5" not in text
    assert "argon2" not in text


def test_download_asks_for_a_login(client: Client) -> None:
    assert client.get(reverse("account_data")).status_code == 302


@pytest.mark.differs_on_services("every query of the download")
def test_the_download_has_friends_and_blocks_but_not_who_has_blocked(
    client: Client, alice: User, bob: User, carol: User, ted: User
) -> None:
    friends.ask(alice, bob)
    friends.accept(bob, alice)
    blocks.block(alice, carol)
    friends.ask(carol, alice)  # Alice does not see this request
    blocks.block(ted, alice)
    client.force_login(alice)
    data = json.loads(client.get(reverse("account_data")).content)
    assert [(row["with"], row["asked_by"], bool(row["agreed_at"])) for row in data["friendships"]] == [
        ("Bob", "me", True)
    ]
    assert [(row["whom"], row["kind"]) for row in data["asides"]] == [("Carol", "block")]
