"""The administration on a desk and on a phone: nothing cut off, and no accessibility rule broken."""

from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import People
from tests.browser.test_chat import open_chat, say, two
from tests.browser.test_every_page import RULES, SCREENS, SIDEWAYS

LISTS = [
    *("accounts/user", "accounts/sanction", "accounts/auditentry", "accounts/bot", "auth/group"),
    *("tables/table", "tables/hand", "tables/chatmessage", "tables/report", "tables/ledgerentry"),
]
DJANGOS = {  # these are broken by Django's own markup, which is not ours to mend
    "aria-input-field-name": "select2, for names that are completed",
    "aria-prohibited-attr": "the tooltips of two lists beside each other",
    "empty-table-header": "rows of tables inside a page",
    "label": "date and time of one field",
    "label-title-only": "the search of a list",
    "link-in-text-block": "the way home, and what belongs to an action",
    "target-size": "filters",
}
WITHOUT = {rule: {"enabled": False} for rule in DJANGOS}


def test_the_administration_on_every_screen(people: People, owner: str) -> None:
    for person, word in zip(two(people, "Wanda Wide", "Nico Narrow"), ("good evening", "x" * 60), strict=True):
        open_chat(person)
        say(person, word)
    complaints = []
    for screen in ("desk", "phone"):
        judge = people(**SCREENS[screen], bypass_csp=True)  # axe itself sets styles on these pages
        judge.log_in(owner)
        pages = ["", "accounts/user/addresses/", "tables/hand/pairs/", "accounts/sanction/add/"]
        for name in LISTS:
            pages.append(f"{name}/")
            judge.visit(f"/admin/{name}/")
            first = judge.page.locator("#result_list tbody th a").first
            if first.count():
                pages.append((first.get_attribute("href") or "").removeprefix("/admin/").partition("?")[0])
        for path in dict.fromkeys(pages):
            judge.visit(f"/admin/{path}")
            slug = path.strip("/").replace("/", "-") or "first"
            judge.picture(f"admin-{slug}-{screen}")
            if (wide := judge.page.evaluate(SIDEWAYS)) > 0:
                complaints.append(f"{screen} {path}: {wide} px too wide")
            for violation in Axe().run(judge.page, options={**RULES, "rules": WITHOUT}).response["violations"]:
                nodes = [node["html"][:140] for node in violation["nodes"] if "js-inline" not in node["html"]]
                if nodes:
                    complaints.append(f"{screen} {path}: {violation['id']}: {nodes}")
    assert complaints == []
