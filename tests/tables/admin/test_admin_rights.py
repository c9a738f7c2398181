"""Test who may open which page of the administration about tables, and that only what is offered is possible."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib import admin as administration
from django.contrib.auth.models import Group, Permission
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry, Sanction, User
from accounts.services import audit, deletion
from tables.models import ChatMessage, Table
from tests.tables.helpers import fresh, hand_of
from tests.tables.moderation import (
    CHANGELISTS,
    OURS,
    addresses,
    choose,
    client_of,
    page_of,
)

pytestmark = pytest.mark.django_db
LOGIN, PASSWORD = "/admin/login/", "/account/password/change/"


def test_moderators_and_superusers_open_every_page(everything: list[Any], moderator: User, admin: User) -> None:
    for user in (moderator, admin):
        client = client_of(user)
        for address in addresses(everything):
            assert client.get(address).status_code == 200, (user, address)


def test_moderators_have_just_these_rights(moderator: User) -> None:
    assert moderator.get_all_permissions() == {
        "accounts.add_sanction",
        "accounts.issue_password_link",
        "accounts.view_auditentry",
        "accounts.view_bot",
        "accounts.view_sanction",
        "accounts.view_seenaddress",
        "accounts.view_user",
        "tables.moderate",
        "tables.view_arenamatch",
        "tables.view_chatmessage",
        "tables.view_game",
        "tables.view_hand",
        "tables.view_ledgerentry",
        "tables.view_report",
        "tables.view_table",
    }


def test_players_and_visitors_open_no_page(everything: list[Any], bob: User) -> None:
    for client in (client_of(bob), Client()):
        for address in addresses(everything):
            for answer in (client.get(address), client.post(address, {"verb": "close", "words": "x"})):
                assert answer.status_code == 302, address
                assert answer["Location"].startswith(reverse("admin:login")), address
    assert AuditEntry.objects.count() == 1


def test_staff_without_the_rights_open_only_the_first_page(everything: list[Any], carol: User) -> None:
    User.objects.filter(pk=carol.pk).update(is_staff=True)
    client = client_of(carol)
    for address in addresses(everything)[1:]:
        assert client.get(address).status_code == 403, address


def test_the_right_to_view_does_not_allow_actions(everything: list[Any], moderator: User, dealt: Table) -> None:
    moderator.groups.get().permissions.remove(*moderator.groups.get().permissions.filter(codename="moderate"))
    client = client_of(moderator)
    for row, verb in ((dealt, "close"), (hand_of(dealt), "void"), (everything[2], "close"), (everything[3], "remove")):
        assert "Make the hand void" not in client.get(page_of(row)).content.decode()
        assert client.post(page_of(row), {"verb": verb, "words": "Because."}).status_code == 403
    choose(client, "tables_table", "close", dealt, words="Because.")
    assert client.get(reverse("admin:tables_pairs")).status_code == 403
    assert (fresh(dealt).state, ChatMessage.objects.get().removed_at) == (Table.State.OPEN, None)


@pytest.mark.parametrize("model", OURS)
def test_nobody_adds_changes_or_deletes_a_row(model: str, everything: list[Any], admin: User) -> None:
    client = client_of(admin)
    row = next(row for row in everything if f"{row._meta.app_label}_{row._meta.model_name}" == model)
    before = list(type(row).objects.values().order_by("pk"))
    assert client.get(reverse(f"admin:{model}_add")).status_code == 403
    assert client.post(reverse(f"admin:{model}_add"), {"words": "x"}).status_code == 403
    assert client.post(page_of(row), {"words": "changed", "text": "changed", "name": "changed"}).status_code == 403
    assert client.post(reverse(f"admin:{model}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    choose(client, model, "delete_selected", row, post="yes")
    assert list(type(row).objects.values().order_by("pk")) == before


@pytest.mark.differs_on_services("a trigger guards the audit trail")
def test_the_audit_trail_is_not_edited_by_code_either(everything: list[Any]) -> None:
    entry = AuditEntry.objects.get()
    attempts: list[Callable[[], object]] = [
        entry.save,
        entry.delete,
        lambda: AuditEntry.objects.update(words="Nothing."),
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.bulk_update([entry], ["words"]),
        lambda: AuditEntry._base_manager.update(words="Nothing."),
        lambda: AuditEntry._base_manager.filter(pk=entry.pk).delete(),
        lambda: AuditEntry(pk=entry.pk, by=entry.by, verb="mute").save(),
    ]
    for attempt in attempts:
        with pytest.raises(TypeError, match="not edited"):
            attempt()
    assert AuditEntry.objects.get().words == "Noise."


@pytest.mark.differs_on_services("a trigger guards the audit trail")
def test_audited_users_cannot_be_deleted_from_the_database(carol: User, moderator: User) -> None:
    entry = audit.record(moderator, "mute", carol, words="Noise.")
    for user in (carol, moderator):
        with pytest.raises(ProtectedError):
            user.delete()
    assert AuditEntry.objects.get() == entry
    deletion.delete_account(carol)  # this keeps the row
    assert AuditEntry.objects.get().whom == carol


GUESSES = ("sealed__contains=a", "hand__sealed__regex=a", "table__password__startswith=a")
RUBBISH = (
    *("q=%00'%22%25", "q=" + "9" * 40, "q=" + "a+" * 1_200, "user=x", "table=" + "9" * 40, "p=99999", "o=99", "all="),
    *("state__exact=%00", "kind__exact=%00&kind__exact=x", "room__exact=%00", "state=%00", "verb=%00"),
    *("_to_field=sealed", "_popup=1&_to_field=password", "imposed_at__gte=x", "is_staff__exact=9", "_facets=True"),
)


def answered_otherwise(user: User, models: list[str], queries: tuple[str, ...], *, than: tuple[int, ...]) -> list[str]:
    """Ask each list each query, and return those with a status other than expected. An exception counts as 500."""
    client = client_of(user)
    client.raise_request_exception = False
    asked = [f"{reverse(f'admin:{model}_changelist')}?{query}" for model in models for query in queries]
    return [f"{status} {address}" for address in asked if (status := client.get(address).status_code) not in than]


def test_no_field_can_be_guessed_through_a_lists_address(admin: User) -> None:
    assert answered_otherwise(admin, OURS, GUESSES, than=(302, 400)) == []


@pytest.mark.parametrize("model", CHANGELISTS)
@pytest.mark.differs_on_services("PostgreSQL refuses zero bytes and large numbers")
def test_rubbish_in_a_lists_address_is_no_error(model: str, everything: list[Any], admin: User) -> None:
    """A status of 400 means that the list has no such filter."""
    assert answered_otherwise(admin, [model], RUBBISH, than=(200, 302, 400)) == []


@pytest.mark.parametrize(
    "address",
    [
        *("hand/pairs/?days=x&user=x", "hand/pairs/?user=" + "9" * 40, "hand/0/change/", "hand/x/change/"),
        *("hand/_00/change/", "hand/1/history/?p=x", f"hand/{'9' * 40}/history/", "hand/1/change/?_to_field=sealed"),
    ],
)
@pytest.mark.differs_on_services("PostgreSQL refuses zero bytes and large numbers")
def test_rubbish_in_a_pages_address_is_no_error(address: str, dealt: Table, admin: User) -> None:
    assert client_of(admin).get(f"/admin/tables/{address}").status_code in (200, 302)


@pytest.mark.parametrize("query", ["user=x", "user=%00", "user=" + "9" * 40, "user=0", "until=x&kind=hug&reason=%00"])
@pytest.mark.differs_on_services("PostgreSQL refuses zero bytes and large numbers")
def test_rubbish_in_the_address_of_a_new_sanction_is_no_error(query: str, moderator: User) -> None:
    assert client_of(moderator).get(f"{reverse('admin:accounts_sanction_add')}?{query}").status_code == 200


@pytest.mark.parametrize("term", ["%00", "z+" * 1_200, "%25", "alice"])
@pytest.mark.differs_on_services("PostgreSQL refuses zero bytes and large numbers")
def test_rubbish_in_autocompletion_is_no_error(term: str, moderator: User, alice: User) -> None:
    named = "app_label=accounts&model_name=sanction&field_name=user"
    answer = client_of(moderator).get(f"{reverse('admin:autocomplete')}?{named}&term={term}")
    found = [row["id"] for row in answer.json()["results"]]
    assert (answer.status_code, str(alice.pk) in found) == (200, term in ("alice", "%00"))


@pytest.mark.parametrize("field", ["hand&field_name=sealed", "move&field_name=hand", "chatmessage&field_name=hand"])
def test_autocompletion_reveals_no_secret(field: str, dealt: Table, moderator: User) -> None:
    answer = client_of(moderator).get(f"{reverse('admin:autocomplete')}?app_label=tables&model_name={field}&term=1")
    assert answer.status_code == 403 or {row["text"] for row in answer.json()["results"]} <= {"#1"}


def test_every_registered_model_is_covered_by_these_tests() -> None:
    models = {f"{model._meta.app_label}_{model._meta.model_name}" for model in administration.site._registry}
    assert models - {"auth_group"} == set(CHANGELISTS)


def every_address(under: str = "/admin/", patterns: list[Any] | None = None) -> Iterator[str]:
    """Yield every address of the administration, from its own patterns."""
    for pattern in administration.site.get_urls() if patterns is None else patterns:
        path = under + re.sub(r"<\w+:\w+>|\(\?P<url>.*", "1", str(pattern.pattern)).strip("^$")
        path = re.sub(r"\(\?P<app_label>\w+.*\)", "tables", path)
        if hasattr(pattern, "url_patterns"):
            yield from every_address(path, pattern.url_patterns)
        else:
            yield path


def test_every_address_is_closed_to_players_and_visitors(everything: list[Any], bob: User) -> None:
    paths = {path for path in every_address() if path not in ("/admin/login/", "/admin/logout/")}
    assert len(paths) > 50
    for client in (client_of(bob), Client()):
        for path in paths:
            for answer in (client.get(path), client.post(path, {"post": "yes"})):
                assert answer.status_code in (302, 404), path
                assert answer.status_code == 404 or answer["Location"].startswith((LOGIN, PASSWORD)), path
    assert AuditEntry.objects.count() == 1


def test_moderators_cannot_use_any_other_address(everything: list[Any], moderator: User) -> None:
    client = client_of(moderator)
    before = [list(model._default_manager.values()) for model in (Group, Permission, User, AuditEntry)]
    for path in every_address():
        if "group" in path or (path.endswith(("/add/", "/delete/")) and "sanction/add" not in path):
            for answer in (client.get(path), client.post(path, {"post": "yes", "name": "x", "permissions": "1"})):
                assert answer.status_code == 403 or answer.headers.get("Location") == f"{path}change/", path
    assert [list(model._default_manager.values()) for model in (Group, Permission, User, AuditEntry)] == before


def test_a_superusers_form_writes_nothing_but_rights(everything: list[Any], alice: User, admin: User) -> None:
    """The form ignores fields that it does not have, sanctions and addresses."""
    sanction = Sanction.objects.get()
    rows = {
        "TOTAL_FORMS": "2",
        "INITIAL_FORMS": "1",
        "0-id": str(sanction.pk),
        "0-reason": "Nothing.",
        "0-DELETE": "on",
    }
    more = {"1-user": str(alice.pk), "1-kind": "ban", "1-reason": "x", "1-address": "192.0.2.1"}
    form = {
        f"{name}-{field}": text for name in ("sanctions", "seen_addresses") for field, text in (rows | more).items()
    }
    form |= {"is_active": "on", "username": "eve", "email": "eve@example.org", "password": "x", "_saveasnew": "1"}
    before = [*alice.sanctions.values(), *alice.seen_addresses.values()]
    client_of(admin).post(page_of(alice), form)
    client_of(admin).post(page_of(alice), form | {"_saveasnew": ""})
    assert [*alice.sanctions.values(), *alice.seen_addresses.values()] == before
    now = User.objects.get(pk=alice.pk)
    assert (now.username, now.email, now.password) == (alice.username, alice.email, alice.password)
