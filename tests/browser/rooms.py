"""Let people play at a table in the browser."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Person

FAST = 10
"""Sets the pace of a table where a test waits for the next hand, or for house bots."""
MOMENT_AND_TURN = "data => [data.dataset.moment, document.getElementById('t-bar').dataset.turn !== undefined]"


def open_table(host: Person, **fields: Any) -> str:
    """Open a table of `host` with these answers to the form, and visit it; return its path, `t/CODE/`."""
    path = f"t/{host.seeds.open_table(host.name, **fields)}/"
    host.visit(path)
    return path


def code_of(path: str) -> str:
    return path.strip("/").split("/")[-1]


def host(person: Person, name: str) -> None:
    """Press a button of the host's own menu."""
    person.page.get_by_role("button", name="Host", exact=True).click()
    person.page.get_by_role("button", name=name, exact=True).click()


def leaves(person: Person, how: str) -> None:
    """Press a button of the menu for leaving, which also offers to sit out."""
    person.page.locator("#t-leave-open").click()
    person.page.locator("#t-leave").get_by_role("button", name=how, exact=True).click()


def add_bot(person: Person) -> None:
    person.page.get_by_role("button", name="Host", exact=True).click()
    person.page.locator("#t-host-bots summary").click()
    person.page.get_by_role("button", name="Add a house bot", exact=True).click()


def sit(person: Person, address: str, *, number: int) -> None:
    if person.page.url != person.site + address.removeprefix("/"):
        person.visit(address)
    person.wait_until_connected()
    person.page.locator(f"#t-sit-{number}").click()
    person.page.locator("#f-buy button[value=sit]").click()
    expect(person.page.locator("#t-viewer[data-seated]")).to_be_attached()


def deal_in(*people: Person, host: Person | None = None, **fields: Any) -> str:
    """Deal these people their first hand, at a table that all have open by then; return its path."""
    seeds, names = people[0].seeds, [person.name for person in people]
    path = f"t/{seeds.open_table(host.name if host else names[0], seated=names, **fields)}/"
    for person in people:
        person.visit(path)
    for person in people:
        person.wait_until_connected()
    seeds.resume(code_of(path))
    for person in people:
        dealt(person)
    return path


def dealt(person: Person) -> None:
    expect(person.page.locator(".seat.me .hole .card")).to_have_count(2)


def whose_turn(people: Sequence[Person]) -> Person:
    """Return the person to act once all pages show the same moment: a page that is behind may still show a turn."""
    first = people[0].page
    expect(first.locator(".seat [data-turn]")).to_be_attached()
    for _ in range(100):
        shown = [person.page.locator("#t-data").evaluate(MOMENT_AND_TURN) for person in people]
        lit = [person for person, (_, turn) in zip(people, shown, strict=True) if turn]
        if lit and len({moment for moment, _ in shown}) == 1:
            return lit[0]
        first.wait_for_timeout(50)
    raise AssertionError("nobody is to act")


def bar(person: Person) -> Locator:
    return person.page.locator("#t-bar")


def button(person: Person, name: str) -> Locator:
    return bar(person).get_by_role("button", name=name, exact=True)


def act(person: Person, verb: str) -> None:
    """Press the verb's button, confirm an all-in if asked, and wait until the table moves on."""
    moment = moment_of(person)
    bar(person).locator(f"button[name=verb][value={verb}]").click()
    be_sure(person)
    moved_on(person, moment)


def be_sure(person: Person) -> None:
    """Confirm if the page asks before an all-in; it asks before the click is over."""
    yes = person.page.locator("#t-confirm button[value=yes]")
    if yes.is_visible():
        yes.click()


def moment_of(person: Person) -> str:
    return person.page.locator("#t-data").get_attribute("data-moment") or ""


def moved_on(person: Person, moment: str) -> None:
    expect(person.page.locator("#t-data")).not_to_have_attribute("data-moment", moment)


def go_along(people: Sequence[Person]) -> None:
    """Check or call for everybody until the hand is over."""
    for _ in range(60):
        phase = people[0].page.locator("#t-data").get_attribute("data-phase")
        if phase == "over":
            return
        person = whose_turn(people)
        free = bar(person).locator("button[name=verb][value=check]").count()
        act(person, "check" if free else "call")
    raise AssertionError("the hand does not end")


def go_all_in(person: Person) -> None:
    moment = moment_of(person)
    amount = person.page.locator("#t-amount")
    if amount.count():
        amount.fill(amount.get_attribute("max") or "")
        person.page.locator("#t-size").click()
    else:
        bar(person).locator("button[name=verb][value=call]").click()
    be_sure(person)
    moved_on(person, moment)
