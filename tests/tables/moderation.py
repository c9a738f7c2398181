"""Use the administration as moderators do: know which pages there are, and press what is on them."""

from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User

CHANGELISTS = [
    "accounts_user",
    "accounts_sanction",
    "accounts_bot",
    "accounts_auditentry",
    "tables_table",
    "tables_hand",
    "tables_chatmessage",
    "tables_report",
    "tables_ledgerentry",
    "tables_game",
    "tables_arenamatch",
]
OURS = [model for model in CHANGELISTS if model.startswith("tables")] + ["accounts_auditentry"]
VIEWS = ["admin:index", "admin:tables_pairs", "admin:accounts_addresses"]


def client_of(user: User, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    return client


def listed(client: Client, model: str, **query: str) -> str:
    answer = client.get(reverse(f"admin:{model}_changelist"), query)
    assert answer.status_code == 200
    return answer.content.decode().split('id="changelist-form"')[1].split("changelist-filter")[0]


def page_of(row: Any) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def do(client: Client, row: Any, verb: str, **form: str) -> str:
    answer = client.post(page_of(row), {"verb": verb, **form}, follow=True)
    return answer.content.decode()


def choose(client: Client, model: str, action: str, *rows: Any, **form: str) -> str:
    data = {"action": action, "_selected_action": [row.pk for row in rows], **form}
    return client.post(reverse(f"admin:{model}_changelist"), data, follow=True).content.decode()


def addresses(rows: list[Any]) -> list[str]:
    lists = [reverse(f"admin:{model}_changelist") for model in CHANGELISTS]
    return [*map(reverse, VIEWS), *lists, *(page for row in rows for page in (page_of(row), history_of(row)))]


def history_of(row: Any) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_history", args=[row.pk])
