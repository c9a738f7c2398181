"""The first view of a table: light, and in its place before the scripts run."""

from typing import Any

from playwright.sync_api import Route, expect

from tests.browser import rooms
from tests.browser.conftest import PATIENCE_MS, PHONE, People

MOST_BYTES = 120_000  # architecture.md, "Budgets"


def test_the_first_view_of_a_table_is_light(people: People, owner: str) -> None:
    """The page and all that it loads, as they come over the wire into an empty cache."""
    person = people()
    person.sign_up("Light Liv")
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


def test_nothing_jumps_when_the_scripts_come(people: People, owner: str) -> None:
    """The slider and what is chosen in advance have their place although no script of the table has run yet."""
    person = people(viewport=PHONE, has_touch=True, is_mobile=True)
    person.sign_up("Slow Sven")
    person.page.get_by_role("button", name="Practice now").click()
    expect(person.page.locator("#t-slider")).to_be_visible(timeout=PATIENCE_MS * 2)
    late = people(viewport=PHONE, has_touch=True, is_mobile=True)
    late.context.add_cookies(person.context.cookies())  # type: ignore[arg-type]
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    late.page.route("**/js/table/*.js", hold)
    late.page.goto(person.page.url, wait_until="commit")
    expect(late.page.locator("#t-slider")).to_be_visible()
    assert held
    for route in held:
        route.continue_()
