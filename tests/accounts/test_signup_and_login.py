"""Test signing up with a name and a password, logging in with any spelling of the name, logging out."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse"


def login(client: Client, name: str, password: str = PASSWORD) -> bool:
    client.post(reverse("account_login"), {"login": name, "password": password})
    return "_auth_user_id" in client.session


def test_name_and_password_are_enough(client: Client, bob: User) -> None:
    response = client.post(reverse("account_signup"), {"username": "李明", "password1": PASSWORD}, follow=True)
    assert "李明" in response.content.decode()
    user = User.objects.get(username="李明")
    assert (user.email, user.is_staff) == ("", False)
    assert user.check_password(PASSWORD)


def test_a_name_is_shown_as_typed_and_logs_in_in_any_case(client: Client, bob: User) -> None:
    client.post(reverse("account_signup"), {"username": " JÜrgen ", "password1": PASSWORD})
    assert User.objects.get(username="jürgen").display_name == "JÜrgen"
    client.logout()
    assert login(client, "JÜRGEN")


@pytest.mark.parametrize(
    ("form", "complaint"),
    [
        ({"username": "", "password1": PASSWORD}, "This field is required."),
        ({"username": "A", "password1": PASSWORD}, "A name has 2 to 20 characters."),
        ({"username": "x" * 500, "password1": PASSWORD}, "at most 80 characters"),
        ({"username": "BOB", "password1": "another horse"}, "This name is taken"),
        ({"username": "Alice", "password1": "short"}, "too short"),
        ({"username": "Alice", "password1": "password1"}, "too common"),
        ({"username": "Wonderland", "password1": "wonderland"}, "too similar"),
        ({"username": "a\x00b", "password1": PASSWORD}, "Null characters are not allowed."),
    ],
)
def test_a_refusal_says_why(client: Client, bob: User, form: dict[str, str], complaint: str) -> None:
    response = client.post(reverse("account_signup"), form)
    assert complaint in response.content.decode()
    assert User.objects.count() == 1


@pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
def test_a_second_click_on_sign_up_logs_in_to_the_same_account(bob: User) -> None:
    """The browser shows the answer to the second click, with the cookies from before the first."""
    form = {"username": "Ada Lovelace", "password1": PASSWORD, "next": "/account/sessions/"}
    clients = [Client(), Client()]
    answers = [client.post(reverse("account_signup"), form) for client in clients]
    assert [answer["Location"] for answer in answers] == ["/account/sessions/"] * 2
    ada = User.objects.get(username="ada lovelace")
    assert {client.session["_auth_user_id"] for client in clients} == {str(ada.pk)}


@pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
def test_a_simultaneous_second_click_logs_in_too(bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.adapter.refuse_taken", lambda name: None)  # as if it had been free a moment ago
    for client in (Client(), Client()):
        client.post(reverse("account_signup"), {"username": "Ada", "password1": PASSWORD})
        assert "_auth_user_id" in client.session


@pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
def test_a_name_taken_meanwhile_keeps_what_was_typed(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.adapter.refuse_taken", lambda name: None)
    page = client.post(reverse("account_signup"), {"username": "ALICE", "password1": "another horse"}).content.decode()
    assert "This name is taken" in page
    assert 'value="ALICE"' in page


@pytest.mark.parametrize(
    ("name", "password", "ago"),
    [("Ada", "another horse", 0), ("Ada", PASSWORD, 61), ("Adа", PASSWORD, 0), ("Ada", "", 0)],
    ids=["another password", "long ago", "a name that looks alike", "no password"],
)
def test_signing_up_again_does_not_log_others_in(bob: User, name: str, password: str, ago: int) -> None:
    Client().post(reverse("account_signup"), {"username": "Ada", "password1": PASSWORD})
    User.objects.filter(username="ada").update(joined_at=timezone.now() - timedelta(seconds=ago))
    client = Client()
    page = client.post(reverse("account_signup"), {"username": name, "password1": password}).content.decode()
    assert "This name is taken" in page
    assert "_auth_user_id" not in client.session


def test_signing_up_leads_back_to_the_page_before(client: Client, bob: User) -> None:
    form = {"username": "Alice", "password1": PASSWORD, "next": "/account/sessions/"}
    assert client.post(reverse("account_signup"), form)["Location"] == "/account/sessions/"
    client.logout()
    answer = client.post(reverse("account_login"), {"login": "bob", "password": PASSWORD, "next": "//evil.example/"})
    assert answer["Location"] == "/"


def test_wrong_password_and_unknown_name_get_the_same_answer(client: Client, alice: User) -> None:
    answers = [
        client.post(reverse("account_login"), {"login": name, "password": "wrong horse"}).content.decode()
        for name in ("alice", "nobody here")
    ]
    assert all("Wrong name or password." in answer for answer in answers)
    assert "_auth_user_id" not in client.session


def test_logging_out_needs_a_post(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.get(reverse("account_logout"))
    assert "_auth_user_id" in client.session
    client.post(reverse("account_logout"))
    assert "_auth_user_id" not in client.session


@pytest.mark.differs_on_services("counted in Redis")
def test_guesses_at_one_name_do_not_stop_other_names(client: Client, alice: User, bob: User) -> None:
    for _ in range(10):
        login(client, "alice", "wrong horse")
    assert not login(client, "alice")
    assert login(client, "bob")


def test_forty_people_behind_one_address_can_sign_up_and_log_in(bob: User) -> None:
    for number in range(40):
        client = Client()
        client.post(reverse("account_signup"), {"username": f"Pupil {number:02}", "password1": PASSWORD})
        assert "_auth_user_id" in client.session
        client.post(reverse("account_logout"))
        assert login(client, f"pupil {number:02}")


def test_endless_sign_ups_from_one_address_are_stopped(client: Client, bob: User) -> None:
    for number in range(60):
        client.post(reverse("account_signup"), {"username": "x", "password1": f"{number}"})
    response = client.post(reverse("account_signup"), {"username": "Alice", "password1": PASSWORD})
    assert response.status_code == 429
    assert re.search(r"Wait [1-6]?\d seconds? and try again\.", response.content.decode())


@pytest.mark.differs_on_services("counted in Redis")
def test_limits_count_the_address_the_trusted_proxy_names(client: Client, alice: User, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    form = {"username": "x", "password1": "y"}
    for _ in range(61):
        blocked = client.post(reverse("account_signup"), form, headers={"x-forwarded-for": "6.6.6.6, 203.0.113.1"})
    assert blocked.status_code == 429
    other = client.post(reverse("account_signup"), form, headers={"x-forwarded-for": "6.6.6.6, 203.0.113.2"})
    assert other.status_code == 200


def test_a_changed_password_keeps_this_session_and_ends_the_others(client: Client, alice: User) -> None:
    elsewhere = Client()
    assert login(elsewhere, "alice")
    assert login(client, "alice")
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": "battery staple"})
    assert client.get(reverse("account")).status_code == 200
    assert elsewhere.get(reverse("account")).status_code == 302


@pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
def test_a_change_of_password_sent_twice_succeeds_twice(client: Client, alice: User) -> None:
    """The first answer was lost: the new password is the current one by now."""
    client.force_login(alice)
    form = {"oldpassword": PASSWORD, "password1": "battery staple"}
    for _ in range(2):
        assert client.post(reverse("account_change_password"), form)["Location"] == reverse("account")
    wrong = client.post(reverse("account_change_password"), {**form, "password1": "another staple"})
    assert "Please type your current password" in wrong.content.decode()


def test_with_mail_an_address_is_offered_and_resets_the_password(client: Client, bob: User, settings: Settings) -> None:
    settings.MAIL_CONFIGURED = True
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    form = {"username": "Alice", "password1": PASSWORD, "email": "alice@example.org"}
    client.post(reverse("account_signup"), form)
    client.post(reverse("account_logout"))
    mail.outbox.clear()
    client.post(reverse("forgotten_password"), {"email": "alice@example.org"})
    [message] = mail.outbox
    assert message.subject == "Evenhand: A new password"
    link = next(line for line in str(message.body).splitlines() if "/password/reset/key/" in line)
    form_page = client.get(link.removeprefix("http://testserver"), follow=True)
    client.post(form_page.request["PATH_INFO"], {"password1": "battery staple"})
    client.logout()
    assert login(client, "alice", "battery staple")


def test_without_mail_the_forgotten_password_page_shows_other_ways(client: Client) -> None:
    page = client.get(reverse("forgotten_password")).content.decode()
    assert reverse("recover") in page
    assert 'name="email"' not in page
    assert 'name="email"' not in client.get(reverse("account_signup")).content.decode()


def test_a_failed_login_logs_name_and_address_on_one_line(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    form = {"login": "alice\nERROR all is lost", "password": "a wrong horse"}
    client.post(reverse("account_login"), form, REMOTE_ADDR="192.0.2.7")
    [line] = [record.getMessage() for record in caplog.records if "log-in failed" in record.getMessage()]
    assert "alice" in line
    assert "192.0.2.7" in line
    assert "\n" not in line
    assert "wrong horse" not in caplog.text
