"""Which pages may open a socket: those of the site itself, and of origins that the settings trust."""

from typing import Any

import pytest

from poker_site.web.origins import SameOrigin
from tests.conftest import PATIENCE_SECONDS
from tests.patient_socket import Socket

pytestmark = pytest.mark.django_db  # Channels closes old connections before it turns somebody away

HOSTS = ["poker.example.org", ".friends.example", "127.0.0.1", "[::1]", "localhost"]
TRUSTED = ["https://cards.example.net", "https://*.clubs.example", "http://10.0.0.5:8080"]


@pytest.fixture(autouse=True, params=[False, True], ids=["plain", "secure"])
def secure(request: pytest.FixtureRequest, settings: Any) -> bool:
    """Whether the site is used over TLS, so that its cookies are for TLS only."""
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
async def test_pages_of_the_same_origin(origin: str, host: str) -> None:
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
async def test_without_tls_only_where_cookies_go_without(origin: str, host: str, secure: bool) -> None:
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
async def test_no_pages_of_other_ports(origin: str, host: str) -> None:
    """They are other programs on the same machine, and the browser gives them the same cookies."""
    assert not await lets_in(origin, host)


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "https://poker.example.org.evil.example",
        "https://evil-poker.example.org",
        "https://us.poker.example.org",
        "https://example.org",
        "https://localhost",  # ours too, but not where this browser is
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
async def test_no_others(origin: str | None) -> None:
    assert not await lets_in(origin)


@pytest.mark.parametrize("name", ["evil.example", "evil.example:9321", "127.0.0.1.evil.example", "", "///"])
async def test_no_name_of_somebody_else_that_leads_here(name: str) -> None:
    """DNS rebinding: page and socket have the same origin, and it is not ours."""
    assert not await lets_in(f"https://{name}", name)


async def test_nobody_who_does_not_say_whom_they_asked() -> None:
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
async def test_whole_origins_that_the_settings_trust(origin: str, *, welcome: bool) -> None:
    """Behind a proxy that changes the host name; with subdomains as forms have them."""
    assert await lets_in(origin, "inside.local:8000") is welcome
