"""A real server, a real browser, and people who use it at http://room.test, where nothing is a secure context."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from poker_site.environment import BASE_DIR
from tests.play import Server, started
from tests.ports import free_port

PASSWORD = "correct horse"
PATIENCE_MS = 15_000
expect.set_options(timeout=PATIENCE_MS)
SCREENS = BASE_DIR / "var" / "screens"
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP room.test 127.0.0.1",
]
EXPECTED = (
    "status of 4",  # a page that answers 403 or 404, on purpose
    "closed before the connection is established",  # somebody has left a page as soon as it was there
)
DESK = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}

People = Callable[..., "Person"]


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.context = context
        self.site = site
        self.page: Page = context.new_page()

    def visit(self, path: str) -> None:
        self.page.goto(self.site + path.removeprefix("/"))

    def sign_up(self, name: str) -> None:
        self.visit("/account/signup/")
        self.page.locator("[name=username]").fill(name)
        self.page.locator("[name=password1]").fill(PASSWORD)
        self.page.locator("main button.main").click()
        expect(self.page, f"is somebody else called {name}?").not_to_have_url(re.compile("/account/signup/"))

    def wait_until_connected(self) -> None:
        self.page.wait_for_function(
            "() => document.querySelector('#wire')?._htmx?.ws?.connection?.socket?.readyState === 1"
        )

    def log_in(self, name: str) -> None:
        self.visit("/account/login/")
        self.page.locator("[name=login]").fill(name)
        self.page.locator("[name=password]").fill(PASSWORD)
        self.page.locator("main button.main").click()

    def picture(self, name: str) -> None:
        """A screenshot for somebody to look at."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENS / f"{name}.png", full_page=True)


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def server(data_dir: Path) -> Iterator[Server]:
    with started(data_dir, PORT=free_port(), ALLOWED_HOSTS="room.test") as server:
        server.wait_until_ready()
        yield server
        assert server.end() == 0, "\n".join(server.lines)
    assert not any("Traceback" in line for line in server.lines), "\n".join(server.lines)


@pytest.fixture(scope="session")
def site(server: Server) -> str:
    return server.address.replace("127.0.0.1", "room.test")


@pytest.fixture(scope="session")
def chromium() -> Iterator[BrowserType]:
    with sync_playwright() as playwright:
        yield playwright.chromium


@contextmanager
def launched(chromium: BrowserType, *, whole: bool = False) -> Iterator[Browser]:
    """Ended as a whole, never context by context: asked to close one whose page with an open socket is just leaving
    for another, Chromium 156 may not answer at all (seen in every tenth such moment, and once it stopped all tests)."""
    program = os.environ["WHOLE_CHROMIUM" if whole else "CHROMIUM"]
    if not program:
        pytest.skip("the shell of Chromium has no notifications, and there is no Chromium on PATH")
    browser = chromium.launch(executable_path=program, args=FLAGS)
    try:
        yield browser
    finally:
        browser.close()


@pytest.fixture
def people(request: pytest.FixtureRequest, chromium: BrowserType, site: str) -> Iterator[People]:
    """Makes people; the test fails if any of their browsers complained, be it about the content policy or a script."""
    complaints: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(text in message.text for text in EXPECTED):
            complaints.append(f"{message.location.get('url')}: {message.text}")

    with launched(chromium, whole=request.node.get_closest_marker("whole_browser") is not None) as browser:

        def person(**options: Any) -> Person:
            context = browser.new_context(**{"viewport": DESK, "locale": "en-US", **options})
            context.on("console", listen)
            context.on("weberror", lambda error: complaints.append(str(error.error)))
            return Person(context, site)

        yield person
    assert complaints == []


@pytest.fixture(scope="session")
def owner(chromium: BrowserType, site: str) -> str:
    """The first account of the server; every other test's people come later."""
    with launched(chromium) as browser:
        person = Person(browser.new_context(locale="en-US"), site)
        person.sign_up("Olga")
        expect(person.page.get_by_text("you are the administrator")).to_be_visible()
    return "Olga"
