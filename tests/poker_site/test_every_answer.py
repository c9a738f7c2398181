"""Every answer over HTTP, page or file, carries the security headers and reveals nothing to other sites."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _with_files(settings: Settings) -> None:
    """Serve static files as a started server does, but without collecting them first."""
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True


ADDRESSES = ["/", "/nowhere/", "/static/js/site.js", "/favicon.ico"]


def ask(client: Client, address: str, **headers: str) -> Any:
    """Get an answer, and close its file if it is one."""
    answer = client.get(address, headers=headers)
    answer.close()
    return answer


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_forbids_sniffing_and_framing(client: Client, address: str) -> None:
    answer = ask(client, address)
    assert answer.status_code == (404 if "nowhere" in address else 302 if "favicon" in address else 200)
    headers = answer.headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    policy = {part.strip() for part in headers["Content-Security-Policy"].split(";")}
    assert {"default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"} <= policy


@pytest.mark.parametrize("address", [*ADDRESSES, "/protocols/", "/rules/"])
def test_pages_of_other_sites_may_not_read_answers(client: Client, address: str) -> None:
    answer = ask(client, address, origin="https://evil.example")
    assert not [name for name in answer.headers if name.lower().startswith("access-control-")]


def test_trace_does_not_send_headers_back(client: Client) -> None:
    answer = client.trace(reverse("rules"), headers={"x-secret": "5ec2e7"})
    assert b"5ec2e7" not in answer.content


@pytest.mark.parametrize("address", ["/static/", "/static/js/", "/.git/config", "/static/../manage.py", "/manage.py"])
def test_neither_folders_nor_the_code_are_served(client: Client, address: str) -> None:
    assert ask(client, address).status_code == 404
