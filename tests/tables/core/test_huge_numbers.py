"""Test that a number of 5,000 digits is answered like other nonsense; Python reads none of more than 4,300."""

from urllib.parse import urlencode

import pytest
from django.urls import reverse

from accounts.models import User
from tests.pages import logged_in_paths, table_paths
from tests.tables.bots.duel.matches import stored
from tests.tables.moderation import client_of

pytestmark = pytest.mark.django_db

HUGE = "9" * 5_000
ASKED = (
    "before",
    "after",
    "page",
    "p",
    "step",
    "seat",
    "table",
    "user",
    "days",
    "number",
    "hand",
    "pot_from",
    "pot_to",
)
QUERY = urlencode(dict.fromkeys(ASKED, HUGE))
LISTS = [
    *("accounts_user", "accounts_sanction", "accounts_auditentry", "accounts_bot"),
    *("tables_table", "tables_hand", "tables_chatmessage", "tables_report", "tables_ledgerentry"),
]


def broken(user: User, paths: list[str]) -> list[str]:
    client = client_of(user)
    client.raise_request_exception = False
    answers = {path: client.get(path, headers={"host": "localhost"}).status_code for path in paths}
    return [f"{status} {path[:80]}" for path, status in answers.items() if status >= 500]


def test_huge_numbers_in_the_query_of_any_page(alice: User, bob: User) -> None:
    stored(("CallAgent", "RandomAgent"), hands=2)
    paths = [*logged_in_paths(), *table_paths(alice, bob)]
    assert broken(bob, [f"{path.partition('?')[0]}?{QUERY}" for path in paths]) == []


def test_huge_numbers_in_the_query_of_the_admin(admin: User) -> None:
    pages = ["admin:index", "admin:tables_pairs", "admin:accounts_addresses"]
    paths = [reverse(name) for name in pages] + [reverse(f"admin:{name}_changelist") for name in LISTS]
    paths = [f"{path}?{name}={HUGE}" for path in paths for name in (*ASKED, "q", "id", "user__id")]
    assert broken(admin, paths) == []


def test_huge_numbers_in_the_path(alice: User, admin: User) -> None:
    paths = [
        f"/hands/{HUGE}/",
        f"/hands/{HUGE}/proof/",
        f"/arena/{HUGE}/",
        f"/bots/{HUGE}/",
        f"/t/{HUGE}/",
        f"/i/{HUGE}/",
    ]
    assert broken(alice, paths) == []
    assert broken(admin, [f"/admin/tables/hand/{HUGE}/change/", f"/admin/accounts/user/{HUGE}/change/"]) == []
