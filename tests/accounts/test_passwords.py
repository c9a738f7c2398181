"""Test which passwords are allowed: long enough, not among the first guesses, any characters."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from poker_site.environment import BASE_DIR

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "password",
    ["839201746602", "aaaaqqqq zzzz", " with spaces around ", "密码可以是中文的", "🂡🂢🂣🂤🂥🂦🂧🂨", "!?#$%&()=", "x7" * 64],
)
def test_any_characters_are_accepted(password: str, alice: User) -> None:
    validate_password(password, alice)


@pytest.mark.parametrize(
    "password", ["short77", "password123", "iloveyou", "12345678", "Alice2026", "evenhand", "Poker1234"]
)
def test_first_guesses_are_refused(password: str, alice: User) -> None:
    with pytest.raises(ValidationError):
        validate_password(password, alice)


def test_a_password_counts_exactly_as_it_was_typed(client: Client, alice: User) -> None:
    typed = " Ünïcode " + "x" * 120 + "  "
    alice.set_password(typed)
    alice.save()
    for wrong in (typed.strip(), typed.lower(), typed[:72]):
        client.post(reverse("account_login"), {"login": "Alice", "password": wrong})
        assert "_auth_user_id" not in client.session, repr(wrong)
    client.post(reverse("account_login"), {"login": "Alice", "password": typed})
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("page", ["account_login", "account_signup", "recover"])
def test_password_fields_hide_it_and_let_password_managers_help(client: Client, page: str, alice: User) -> None:
    html = client.get(reverse(page)).content.decode()
    field = next(part for part in html.split("<input")[1:] if 'type="password"' in part).partition(">")[0]
    assert 'autocomplete="current-password"' in field or 'autocomplete="new-password"' in field
    assert "onpaste" not in html


def test_forbidden_words_of_this_site_are_long_enough_to_matter() -> None:
    path = BASE_DIR / "accounts" / "words_of_this_site.txt"
    words = path.read_text().split()
    assert all(len(word) >= 8 and word == word.lower() for word in words)
    assert {"evenhand", "texasholdem", "poker1234"} <= set(words)
