"""Test accounts with a mail server: addresses are optional and reveal nobody, and a failure undoes nothing."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse"


@pytest.fixture(autouse=True)
def _mail(settings: Settings, bob: User) -> None:
    settings.MAIL_CONFIGURED = True
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    EmailAddress.objects.create(user=bob, email="bob@example.org", verified=True, primary=True)


def sign_up(client: Client, address: str) -> str:
    form = {"username": "Alice", "password1": PASSWORD, "email": address}
    return client.post(reverse("account_signup"), form, follow=True).content.decode()


def link_in(message: mail.EmailMessage, part: str) -> str:
    line = next(line for line in str(message.body).splitlines() if part in line)
    return line.removeprefix("http://testserver")


def test_an_address_is_confirmed_by_its_link(client: Client) -> None:
    sign_up(client, "alice@example.org")
    [message] = mail.outbox
    link = link_in(message, "/confirm-email/")
    assert "Does alice@example.org belong to Alice?" in client.get(link).content.decode()
    client.post(link)
    assert EmailAddress.objects.get(email="alice@example.org").verified


def test_a_taken_address_is_not_revealed(client: Client) -> None:
    page = sign_up(client, "bob@example.org")
    assert "already" not in page
    assert not EmailAddress.objects.filter(user__username="alice", verified=True).exists()


def test_a_reset_says_the_same_for_known_and_unknown_addresses(client: Client) -> None:
    pages = [
        client.post(reverse("forgotten_password"), {"email": address}, follow=True).content.decode()
        for address in ("bob@example.org", "nobody@example.org")
    ]
    pages = [page.split("<main")[1].split("</main>")[0] for page in pages]
    assert pages[0] == pages[1]


def test_a_reset_sends_no_mail_to_unknown_addresses(client: Client) -> None:
    for address in ("nobody@example.org", "bob@example.org"):
        client.post(reverse("forgotten_password"), {"email": address})
    assert [message.to for message in mail.outbox] == [["bob@example.org"]]


def test_a_changed_password_is_announced_by_mail(client: Client, bob: User) -> None:
    client.force_login(bob)
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": "battery staple"})
    [message] = mail.outbox
    assert message.subject == "Evenhand: Your password was changed"
    assert "127.0.0.1" in str(message.body)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("account_signup", {"username": "Alice", "password1": PASSWORD, "email": "alice@example.org"}),
        ("forgotten_password", {"email": "bob@example.org"}),
        ("forgotten_password", {"email": "nobody@example.org"}),
    ],
    ids=["sign-up", "known", "unknown"],
)
def test_a_mail_server_that_is_down_is_reported_and_undoes_nothing(
    client: Client, settings: Settings, name: str, form: dict[str, str]
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    page = client.post(reverse(name), form, follow=True)
    assert page.status_code == 200
    assert "could not be sent" in page.content.decode()
    if name == "account_signup":
        assert User.objects.filter(username="alice").exists()


def test_no_page_for_addresses_without_a_mail_server(client: Client, bob: User, settings: Settings) -> None:
    settings.MAIL_CONFIGURED = False
    client.force_login(bob)
    assert client.get("/account/email/").status_code == 404


@pytest.mark.parametrize(
    "form",
    [
        {"action_add": "", "email": "thief@example.org"},
        {"action_remove": "", "email": "second@example.org"},
        {"action_primary": "", "email": "second@example.org"},
    ],
    ids=["add", "remove", "make primary"],
)
def test_changing_addresses_asks_for_the_password_again(client: Client, bob: User, form: dict[str, str]) -> None:
    """A thief with a copied cookie is logged in too."""
    EmailAddress.objects.create(user=bob, email="second@example.org", verified=True)
    client.post(reverse("account_login"), {"login": "bob", "password": PASSWORD})
    before = sorted(EmailAddress.objects.values_list("email", "primary"))
    answer = client.post(reverse("account_email"), form)
    assert answer.url.startswith(reverse("account_reauthenticate"))  # type: ignore[attr-defined]  # a redirect has one
    assert sorted(EmailAddress.objects.values_list("email", "primary")) == before
    client.post(answer.url, {"password": "a wrong horse"})  # type: ignore[attr-defined]
    assert sorted(EmailAddress.objects.values_list("email", "primary")) == before
    client.post(answer.url, {"password": PASSWORD})  # type: ignore[attr-defined]
    assert sorted(EmailAddress.objects.values_list("email", "primary")) != before
