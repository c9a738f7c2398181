"""Test that the address of a socket comes from trusted proxies only."""

from typing import Any

import pytest
from pytest_django import Settings

from accounts.requests import address_of_scope


def scope(client: str | None, *forwarded: str) -> dict[str, Any]:
    headers = [(b"host", b"localhost"), *((b"x-forwarded-for", text.encode()) for text in forwarded)]
    return {"client": [client, 40_000] if client else None, "headers": headers}


@pytest.mark.parametrize(
    ("proxies", "client", "forwarded", "address"),
    [
        (0, "192.0.2.1", [], "192.0.2.1"),
        (0, "::ffff:192.0.2.1", [], "192.0.2.1"),
        (0, "192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        (1, "10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        (1, "10.0.0.1", ["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
        (1, "10.0.0.1", ["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
        (2, "10.0.0.1", ["203.0.113.9"], "10.0.0.1"),
        (1, None, ["203.0.113.9"], "203.0.113.9"),
        (1, None, [], ""),
        (0, None, ["203.0.113.9"], ""),
    ],
)
def test_only_trusted_proxies_are_believed(
    settings: Settings, proxies: int, client: str | None, forwarded: list[str], address: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    assert address_of_scope(scope(client, *forwarded)) == address


@pytest.mark.parametrize("rubbish", ["x", "\xff", "999.1.1.1", "'; --", ""])
def test_rubbish_from_a_trusted_proxy_is_no_address(settings: Settings, rubbish: str) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert address_of_scope(scope("10.0.0.1", rubbish)) in ("", "10.0.0.1")
