"""Sockets are open only to pages of the site itself, and of origins that the settings trust."""

from typing import Any

import pytest

from poker_site.web.origins import SameOrigin
from tests.conftest import PATIENCE_SECONDS
from tests.patient_socket import Socket

pytestmark = pytest.mark.django_db  # Channels closes old connections before it refuses a socket

HOSTS = ["poker.example.org", ".friends.example", "127.0.0.1", "[::1]", "localhost"]
TRUSTED = ["https://cards.example.net", "https://*.clubs.example", "http://10.0.0.5:8080"]


@pytest.fixture(autouse=True, params=[False, True], ids=["plain", "secure"])
def secure(request: pytest.FixtureRequest, settings: Any) -> bool:
    """Tell whether the site is used over TLS, so that its cookies are for TLS only."""
    settings.ALLOWED_HOSTS = HOSTS
    settings.CSRF_TRUSTED_ORIGINS = TRUSTED
    settings.SESSION_COOKIE_SECURE = request.param
    return bool(request.param)


async def lets_in(origin: str | None, host: str | None = "poker.example.org") -> bool:
    async def inside(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})

    said = [(b"host", host), (b"origin", origin)]
    headers = [(name, value.encode("latin1")) for name, value in said if value is not None]
    socket = Socket(SameOrigin(inside), "/ws/me/", headers=headers)
    connected, _ = await socket.connect(PATIENCE_SECONDS)
    await socket.disconnect(timeout=PATIENCE_SECONDS)
    return bool(connected)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://poker.example.org", "poker.example.org"),
        ("https://poker.example.org", "poker.example.org:443"),
        ("https://poker.example.org:443", "poker.example.org"),
        ("https://poker.example.org:8443", "poker.example.org:8443"),
        ("https://poker.example.org", "Poker.Example.Org"),
        ("https://us.friends.example", "us.friends.example"),
        ("https://127.0.0.1:8000", "127.0.0.1:8000"),
        ("https://[::1]:8000", "[::1]:8000"),
    ],
)
async def test_pages_of_the_same_origin_may_open_a_socket(origin: str, host: str) -> None:
    assert await lets_in(origin, host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost", "localhost"),
        ("http://localhost", "localhost:80"),
        ("http://localhost:80", "localhost"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000"),
    ],
)
async def test_pages_without_tls_may_only_if_cookies_need_none(origin: str, host: str, secure: bool) -> None:
    assert await lets_in(origin, host) is not secure


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://127.0.0.1:9399", "127.0.0.1:9321"),
        ("https://127.0.0.1", "127.0.0.1:9321"),
        ("https://127.0.0.1:9321", "127.0.0.1"),
        ("https://127.0.0.1:80", "127.0.0.1"),
        ("http://127.0.0.1:443", "127.0.0.1"),
        ("http://127.0.0.1", "127.0.0.1:443"),
        ("https://127.0.0.1:99999", "127.0.0.1:9321"),
    ],
)
async def test_pages_of_other_ports_are_refused(origin: str, host: str) -> None:
    """Other programs on the same machine serve them, and the browser gives them the same cookies."""
    assert not await lets_in(origin, host)


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "https://poker.example.org.evil.example",
        "https://evil-poker.example.org",
        "https://us.poker.example.org",
        "https://example.org",
        "https://localhost",  # an allowed host, but not the one of this request
        "https://poker.example.org@evil.example",
        "https://evil.example@poker.example.org",
        "ftp://poker.example.org",
        "chrome-extension://poker.example.org",
        "//poker.example.org",
        "poker.example.org",
        "null",
        "",
        "https://",
        "https://[",
        "https://[::1",
        "https://poker.example.org:x",
        "https://poker.example.org\xe9",
        "https://poker.example.org, https://evil.example",
        None,
    ],
)
async def test_other_origins_are_refused(origin: str | None) -> None:
    assert not await lets_in(origin)


@pytest.mark.parametrize("name", ["evil.example", "evil.example:9321", "127.0.0.1.evil.example", "", "///"])
async def test_foreign_host_names_that_lead_here_are_refused(name: str) -> None:
    """DNS rebinding: page and socket have the same origin, and it is not ours."""
    assert not await lets_in(f"https://{name}", name)


async def test_requests_without_a_host_are_refused() -> None:
    assert not await lets_in("https://poker.example.org", None)


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("https://cards.example.net", True),
        ("https://cards.example.net:443", True),
        ("https://a.clubs.example", True),
        ("https://a.b.clubs.example", True),
        ("http://10.0.0.5:8080", True),
        ("http://cards.example.net", False),
        ("https://cards.example.net:8443", False),
        ("https://us.cards.example.net", False),
        ("http://a.clubs.example", False),
        ("https://aclubs.example", False),
        ("http://10.0.0.5", False),
        ("https://10.0.0.5:8080", False),
        ("https://cards.example.net:99999", False),
    ],
)
async def test_pages_of_trusted_origins_may_open_a_socket(origin: str, *, welcome: bool) -> None:
    """A proxy may change the host name; subdomains are written as CSRF checks of forms want them."""
    assert await lets_in(origin, "inside.local:8000") is welcome
