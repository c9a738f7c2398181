"""Every cookie is restricted: in production each is for this very host, and over https alone."""

import json
import re
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts import choices
from accounts.models import User
from poker_site.environment import BASE_DIR
from poker_site.web.messages import PrefixedCookie
from tests.conftest import PASSWORD
from tests.play import outcome
from tests.poker_site.test_settings import PRODUCTION

PROGRAM = """
import json, sys
sys.argv[0] = "manage.py"
import django
django.setup()
from django.conf import settings
from accounts import choices, viewer
from poker_site.web.messages import PrefixedCookie
print(json.dumps([
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, *choices.COOKIES.values(), viewer.TIME_ZONE_COOKIE,
    PrefixedCookie.cookie_name,
]))
"""
SESSION = settings.SESSION_COOKIE_NAME
ENVIRONMENT = {**PRODUCTION, "DJANGO_SETTINGS_MODULE": "poker_site.settings"}


def test_in_production_every_cookie_has_the_host_prefix(tmp_path: Path) -> None:
    status, text = outcome(tmp_path, sys.executable, "-c", PROGRAM, **ENVIRONMENT)
    assert status == 0, text
    names = json.loads(text)
    assert len(names) == 6
    assert all(name.startswith("__Host-") for name in names), names


@pytest.mark.django_db
def test_the_site_sets_no_other_cookies(client: Client, alice: User) -> None:
    """Any other would have to be checked too. These come from a visit, choices, a login and a message."""
    client.get(reverse("account_login"))
    client.post(reverse("choose_theme"), {"theme": "light"})
    client.post(reverse("choose_language"), {"language": "en"})
    client.force_login(alice)
    client.post(reverse("account_preferences"), {"language": "", "time_zone": "", **_looks()})
    chosen = {*choices.COOKIES.values()}
    assert {*client.cookies} == {SESSION, settings.CSRF_COOKIE_NAME, *chosen, PrefixedCookie.cookie_name}
    assert {client.cookies[name]["samesite"] for name in {*client.cookies} - {SESSION}} == {"Lax"}
    script = re.findall(r"document\.cookie = `([^`]*)`", (BASE_DIR / "static" / "js" / "site.js").read_text())
    assert [text.split("=")[0] for text in script] == ["${kept}"]


def _looks() -> dict[str, str]:
    return {"theme": "dark", "deck": "two", "amounts": "chips", "sounds": "on", "animations": "on"}


@pytest.mark.django_db
def test_scripts_cannot_read_the_cookies_of_session_and_csrf_token(client: Client, alice: User) -> None:
    client.post(reverse("account_login"), {"login": "Alice", "password": PASSWORD})
    client.get(reverse("account"))
    for name in (SESSION, settings.CSRF_COOKIE_NAME):
        assert client.cookies[name]["httponly"], name
        assert client.cookies[name]["samesite"] == "Lax", name


@pytest.mark.django_db
def test_a_login_changes_the_session_and_a_logout_ends_it_for_good(client: Client, alice: User) -> None:
    session = client.session
    session["left"] = "by somebody who was at this browser before"
    session.save()
    client.cookies[SESSION] = before = str(session.session_key)
    client.post(reverse("account_login"), {"login": "Alice", "password": PASSWORD})
    during = client.cookies[SESSION].value
    assert during != before
    assert re.fullmatch(r"[a-z0-9]{32}", during)
    client.post(reverse("account_logout"))
    for key in (before, during):
        thief = Client()
        thief.cookies[SESSION] = key
        assert thief.get(reverse("account")).status_code == 302
