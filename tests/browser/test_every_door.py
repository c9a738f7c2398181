"""Every page around a table on every screen: its doors, invitations, its address, its books."""

import pytest
from playwright.sync_api import BrowserType

from tests.browser.conftest import People, Person, launched
from tests.browser.rooms import open_table, sit
from tests.browser.test_every_page import LOOKS, SCREENS, look_at

POST = """async ([path, form]) => {
    const answer = await fetch(path, {method: 'POST', body: new URLSearchParams(form)});
    if (!answer.ok) throw answer.status;
    return answer.url;
}"""
FORM = {"rulebook": "cash", "found_by": "lobby"}


def post(person: Person, path: str, **form: str) -> str:
    """As a form without script would; the path one ends at."""
    person.visit("/tables/new/")
    token = person.page.locator("#new-table [name=csrfmiddlewaretoken]").get_attribute("value") or ""
    address: str = person.page.evaluate(POST, [path, {"csrfmiddlewaretoken": token, **form}])
    return "/" + address.removeprefix(person.site)


def made_link(person: Person, table: str) -> str:
    post(person, f"{table}do/", verb="make_link", hours="24", uses="5")
    person.visit(table)
    return person.page.locator("#t-invite .invited a").first.get_attribute("href") or ""


@pytest.fixture(scope="module")
def doors(chromium: BrowserType, site: str, owner: str) -> dict[str, str]:
    """Of somebody's tables."""
    with launched(chromium) as browser:
        host = Person(browser.new_context(locale="en-US"), site)
        host.sign_up("Dorothea")
        guarded = post(host, "/tables/new/", **FORM, name="A table of " + "W" * 29, password="open sesame")
        unwatched = post(host, "/tables/new/", **FORM, name="Unwatched", unwatched="on")
        approving = post(host, "/tables/new/", **FORM, name="Approving", unwatched="on", approves="on")
        link, gone = made_link(host, guarded), made_link(host, unwatched)
        host.page.locator("#t-invite .invited button[value=revoke]").evaluate("button => button.click()")
        host.page.locator("#t-invite .invited").wait_for(state="detached")
    return {
        "door-password": f"{guarded}door/",
        "door-buy-in": f"{unwatched}door/",
        "door-wait": f"{approving}door/",
        "invitation": link,
        "invitation-gone": gone,
    }


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", SCREENS)
def test_every_door_on_every_screen(people: People, doors: dict[str, str], screen: str, look: str) -> None:
    person = people(**SCREENS[screen], locale=LOOKS[look], reduced_motion="reduce")
    person.context.add_cookies([{"name": "theme", "value": look, "url": person.site}])
    complaints = look_at(person, doors["invitation"], f"{screen}-{look}", slug="invitation-visitor")
    person.sign_up(f"Door {screen} {look}"[:20])
    post(person, doors["door-wait"], chips="10000")
    own = f"/{open_table(person)}"
    sit(person, own, number=1)
    pages = doors | {"share": made_link(person, own), "table-share": f"{own}share/", "table-ledger": f"{own}ledger/"}
    for name, path in pages.items():
        complaints += look_at(person, path, f"{screen}-{look}", slug=name)
    assert complaints == []
