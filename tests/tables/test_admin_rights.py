"""Who may open which page of the administration about tables, and that nothing is possible but what is offered."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin as administration
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry, User
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
        "accounts.view_sanction",
        "accounts.view_seenaddress",
        "accounts.view_user",
        "tables.moderate",
        "tables.view_chatmessage",
        "tables.view_hand",
        "tables.view_ledgerentry",
        "tables.view_report",
        "tables.view_table",
    }


def test_players_and_strangers_open_none(everything: list[Any], bob: User) -> None:
    for client in (client_of(bob), Client()):
        for address in addresses(everything):
            for answer in (client.get(address), client.post(address, {"verb": "close", "words": "x"})):
                assert answer.status_code == 302, address
                assert answer["Location"].startswith(reverse("admin:login")), address
    assert AuditEntry.objects.count() == 1


def test_staff_without_the_rights_open_none_but_the_first(everything: list[Any], carol: User) -> None:
    User.objects.filter(pk=carol.pk).update(is_staff=True)
    client = client_of(carol)
    for address in addresses(everything)[1:]:
        assert client.get(address).status_code == 403, address


def test_who_may_look_may_not_act(everything: list[Any], moderator: User, dealt: Table) -> None:
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


def test_the_audit_trail_is_not_edited_by_code_either(everything: list[Any]) -> None:
    entry = AuditEntry.objects.get()
    attempts: list[Callable[[], object]] = [
        entry.save,
        entry.delete,
        lambda: AuditEntry.objects.update(words="Nothing."),
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.bulk_update([entry], ["words"]),
    ]
    for attempt in attempts:
        with pytest.raises(TypeError, match="not edited"):
            attempt()
    assert AuditEntry.objects.get().words == "Noise."


@pytest.mark.parametrize("model", OURS)
@pytest.mark.parametrize("query", ["sealed__contains=a", "hand__sealed__regex=a", "table__password__startswith=a"])
def test_no_field_is_guessed_through_a_lists_address(model: str, query: str, admin: User) -> None:
    answer = client_of(admin).get(f"{reverse(f'admin:{model}_changelist')}?{query}")
    assert answer.status_code in (302, 400)


@pytest.mark.parametrize("model", CHANGELISTS)
@pytest.mark.parametrize(
    "query", ["q=%00'%22%25", "q=" + "9" * 40, "user=x", "table=" + "9" * 40, "p=99999", "o=99", "all="]
)
def test_rubbish_in_a_lists_address_is_no_error(model: str, query: str, everything: list[Any], admin: User) -> None:
    answer = client_of(admin).get(f"{reverse(f'admin:{model}_changelist')}?{query}")
    assert answer.status_code in (200, 302, 400)  # 400: a filter that this list has not


@pytest.mark.parametrize("address", ["pairs/?days=x&user=x", "pairs/?user=" + "9" * 40, "0/change/", "x/change/"])
def test_nor_in_a_pages(address: str, dealt: Table, admin: User) -> None:
    assert client_of(admin).get(f"/admin/tables/hand/{address}").status_code in (200, 302)


def test_whatever_is_registered_is_known_to_these_tests() -> None:
    models = {f"{model._meta.app_label}_{model._meta.model_name}" for model in administration.site._registry}
    assert models - {"auth_group"} == set(CHANGELISTS)
