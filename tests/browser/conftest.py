"""A real server, a real browser, and people who use it at http://room.test, where nothing is a secure context."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

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
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def people(browser: Browser, site: str) -> Iterator[People]:
    """Makes people; the test fails if any of their browsers complained, be it about the content policy or a script."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(text in message.text for text in EXPECTED):
            complaints.append(f"{message.location.get('url')}: {message.text}")

    def person(**options: Any) -> Person:
        context = browser.new_context(**{"viewport": DESK, "locale": "en-US", **options})
        context.on("console", listen)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        contexts.append(context)
        return Person(context, site)

    yield person
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def owner(browser: Browser, site: str) -> str:
    """The first account of the server; every other test's people come later."""
    context = browser.new_context(locale="en-US")
    person = Person(context, site)
    person.sign_up("Olga")
    expect(person.page.get_by_text("you are the administrator")).to_be_visible()
    context.close()
    return "Olga"
