"""The environment determines Django's settings, as a started process sees them."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from poker_site import celery
from tests.play import outcome

PROGRAM = (
    "import json, sys; sys.argv[0] = 'daphne'; from poker_site import settings\n"
    "names = [n for n in dir(settings) if n.isupper()]\n"
    "print(json.dumps({n: getattr(settings, n) for n in names}, default=str))"
)
PRODUCTION = {
    "DATABASE_URL": "postgresql://room:pass@db.example.org/room",
    "REDIS_URL": "redis://cache.example.org",
    "SECRET_KEY": "x" * 50,
    "ALLOWED_HOSTS": "poker.example.org",
}


def settings_with(data_dir: Path, **variables: str) -> dict[str, Any]:
    status, text = outcome(data_dir, sys.executable, "-c", PROGRAM, **variables)
    assert status == 0, text
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_embedded_profile_serves_local_hosts_without_mail(tmp_path: Path) -> None:
    found = settings_with(tmp_path)
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert found["PASSWORD_HASHERS"] == ["accounts.hashers.ModestArgon2Hasher"]
    assert found["MAIL_CONFIGURED"] is False
    assert "email" not in found["ACCOUNT_SIGNUP_FIELDS"]
    assert "SECURE_SSL_REDIRECT" not in found


def test_a_server_for_the_network_accepts_its_own_address_as_host(tmp_path: Path) -> None:
    assert "192.168.7.5" in settings_with(tmp_path, HOST="192.168.7.5")["ALLOWED_HOSTS"]


def test_production_trusts_as_many_proxies_as_are_named(tmp_path: Path) -> None:
    found = settings_with(tmp_path, **PRODUCTION, SECURE_PROXY="2")
    assert found["ALLAUTH_TRUSTED_PROXY_COUNT"] == 2
    assert found["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert found["ALLOWED_HOSTS"] == ["poker.example.org"]
    assert found["DATABASES"]["default"]["OPTIONS"]["pool"]


def test_no_proxy_header_is_trusted_without_a_proxy(tmp_path: Path) -> None:
    found = settings_with(tmp_path, **PRODUCTION)
    assert found["ALLAUTH_TRUSTED_PROXY_COUNT"] == 0
    assert "SECURE_PROXY_SSL_HEADER" not in found


def test_with_mail_sign_up_offers_an_address(tmp_path: Path) -> None:
    found = settings_with(tmp_path, EMAIL_URL="smtp+ssl://room:pass@mail.example.org:465")
    assert found["ACCOUNT_SIGNUP_FIELDS"] == ["username*", "email", "password1*"]
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_USE_SSL"]) == ("mail.example.org", 465, True)


@pytest.mark.parametrize("task", celery.SECONDS_BETWEEN)
def test_every_periodic_task_exists(task: str) -> None:
    celery.app.loader.import_default_modules()
    assert task in celery.app.tasks


def test_addresses_are_forgotten_on_schedule() -> None:
    assert "accounts.tasks.forget_addresses" in celery.SECONDS_BETWEEN
    assert {entry["task"] for entry in celery.app.conf.beat_schedule.values()} == {
        *celery.SECONDS_BETWEEN,
        celery.HEARTBEAT,
    }


def test_cookies_of_production_are_for_this_very_host_over_https(tmp_path: Path) -> None:
    found = settings_with(tmp_path, **PRODUCTION)
    assert (found["SESSION_COOKIE_NAME"], found["CSRF_COOKIE_NAME"]) == ("__Host-sessionid", "__Host-csrftoken")
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is True
    assert not {"SESSION_COOKIE_DOMAIN", "CSRF_COOKIE_DOMAIN", "SESSION_COOKIE_PATH", "CSRF_COOKIE_PATH"} & set(found)


def test_in_production_browsers_keep_to_https_for_a_year(tmp_path: Path) -> None:
    found = settings_with(tmp_path, **PRODUCTION)
    assert found["SECURE_SSL_REDIRECT"] is found["SECURE_HSTS_INCLUDE_SUBDOMAINS"] is True
    assert found["SECURE_HSTS_SECONDS"] >= 365 * 24 * 3600


def test_browsers_may_list_the_domain_only_if_that_is_wanted(tmp_path: Path) -> None:
    assert settings_with(tmp_path, **PRODUCTION)["SECURE_HSTS_PRELOAD"] is False
    assert settings_with(tmp_path, **PRODUCTION, HSTS_PRELOAD="1")["SECURE_HSTS_PRELOAD"] is True
