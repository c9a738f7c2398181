"""The administration fits a desk and a phone: nothing is cut off, and no accessibility rule is broken."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.conftest import People, Person
from tests.browser.test_chat import open_chat, say, two
from tests.browser.test_every_page import SCREENS, SIDEWAYS
from tests.samples import sample

LISTS = [
    *("accounts/user", "accounts/sanction", "accounts/auditentry", "accounts/bot", "auth/group"),
    *("tables/table", "tables/hand", "tables/chatmessage", "tables/report", "tables/ledgerentry"),
]
DJANGOS = {  # rules that Django's own scripts and markup break in these elements, which are not ours to mend
    "aria-input-field-name": ".select2",  # where names are completed
    "aria-prohibited-attr": ".selector .help-tooltip",  # two lists beside each other
    "empty-table-header": ".inline-group th",
    "label-title-only": "#searchbar",
    "scrollable-region-focusable": ".inline-group",
}


def report(person: Person, words: str) -> None:
    """Report what another player said."""
    line = person.page.locator("#t-chat-lines > li", has_text=words)
    line.locator("summary").tap()
    line.get_by_role("button", name="Report").tap()
    expect(line).to_contain_text("You have reported this")


@pytest.mark.long
def test_administration_fits_every_screen(people: People, owner: str) -> None:
    wanda, nico = two(people, "Wanda Wide", "Nico Narrow")
    for person, word in ((wanda, "good evening"), (nico, "x" * 60)):
        open_chat(person)
        say(person, word)
    report(nico, "good evening")
    complaints = []
    pages: list[str] = []
    for screen in ("desk", "phone"):
        judge = people(**SCREENS[screen], bypass_csp=True)  # axe itself sets styles on these pages
        judge.join_again(owner)
        pages = pages or pages_of_administration(judge)
        for path in sample(pages, quick=len(pages) // 3 + 1, turn=screen == "phone"):
            judge.visit(f"/admin/{path}")
            slug = path.strip("/").replace("/", "-") or "first"
            judge.picture(f"admin-{slug}-{screen}")
            if (wide := judge.page.evaluate(SIDEWAYS)) > 0:
                complaints.append(f"{screen} {path}: {wide} px too wide")
            complaints += [f"{screen} {path}: {violation}" for violation in violations(judge.page, DJANGOS)]
    assert complaints == []


def pages_of_administration(judge: Person) -> list[str]:
    """Return the lists, and the first page that each leads to."""
    pages = ["", "accounts/user/addresses/", "tables/hand/pairs/", "accounts/sanction/add/"]
    for name in LISTS:
        pages.append(f"{name}/")
        judge.visit(f"/admin/{name}/")
        first = judge.page.locator("#result_list tbody th a").first
        if first.count():
            pages.append((first.get_attribute("href") or "").removeprefix("/admin/").partition("?")[0])
    return [*dict.fromkeys(pages)]
