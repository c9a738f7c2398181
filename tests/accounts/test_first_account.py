"""Test the first account of an embedded server: it becomes the administrator's and needs the terminal's code."""

import threading

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from accounts.services import first_admin
from accounts.services.deletion import delete_account
from accounts.services.signup import open_account
from poker_site.management.commands.play import Command

pytestmark = pytest.mark.django_db
SIGNUP = {"username": "Alice", "password1": "correct horse"}


@pytest.fixture
def embedded(settings: Settings) -> None:
    settings.PRODUCTION = False


def sign_up(client: Client, **more: str) -> str:
    return client.post(reverse("account_signup"), SIGNUP | more).content.decode()


@pytest.mark.usefixtures("embedded")
def test_first_account_becomes_administrator_and_is_told_so(client: Client) -> None:
    response = client.post(reverse("account_signup"), SIGNUP | {"code": first_admin.setup_code()}, follow=True)
    alice = User.objects.get(username="alice")
    assert alice.is_superuser
    assert alice.is_staff
    assert "you are the administrator" in response.content.decode()


@pytest.mark.usefixtures("embedded")
def test_second_account_is_no_administrator(client: Client, bob: User) -> None:
    response = client.post(reverse("account_signup"), SIGNUP, follow=True)
    assert not User.objects.get(username="alice").is_staff
    assert "you are the administrator" not in response.content.decode()


@pytest.mark.usefixtures("embedded")
def test_bots_and_deleted_accounts_do_not_count(client: Client, bob: User) -> None:
    User.objects.create_user(username="Pip", is_bot=True)
    delete_account(bob)
    sign_up(client, code=first_admin.setup_code())
    assert User.objects.get(username="alice").is_superuser


@pytest.mark.differs_on_services("it is another profile")
def test_in_production_nobody_becomes_administrator_by_signing_up(client: Client, settings: Settings) -> None:
    settings.PRODUCTION = True
    sign_up(client)
    assert not User.objects.get(username="alice").is_superuser


@pytest.mark.usefixtures("embedded")
@pytest.mark.parametrize("code", [None, "", "0000-0000-0000"])
def test_no_first_account_without_the_code_of_the_terminal(client: Client, code: str | None) -> None:
    page = sign_up(client, **({} if code is None else {"code": code}))
    assert not User.objects.exists()
    assert 'name="code"' in page


@pytest.mark.usefixtures("embedded")
def test_the_code_may_be_typed_carelessly(client: Client) -> None:
    sign_up(client, code=" " + first_admin.setup_code().lower().replace("-", " ").replace("0", "o").replace("1", "l"))
    assert User.objects.get(username="alice").is_superuser


@pytest.mark.usefixtures("embedded")
def test_later_accounts_need_no_code(client: Client, bob: User) -> None:
    assert 'name="code"' not in client.get(reverse("account_signup")).content.decode()
    sign_up(client)
    assert User.objects.filter(username="alice", is_superuser=False).exists()


@pytest.mark.usefixtures("embedded")
@pytest.mark.parametrize(
    "facts",
    [
        {"REMOTE_ADDR": "127.0.0.1"},
        {"REMOTE_ADDR": "192.168.7.9"},
        {"HTTP_X_FORWARDED_FOR": "203.0.113.5"},
        {"HTTP_HOST": "poker.example.org"},
    ],
)
def test_the_address_of_a_request_proves_nothing(client: Client, settings: Settings, facts: dict[str, str]) -> None:
    """A proxy that forwards neither address nor name makes everybody look like this machine's owner."""
    settings.ALLOWED_HOSTS = ["*"]
    client.post(reverse("account_signup"), SIGNUP, **facts)  # type: ignore[arg-type]
    assert not User.objects.exists()


@pytest.mark.usefixtures("embedded")
def test_the_printed_link_fills_in_the_code(client: Client) -> None:
    link = next(line for line in Command().welcome().splitlines() if "?code=" in line).split()[-1]
    path = "/" + link.split("/", 3)[3]
    assert f'value="{first_admin.setup_code()}"' in client.get(path).content.decode()
    assert 'value="' not in client.get(reverse("account_signup")).content.decode().split('name="code"')[1].split(">")[0]


@pytest.mark.usefixtures("embedded")
@pytest.mark.parametrize("code", ["%00", "%22%3E%3Cscript%3E", "x" * 5_000])
def test_a_link_with_a_wrong_code_opens_no_account(client: Client, code: str) -> None:
    page = client.get(f"{reverse('account_signup')}?code={code}")
    assert page.status_code == 200
    assert "<script>" not in page.content.decode().split("<main")[1]
    sign_up(client, code=code)
    assert not User.objects.exists()


@pytest.mark.usefixtures("embedded")
def test_no_link_is_printed_once_there_is_an_account(bob: User) -> None:
    assert "code" not in Command().welcome()


@pytest.mark.embedded
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("embedded")
def test_of_two_first_accounts_exactly_one_is_first() -> None:
    barrier = threading.Barrier(2)

    def sign_up_together(name: str) -> None:
        barrier.wait()
        open_account(User(), name=name, proved_owner=True)
        connection.close()

    people = [threading.Thread(target=sign_up_together, args=[name]) for name in ("Alice", "Bob")]
    for person in people:
        person.start()
    for person in people:
        person.join()
    assert User.objects.count() == 2
    assert User.objects.filter(is_superuser=True).count() == 1
