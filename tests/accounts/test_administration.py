"""Test who may enter the administration, and what moderators can and cannot do there."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry, Sanction, SeenAddress, User
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


def test_visitors_are_sent_to_the_sites_own_login(client: Client) -> None:
    page = client.get(reverse("admin:index"), follow=True)
    assert page.redirect_chain[-1][0].startswith(reverse("account_login"))


def test_players_may_not_enter_the_administration(alice: User) -> None:
    assert client_of(alice).get(reverse("admin:index"), follow=True).status_code == 403


def test_moderators_see_people_and_sanctions_but_not_rights_and_mail(moderator: User) -> None:
    client = client_of(moderator)
    page = client.get(reverse("admin:index")).content.decode()
    assert reverse("admin:accounts_user_changelist") in page
    assert reverse("admin:accounts_sanction_changelist") in page
    assert "auth/group" not in page
    assert "account/emailaddress" not in page


@pytest.mark.parametrize(
    ("search", "found"),
    [("alice", True), ("ALICE", True), ("192.0.2.7", True), ("nobody", False), ("%", False)],
)
@pytest.mark.differs_on_services("names are searched without regard to case")
def test_people_are_found_by_name_and_address(moderator: User, alice: User, search: str, found: bool) -> None:
    SeenAddress.objects.create(user=alice, address="192.0.2.7")
    page = client_of(moderator).get(reverse("admin:accounts_user_changelist"), {"q": search})
    assert page.status_code == 200
    shown = f'href="{reverse("admin:accounts_user_change", args=[alice.pk])}' in page.content.decode()
    assert shown is found


@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
def test_a_search_for_rubbish_is_no_error(moderator: User) -> None:
    page = client_of(moderator).get(reverse("admin:accounts_user_changelist"), {"q": "\x00'\""})
    assert page.status_code == 200


@pytest.mark.parametrize("field", ["password__startswith", "password__regex", "session_epoch", "id__in", "email"])
@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
def test_no_field_can_be_guessed_through_filters_of_the_user_list(moderator: User, alice: User, field: str) -> None:
    answer = client_of(moderator).get(reverse("admin:accounts_user_changelist"), {field: "9" * 30})
    assert answer.status_code in (302, 400)


@pytest.mark.parametrize(
    "query", ["reason__contains=%00", "reason__regex=(", "kind__regex=(", "user__password__regex=a"]
)
@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
def test_no_field_can_be_guessed_through_filters_of_the_sanction_list(moderator: User, query: str) -> None:
    answer = client_of(moderator).get(f"{reverse('admin:accounts_sanction_changelist')}?{query}")
    assert answer.status_code in (302, 400)


@pytest.mark.differs_on_services("PostgreSQL sorts nulls last and names by another collation")
def test_sanctions_are_listed_with_their_state(moderator: User, alice: User) -> None:
    client = client_of(moderator)
    impose(client, alice)
    url = reverse("admin:accounts_sanction_changelist")
    assert "in force" in client.get(url, {"kind__exact": "ban"}).content.decode()
    assert "in force" not in client.get(url, {"kind__exact": "mute"}).content.decode()
    act(client, "sanction", "lift", Sanction.objects.get())
    assert "lifted" in client.get(url).content.decode()


@pytest.mark.differs_on_services("PostgreSQL sorts nulls last and names by another collation")
def test_the_lists_own_filters_work(moderator: User, alice: User) -> None:
    page = client_of(moderator).get(reverse("admin:accounts_user_changelist"), {"is_staff__exact": "0"})
    assert reverse("admin:accounts_user_change", args=[alice.pk]) in page.content.decode()
    assert reverse("admin:accounts_user_change", args=[moderator.pk]) not in page.content.decode()


def test_models_of_allauth_are_not_offered(admin: User) -> None:
    page = client_of(admin).get(reverse("admin:index")).content.decode()
    assert reverse("admin:accounts_user_changelist") in page
    assert "emailaddress" not in page
    assert "usersession" not in page


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


def give_rights(by: User, user: User, **rights: str) -> str:
    url = reverse("admin:accounts_user_change", args=[user.pk])
    inlines = {
        f"{name}-{field}": "0" for name in ("sanctions", "seen_addresses") for field in ("TOTAL_FORMS", "INITIAL_FORMS")
    }
    return client_of(by).post(url, rights | inlines, follow=True).content.decode()


def test_superusers_give_rights_and_open_sockets_look_again(admin: User, alice: User) -> None:
    give_rights(admin, alice, is_active="on", is_staff="on")
    changed = User.objects.get(pk=alice.pk)
    assert changed.is_staff
    assert changed.version > alice.version
    assert AuditEntry.objects.get().words == "is_staff -> is_active, is_staff"


@pytest.mark.differs_on_services("PostgreSQL sorts nulls last and names by another collation")
def test_audit_trail_names_the_groups(admin: User, alice: User) -> None:
    group = Group.objects.get(name="Moderators")
    give_rights(admin, alice, is_active="on", is_staff="on", groups=str(group.pk))
    assert list(User.objects.get(pk=alice.pk).groups.all()) == [group]
    assert AuditEntry.objects.get().words == "is_staff, groups -> is_active, is_staff, Moderators"


def test_changes_of_groups_are_in_the_audit_trail(admin: User, moderator: User) -> None:
    group = Group.objects.get(name="Moderators")
    client, address = client_of(admin), reverse("admin:auth_group_change", args=[group.pk])
    permission = Permission.objects.get(codename="view_sanction")
    client.post(address, {"name": "Lookers-on", "permissions": permission.pk})
    assert AuditEntry.objects.get().words == "Lookers-on: view_sanction"
    assert User.objects.get(pk=moderator.pk).version > moderator.version
    client.post(reverse("admin:auth_group_delete", args=[group.pk]), {"post": "yes"})
    made = {"action": "delete_selected", "_selected_action": Group.objects.create(name="Empty").pk, "post": "yes"}
    client.post(reverse("admin:auth_group_changelist"), made)
    words = list(AuditEntry.objects.values_list("verb", "words"))
    assert words[:2] == [("group", "Empty: deleted"), ("group", "Lookers-on: deleted")]
    assert not Group.objects.exists()


@pytest.mark.parametrize("right", ["view_group", "add_group", "change_group", "delete_group"])
def test_groups_are_for_superusers_whatever_rights_were_given(moderator: User, right: str) -> None:
    group = Group.objects.get(name="Moderators")
    moderator.user_permissions.add(Permission.objects.get(codename=right))
    client = client_of(moderator)
    for address in (reverse("admin:auth_group_changelist"), reverse("admin:auth_group_add")):
        assert client.get(address).status_code == 403
    address = reverse("admin:auth_group_change", args=[group.pk])
    assert client.post(address, {"name": "x"}).status_code == 403


@pytest.mark.parametrize(
    "rights", [{"is_active": "on"}, {"is_superuser": "on"}, {"is_active": "on", "is_superuser": "on"}]
)
@pytest.mark.differs_on_services("row locks")
def test_last_superuser_cannot_give_up_the_rights(admin: User, alice: User, rights: dict[str, str]) -> None:
    assert "only administrator" in give_rights(admin, admin, **rights)
    assert User.objects.get(pk=admin.pk).is_superuser


@pytest.mark.differs_on_services("row locks")
def test_a_banned_superuser_does_not_count_as_one(admin: User, alice: User) -> None:
    second = User.objects.create_superuser(username="Second")
    impose(client_of(admin), second)
    assert "only administrator" in give_rights(admin, admin, is_active="on")


def test_passwords_are_changed_on_the_sites_own_page(admin: User) -> None:
    assert client_of(admin).get("/admin/password_change/")["Location"] == reverse("account_change_password")


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
    entry = AuditEntry.objects.get()
    assert (entry.by, entry.verb, entry.whom, entry.words) == (moderator, "ban", alice, "Shouting.")


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ({"reason": ""}, "This field is required."),
        ({"kind": "hug"}, "valid choice"),
        ({"until_0": "2001-01-01", "until_1": "00:00:00"}, "must be in the future"),
        ({"until_0": "9999-12-31", "until_1": "00:00:00"}, "more than ten years"),
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
    assert "Lifted: Ban: Alice" in act(client, "sanction", "lift", sanction)
    sanction.refresh_from_db()
    assert sanction.lifted_by == moderator
    assert list(AuditEntry.objects.values_list("verb", flat=True)) == ["lift", "ban"]
    assert ban_in_force(alice.pk) is None


def test_a_moderator_issues_a_one_time_link_and_it_is_logged(moderator: User, alice: User) -> None:
    page = act(client_of(moderator), "user", "issue_password_link", alice)
    assert "/account/password/reset/key/" in page
    assert LogEntry.objects.get(user=moderator).object_id == str(alice.pk)
    assert (AuditEntry.objects.get().verb, AuditEntry.objects.get().whom) == ("password_link", alice)


def test_no_one_time_link_for_administrators(moderator: User, admin: User) -> None:
    page = act(client_of(moderator), "user", "issue_password_link", admin)
    assert "/account/password/reset/key/" not in page
    assert "Only a superuser" in page


def test_no_one_time_link_by_staff_without_the_right(alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    page = act(client_of(alice), "user", "issue_password_link", bob)
    assert "/account/password/reset/key/" not in page


@pytest.fixture
def looker_on(alice: User) -> User:
    """Return a staff member who may see sanctions and people, and no more."""
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    alice.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "view_sanction"]))
    return User.objects.get(pk=alice.pk)


def test_permission_to_view_does_not_allow_sanctions(looker_on: User, moderator: User, bob: User) -> None:
    client = client_of(looker_on)
    assert client.get(reverse("admin:accounts_sanction_add")).status_code == 403
    impose(client, bob)
    assert not Sanction.objects.exists()
    impose(client_of(moderator), bob)
    act(client, "sanction", "lift", Sanction.objects.get())
    assert ban_in_force(bob.pk) is not None
