"""Provide a real server, a real browser, and people who use it at http://room.test, which is no secure context."""

import os
import re
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from poker_site.environment import BASE_DIR
from tests.browser import failures
from tests.browser.chromium import Chromium
from tests.browser.seeded_server import Seeds
from tests.browser.seeding import PASSWORD
from tests.play import Server, lay_out, started
from tests.ports import free_port
from tests.samples import WHOLE

PATIENCE_MS = 15_000
expect.set_options(timeout=PATIENCE_MS)
SCREENS = BASE_DIR / "var" / "screens"
EXPECTED = (
    "status of 4",  # a page that answers 403 or 404, on purpose
    "closed before the connection is established",  # a person has left a page as soon as it was there
)
DESK = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
USUAL = {"viewport": DESK, "locale": "en-US", "reduced_motion": "reduce"}
"""Motion costs a third of the CPU time, so only a test that is about it asks for "no-preference"."""

OWNER = "Olga"
FAILED = pytest.StashKey[bool]()

People = Callable[..., "Person"]


class Person:
    """Acts as a person with a browser of their own."""

    def __init__(self, context: BrowserContext, site: str, seeds: Seeds) -> None:
        self.context = context
        self.site = site
        self.seeds = seeds
        self.name = ""
        self.page: Page = context.new_page()

    def visit(self, path: str) -> None:
        self.page.goto(self.site + path.removeprefix("/"))

    def join(self, name: str, path: str = "", **preferences: Any) -> None:
        """Open a new account and log in, without a click; then visit this page, if any."""
        self._take(self.seeds.make_account(name, **preferences), name, path)

    def join_again(self, name: str, path: str = "") -> None:
        """Log in to an account that exists, without a click; then visit this page, if any."""
        self._take(self.seeds.make_session(name), name, path)

    def _take(self, session: str, name: str, path: str) -> None:
        self.name = name
        self.context.add_cookies([{"name": "sessionid", "value": session, "url": self.site}])
        if path:
            self.visit(path)

    def sign_up(self, name: str) -> None:
        """Fill in the form to sign up; tests about anything else use `join`."""
        self.name = name
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
        """Fill in the form to log in; tests about anything else use `join_again`."""
        self.visit("/account/login/")
        self.page.locator("[name=login]").fill(name)
        self.page.locator("[name=password]").fill(PASSWORD)
        self.page.locator("main button.main").click()

    def picture(self, name: str) -> None:
        """Take a screenshot to look at, but only where the whole matrix runs: a page takes 0.2 s."""
        if not WHOLE:
            return
        SCREENS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENS / f"{name}.png", full_page=True)


@pytest.fixture(scope="session")
def data_dir(upgraded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(upgraded, tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def server(data_dir: Path) -> Iterator[Server]:
    command = (sys.executable, "-m", "tests.browser.seeded_server", str(data_dir / "seeds"))
    with started(data_dir, command, PORT=free_port(), ALLOWED_HOSTS="room.test") as server:
        server.wait_until_ready()
        yield server
        assert server.end() == 0, "\n".join(server.lines)
    assert not any("Traceback" in line for line in server.lines), "\n".join(server.lines)


@pytest.fixture(scope="session")
def seeds(server: Server, data_dir: Path) -> Iterator[Seeds]:
    """Make accounts, tables and hands without clicks; the first account, the administrator's, is there."""
    seeds = Seeds(data_dir / "seeds")
    seeds.make_account(OWNER, administrates=True)
    yield seeds
    seeds.close()


@pytest.fixture(scope="session")
def owner(seeds: Seeds) -> str:
    """Return the name of the first account of the server."""
    return OWNER


@pytest.fixture(scope="session")
def site(server: Server) -> str:
    return server.address.replace("127.0.0.1", "room.test")


@pytest.fixture(scope="session")
def chromiums() -> Iterator[dict[bool, Chromium]]:
    """Provide the quick shell, and the whole browser for what the shell leaves out."""
    with sync_playwright() as playwright:
        kind = playwright.chromium
        both = {False: Chromium(kind, os.environ["CHROMIUM"]), True: Chromium(kind, os.environ["WHOLE_CHROMIUM"])}
        yield both
        for chromium in both.values():
            chromium.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let fixtures know whether their test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def people(
    request: pytest.FixtureRequest, chromiums: dict[bool, Chromium], site: str, server: Server, seeds: Seeds
) -> Iterator[People]:
    """Make people; the test fails if any of their browsers complained, be it about the content policy or a script."""
    complaints: list[str] = []
    everybody: list[Person] = []
    lines_before = len(server.lines)
    chromium = chromiums[request.node.get_closest_marker("whole_browser") is not None]

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(text in message.text for text in EXPECTED):
            complaints.append(f"{message.location.get('url')}: {message.text}")

    def person(**options: Any) -> Person:
        context = chromium.new_context(**{**USUAL, **options})
        context.on("console", listen)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        everybody.append(Person(context, site, seeds))
        return everybody[-1]

    yield person
    if request.node.stash.get(FAILED, False) or complaints:
        pages = [page for one in everybody for page in one.context.pages]
        folder = failures.keep(request.node, pages, server.lines[lines_before:])
        print(f"What the browsers showed and the server said is in {folder}")
    chromium.close_contexts(one.context for one in everybody)
    assert complaints == []
