"""Every page in Chinese is wholly in Chinese, including the texts of libraries."""

import re
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Sanction, User
from accounts.services import recovery, sanctions
from tests.pages import anonymous_paths, logged_in_paths, table_paths

pytestmark = pytest.mark.django_db
SPOKEN = ("aria-label", "title", "placeholder", "alt")
UNREAD = ("script", "style", "code", "textarea")
CHINESE = {"accept-language": "zh-CN"}
# Names, and words that Chinese uses as they are.
KNOWN = {"evenhand", "english", "json", "alice", "bob", "tomasz", "kofi", "ada", "ruben", "ip", "email", "bb", "mbb"}
KNOWN |= {"python", "javascript", "schema", "websocket", "tcp", "utf", "ascii"}
KNOWN |= {"md", "utc", "cookie", "phh", "phhs", "kb", "mb", "sha", "null", "callagent", "randomagent", "tightpassive"}
KNOWN |= {"aks", "tt", "kto"}  # cards as players write them


@pytest.fixture(autouse=True)
def _with_mail(settings: Settings) -> None:
    """Switch on the pages about e-mail."""
    settings.MAIL_CONFIGURED = True


class Words(HTMLParser):
    """Collects Latin words that a reader would see or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden = 0
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in UNREAD or (tag, dict(attrs).get("name")) == ("select", "time_zone")
        for name, value in attrs:
            if name in SPOKEN and value:
                self.note(value)

    def handle_endtag(self, tag: str) -> None:
        if self.hidden and tag in (*UNREAD, "select"):
            self.hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.note(data)

    def note(self, text: str) -> None:
        text = re.sub(r"\{\w+\}", "", text)  # filled in by a script
        self.found |= {word for word in re.findall(r"[A-Za-z]{2,}", text) if word.lower() not in KNOWN}


def foreign_words(html: str) -> set[str]:
    words = Words()
    words.feed(html)
    return words.found


def test_foreign_words_are_found() -> None:
    assert foreign_words('<p title="Over here">你好 <b>there</b></p>') == {"Over", "here", "there"}


def test_pages_for_visitors_are_in_chinese(alice: User) -> None:
    for url in anonymous_paths():
        page = Client(headers=CHINESE).get(url, follow=True)
        assert foreign_words(page.content.decode()) == set(), url


def test_pages_for_members_are_in_chinese(alice: User) -> None:
    client = Client(headers=CHINESE | {"user-agent": ""})
    client.force_login(alice)
    for url in logged_in_paths():
        assert foreign_words(client.get(url).content.decode()) == set(), url


HABITS = {"VPIP", "PFR", "bet", "WTSD", "SD"}
"""The names that players use for statistics everywhere; the page explains them."""


def test_pages_around_tables_are_in_chinese(alice: User, bob: User) -> None:
    client = Client(headers=CHINESE)
    client.force_login(alice)
    for url in table_paths(bob, alice):
        found = foreign_words(client.get(url).content.decode())
        address = set(re.findall("[A-Za-z]+", f"http://testserver{url}"))
        assert found <= address | {"table", "CSV", "Enter", "Esc", "GG", "NH", "mbb", "h"} | HABITS, (
            url
        )  # the table's name, keys, and words used everywhere


FORMS = [
    ("account_signup", {}),
    ("account_signup", {"username": "x", "password1": "short"}),
    ("account_signup", {"username": "x" * 90, "password1": "12345678"}),
    ("account_signup", {"username": "ALICE", "password1": "password1"}),
    ("account_signup", {"username": "<x>", "password1": "\x00"}),
    ("account_signup", {"username": "-alice", "password1": "alice-alice"}),
    ("account_signup", {"username": "admin", "password1": "a"}),
    ("account_login", {}),
    ("account_login", {"login": "alice", "password": "wrong"}),
    ("recover", {}),
    ("recover", {"name": "alice", "code": "0", "password": "x"}),
]
MEMBER_FORMS = [
    ("account_change_password", {}),
    ("account_change_password", {"oldpassword": "wrong", "password1": "short"}),
    ("account_name", {"display_name": ""}),
    ("account_name", {"display_name": "x" * 99}),
    ("account_preferences", {"theme": "pink", "time_zone": "Mars", "language": "tlh"}),
    ("account_delete", {"password": "wrong"}),
    ("recovery_codes", {"password": "wrong"}),
    ("account_reauthenticate", {"password": "wrong"}),
    ("account_email", {"action_add": "", "email": "not an address"}),
    ("usersessions_list", {}),
    ("end_sessions", {}),
]


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_refusals_for_visitors_are_in_chinese(alice: User, name: str, form: dict[str, str]) -> None:
    page = Client(headers=CHINESE).post(reverse(name), form, follow=True)
    words = foreign_words(page.content.decode())
    assert words <= set(form.values()), words


@pytest.mark.parametrize(("name", "form"), MEMBER_FORMS)
def test_answers_for_members_are_in_chinese(alice: User, name: str, form: dict[str, str]) -> None:
    client = Client(headers=CHINESE | {"user-agent": ""})
    client.force_login(alice)
    page = client.post(reverse(name), form, follow=True)
    words = foreign_words(page.content.decode())
    assert words <= {"pink", "Mars", "tlh"}, words


def test_the_page_after_too_many_tries_is_in_chinese(client: Client) -> None:
    for _ in range(61):
        page = client.post(reverse("account_signup"), {}, headers=CHINESE)
    assert page.status_code == 429
    assert foreign_words(page.content.decode()) == set()


def test_pages_about_recovery_codes_and_a_ban_are_in_chinese(client: Client, alice: User, moderator: User) -> None:
    code = recovery.make_codes(alice)[0]
    recovered = Client(headers=CHINESE).post(
        reverse("recover"), {"name": "alice", "code": code, "password": "battery staple"}, follow=True
    )
    assert foreign_words(recovered.content.decode()) == set()
    until = timezone.now() + timedelta(days=2)
    sanctions.impose(alice, kind=Sanction.Kind.BAN, reason="吵闹", until=until, by=moderator)
    form = {"login": "alice", "password": "battery staple"}
    assert foreign_words(client.post(reverse("account_login"), form, headers=CHINESE).content.decode()) == set()
