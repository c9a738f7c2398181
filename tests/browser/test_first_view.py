"""The first view of a table is light, and does not move when the scripts run."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import rooms
from tests.browser.conftest import PATIENCE_MS, PHONE, People, Person
from tests.samples import sample

MOST_BYTES = 120_000  # the budget of the first view
LOOKS: dict[str, dict[str, Any]] = {"desk": {}, "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}
CLOCK_PX = 6
"""Bounds the pixels that neighbours of the clock may move when it begins to count the seconds."""
PLACES = """() => Object.fromEntries([...document.querySelectorAll(":is(.top, main, #t-bar) :is(a, button)")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.id || one.ariaLabel || one.innerText, one])
    .map(([name, one]) => [name, one.getBoundingClientRect()])
    .map(([name, { x, y, width, height }]) => [name, [x, y, width, height].map(Math.round)]))"""


def test_first_view_of_a_table_keeps_its_budget_of_bytes(people: People, owner: str) -> None:
    """The page and all that it loads count as they come over the wire, into an empty cache."""
    person = people()
    person.join("Light Liv", "/")
    person.page.get_by_role("button", name="Practice now").click()
    rooms.dealt(person)
    first = people()
    first.context.add_cookies(person.context.cookies())  # type: ignore[arg-type]
    sizes: list[int] = []

    def loaded(event: dict[str, Any]) -> None:
        sizes.append(event["encodedDataLength"])

    wire = first.context.new_cdp_session(first.page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", loaded)
    first.page.goto(person.page.url)
    first.wait_until_connected()
    assert len(sizes) > 20
    assert sum(sizes) < MOST_BYTES


@pytest.mark.parametrize("looks", LOOKS.values(), ids=LOOKS.keys())
def test_page_does_not_shift_while_scripts_load(people: People, owner: str, looks: dict[str, Any]) -> None:
    """A button stays where a player aims, and the slider is there although no script of the table has run."""
    person = people(**looks)
    person.join(f"Slow {'Sven' if looks else 'Siv'}", "/")
    person.page.get_by_role("button", name="Practice now").click()
    expect(person.page.locator("#t-slider")).to_be_visible(timeout=PATIENCE_MS * 2)
    late = people(**looks)
    late.context.add_cookies(person.context.cookies())  # type: ignore[arg-type]
    with held(late.page, "**/js/table/*.js") as routes:
        late.page.goto(person.page.url, wait_until="commit")
        expect(late.page.locator("#t-slider")).to_be_visible()
        before = places(late)
        assert routes
    late.wait_until_connected()
    after = places(late)
    assert after.keys() == before.keys()
    assert not [name for name in after if math.dist(after[name], before[name]) > CLOCK_PX]


def test_button_pressed_while_scripts_load_works(people: People, owner: str) -> None:
    """The button works whichever scripts have run by then."""
    person = people()
    person.join("Hasty Hal")
    address = rooms.open_table(person, seated=[person.name])
    scripts = person.page.locator("script[src*='/js/table/']")
    sources = [script.get_attribute("src") or "" for script in scripts.all()]
    assert len(sources) > 10
    for turn, source in enumerate(sample(sources, quick=5)):
        before, after = ("Sit out", "I'm back") if turn % 2 == 0 else ("I'm back", "Sit out")
        with held(person.page, f"**{source}"):
            person.page.goto(person.site + address.removeprefix("/"), wait_until="commit")
            if before == "Sit out":
                person.page.locator("#t-leave-open").click()
            person.page.get_by_role("button", name=before, exact=True).click()
            expect(person.page.locator("#t-leave, #t-bar").get_by_text(after, exact=True)).to_be_attached()


@contextmanager
def held(page: Page, addresses: str) -> Iterator[list[Route]]:
    """Hold requests to these addresses back until the block ends, and yield those that came."""
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    page.route(addresses, hold)
    yield routes
    for route in routes:
        route.continue_()
    page.unroute(addresses)


def places(person: Person) -> dict[str, list[int]]:
    """Return the places of everything that can be pressed."""
    found: dict[str, list[int]] = person.page.evaluate(PLACES)
    return found
