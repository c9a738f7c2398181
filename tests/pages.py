"""Every page there is, and how to get to see it; crawled by several tests."""

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse

ANONYMOUS = ["home", "account_login", "account_signup", "forgotten_password", "recover", "account_inactive"]
LOGGED_IN = [
    "home",
    "new_table",
    "friends",
    "account",
    "account_change_password",
    "account_logout",
    "account_reauthenticate",
    "recovery_codes",
    "usersessions_list",
    "account_delete",
]
WITH_MAIL = ["account_email"]
NOWHERE = "/nowhere/"


def anonymous_paths() -> Iterator[str]:
    yield from (reverse(name) for name in ANONYMOUS)
    yield reverse("account_confirm_email", args=["no-such-key"])
    yield reverse("account_reset_password_from_key", kwargs={"uidb36": "1", "key": "no-such-key"})
    yield NOWHERE


def logged_in_paths() -> Iterator[str]:
    yield from (reverse(name) for name in LOGGED_IN + (WITH_MAIL if settings.MAIL_CONFIGURED else []))
    yield NOWHERE
