"""The administration: who may come in, what moderators can do there, and what they cannot."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import Sanction, SeenAddress, User
from accounts.selectors import ban_in_force

pytestmark = pytest.mark.django_db


def client_of(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def act(client: Client, model: str, action: str, *rows: User | Sanction) -> str:
    form = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(reverse(f"admin:accounts_{model}_changelist"), form, follow=True).content.decode()


def impose(client: Client, user: User, **more: str) -> str:
    form = {"user": user.pk, "kind": "ban", "reason": "Shouting.", "until_0": "", "until_1": "", **more}
    return client.post(reverse("admin:accounts_sanction_add"), form, follow=True).content.decode()


def test_visitors_log_in_through_the_sites_own_door(client: Client) -> None:
    page = client.get(reverse("admin:index"), follow=True)
    assert page.redirect_chain[-1][0].startswith(reverse("account_login"))


def test_players_stay_outside(alice: User) -> None:
    assert client_of(alice).get(reverse("admin:index"), follow=True).status_code == 403


def test_moderators_see_people_and_sanctions_and_nothing_else(moderator: User) -> None:
    client = client_of(moderator)
    page = client.get(reverse("admin:index")).content.decode()
    assert reverse("admin:accounts_user_changelist") in page
    assert reverse("admin:accounts_sanction_changelist") in page
    assert "auth/group" not in page
    assert "account/emailaddress" not in page


@pytest.mark.parametrize("search", ["alice", "ALICE", "192.0.2.7", "nobody", "%", "\x00'\""])
def test_people_are_found_by_name_and_address(moderator: User, alice: User, search: str) -> None:
    SeenAddress.objects.create(user=alice, address="192.0.2.7")
    response = client_of(moderator).get(reverse("admin:accounts_user_changelist"), {"q": search})
    assert response.status_code == 200


def test_no_page_shows_a_password(admin: User, alice: User) -> None:
    page = client_of(admin).get(reverse("admin:accounts_user_change", args=[alice.pk])).content.decode()
    assert alice.password not in page
    assert "Alice" in page


def test_moderators_cannot_give_rights(moderator: User, alice: User) -> None:
    url = reverse("admin:accounts_user_change", args=[alice.pk])
    answer = client_of(moderator).post(url, {"is_active": "on", "is_staff": "on", "is_superuser": "on"})
    assert answer.status_code == 403
    alice.refresh_from_db()
    assert not alice.is_superuser


def test_superusers_can(admin: User, alice: User) -> None:
    url = reverse("admin:accounts_user_change", args=[alice.pk])
    inlines = {
        f"{name}-{field}": "0" for name in ("sanctions", "seen_addresses") for field in ("TOTAL_FORMS", "INITIAL_FORMS")
    }
    client_of(admin).post(url, {"is_active": "on", "is_staff": "on", **inlines})
    alice.refresh_from_db()
    assert alice.is_staff


def test_accounts_are_neither_added_nor_deleted_here(admin: User, alice: User) -> None:
    client = client_of(admin)
    assert client.get(reverse("admin:accounts_user_add")).status_code == 403
    assert client.post(reverse("admin:accounts_user_delete", args=[alice.pk]), {"post": "yes"}).status_code == 403


def test_a_moderator_bans_somebody(moderator: User, alice: User) -> None:
    impose(client_of(moderator), alice)
    ban = ban_in_force(alice.pk)
    assert ban is not None
    assert (ban.imposed_by, ban.reason, ban.until) == (moderator, "Shouting.", None)
    assert LogEntry.objects.filter(user=moderator).exists()


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ({"reason": ""}, "This field is required."),
        ({"kind": "hug"}, "valid choice"),
        ({"until_0": "2001-01-01", "until_1": "00:00:00"}, "must lie ahead"),
    ],
)
def test_a_wrong_sanction_is_explained(moderator: User, alice: User, more: dict[str, str], complaint: str) -> None:
    assert complaint in impose(client_of(moderator), alice, **more)
    assert not Sanction.objects.exists()


def test_a_moderator_cannot_ban_an_administrator(moderator: User, admin: User) -> None:
    page = impose(client_of(moderator), admin)
    assert "Only a superuser" in page
    assert not Sanction.objects.exists()


def test_a_sanction_is_lifted_but_never_changed_or_deleted(moderator: User, alice: User) -> None:
    client = client_of(moderator)
    impose(client, alice)
    sanction = Sanction.objects.get()
    url = reverse("admin:accounts_sanction_change", args=[sanction.pk])
    assert client.post(url, {"reason": "Nothing."}).status_code == 403
    assert client.post(reverse("admin:accounts_sanction_delete", args=[sanction.pk])).status_code == 403
    act(client, "sanction", "lift", sanction)
    sanction.refresh_from_db()
    assert sanction.lifted_by == moderator
    assert ban_in_force(alice.pk) is None


def test_a_moderator_issues_a_one_time_link_and_it_is_logged(moderator: User, alice: User) -> None:
    page = act(client_of(moderator), "user", "issue_password_link", alice)
    assert "/account/password/reset/key/" in page
    assert LogEntry.objects.get(user=moderator).object_id == str(alice.pk)


def test_not_for_administrators(moderator: User, admin: User) -> None:
    page = act(client_of(moderator), "user", "issue_password_link", admin)
    assert "/account/password/reset/key/" not in page
    assert "Only a superuser" in page


def test_not_by_staff_without_the_right(alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    page = act(client_of(alice), "user", "issue_password_link", bob)
    assert "/account/password/reset/key/" not in page
