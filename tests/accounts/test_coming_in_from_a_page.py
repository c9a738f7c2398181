"""Test that logging in or signing up leads back to the page a visitor came from, also after a refusal."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.hosting import invitations
from tests.conftest import PASSWORD
from tests.tables.helpers import open_table

pytestmark = pytest.mark.django_db


def in_the_header(client: Client, path: str) -> list[str]:
    page = client.get(path).content.decode()
    return re.findall(r'href="(/account/(?:login|signup)/[^"]*)"', page.split("<main")[0])


def test_the_header_of_an_invitation_leads_back_to_it(client: Client, alice: User) -> None:
    link = invitations.make_link(open_table(alice).pk, alice)
    path = reverse("invitation", args=[link.code])
    [login, _signup] = in_the_header(client, path)
    assert client.post(login, {"login": "Alice", "password": PASSWORD})["Location"] == path


def test_signing_up_from_the_login_page_keeps_the_destination(client: Client, alice: User) -> None:
    asked = client.get(reverse("friends"))["Location"]
    [_login, signup] = in_the_header(client, asked)
    form = {"username": "Newcomer", "password1": PASSWORD}
    assert client.post(signup, form)["Location"] == reverse("friends")


def test_header_of_the_front_page_names_no_destination(client: Client, alice: User) -> None:
    assert in_the_header(client, "/") == [reverse("account_login"), reverse("account_signup")]


def test_login_does_not_lead_to_other_sites(client: Client, alice: User) -> None:
    [login, _signup] = in_the_header(client, reverse("account_login") + "?next=https://evil.test/")
    assert client.post(login, {"login": "Alice", "password": PASSWORD})["Location"] == "/"


@pytest.mark.parametrize("page", ["account_login", "account_signup"])
def test_a_refused_form_stays_at_an_address_with_the_destination(client: Client, alice: User, page: str) -> None:
    """A change of language there would lose it otherwise."""
    shown = client.get(reverse(page) + "?next=/friends/").content.decode()
    [form] = [tag for tag in re.findall(r"<form[^>]*>", shown.split("<main")[1].split("</main")[0]) if "gap" in tag]
    assert "action" not in form


@pytest.mark.parametrize(
    ("door", "page"),
    [("/t/{code}/do/", "/t/{code}/"), ("/study/1/remove/", "/study/"), ("/bots/make/", "/bots/")],
)
def test_a_form_sent_while_logged_out_leads_to_its_page_after_login(
    client: Client, alice: User, door: str, page: str
) -> None:
    code = open_table(alice).code
    asked = client.post(door.format(code=code))["Location"]
    answer = client.post(asked, {"login": "Alice", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1][0] == page.format(code=code)
    assert answer.status_code == 200
