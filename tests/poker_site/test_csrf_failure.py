"""A form can be sent again if somebody logged in elsewhere while its page was open, or if its cookies are gone."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.models import Table
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
OWN = {"origin": "http://testserver"}


@pytest.fixture
def browser() -> Client:
    return Client(enforce_csrf_checks=True)


def token(browser: Client, path: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', browser.get(path).content.decode())
    assert found
    return found[1]


def log_in(browser: Client, name: str) -> None:
    path = reverse("account_login")
    form = {"login": name, "password": PASSWORD, "csrfmiddlewaretoken": token(browser, path)}
    assert browser.post(path, form, headers=OWN).status_code == 302


def kept(answer: Any) -> dict[str, str]:
    """Return the form that the page offers to send again."""
    words = answer.content.decode()
    [form] = re.findall(r'<form class="row" action="/tables/new/" method="post">(.*?)</form>', words, re.DOTALL)
    return {name: html.unescape(value) for name, value in re.findall(r'name="([^"]+)" value="([^"]*)"', form)}


def test_a_typed_form_is_kept_for_the_user_who_is_logged_in_now(browser: Client, alice: User, bob: User) -> None:
    log_in(browser, "Alice")
    old = token(browser, reverse("new_table"))
    browser.logout()
    log_in(browser, "Bob")
    form = {"rulebook": "cash", "found_by": "lobby", "name": 'The "big" one', "password": ""}
    form["csrfmiddlewaretoken"] = old
    answer = browser.post(reverse("new_table"), form, headers=OWN)
    assert (answer.status_code, "and are Bob here now" in answer.content.decode()) == (403, True)
    assert not Table.objects.exists()
    browser.post(reverse("new_table"), kept(answer), headers=OWN)
    assert [(table.name, table.owner) for table in Table.objects.all()] == [('The "big" one', bob)]


def test_a_typed_form_is_kept_if_the_cookies_are_gone(browser: Client, alice: User) -> None:
    answer = browser.post(reverse("new_table"), {"name": "Friday"}, headers=OWN)
    assert "if this page comes back, allow cookies" in answer.content.decode()
    assert kept(answer)["name"] == "Friday"


@pytest.mark.parametrize("headers", [{}, {"origin": "http://evil.test"}, {"origin": "null"}])
def test_the_form_of_another_site_is_not_offered_again(browser: Client, alice: User, headers: dict[str, str]) -> None:
    log_in(browser, "Alice")
    answer = browser.post(reverse("new_table"), {"name": "Evil"}, headers=headers)
    assert (answer.status_code, "Evil" in answer.content.decode()) == (403, False)


@pytest.mark.parametrize("path", ["account_change_password", "recover", "account_delete"])
def test_no_password_is_written_into_a_page(browser: Client, alice: User, path: str) -> None:
    form = {"oldpassword": "secret one", "password": "secret two", "password1": "secret three"}
    answer = browser.post(reverse(path), form, headers=OWN).content.decode()
    assert "Please send that again" in answer
    assert "secret" not in answer


@pytest.mark.parametrize("entrance", ["account_login", "account_signup"])
def test_a_user_who_logged_in_on_another_page_can_go_on_from_this_one(
    browser: Client, alice: User, entrance: str
) -> None:
    old = token(browser, reverse(entrance))
    log_in(browser, "Alice")
    form = {"login": "Alice", "password": PASSWORD, "next": "/tables/new/", "csrfmiddlewaretoken": old}
    assert browser.post(reverse(entrance), form, headers=OWN)["Location"] == "/tables/new/"
