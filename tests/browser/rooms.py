"""People at a table in the browser."""

import sys
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Person
from tests.play import outcome

SHORTEN_TIME_BANKS = """
import django
django.setup()
from tables.models import Seat
Seat.objects.update(time_bank_ms=1_000)
"""


def open_table(host: Person, *, rulebook: str = "cash", **fields: str) -> str:
    """The address of a table with these answers to the form; what is not named is as proposed."""
    host.visit("/tables/new/")
    host.page.locator(f"[name=rulebook][value={rulebook}]").check(force=True)
    for name, value in fields.items():
        field = host.page.locator(f"[name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    host.page.locator("#new-table button.main").click()
    host.page.locator("#t-data").wait_for(state="attached")
    return host.page.url.removeprefix(host.site)


def host(person: Person, name: str) -> None:
    """A button of the host's own menu."""
    person.page.get_by_role("button", name="Host", exact=True).click()
    person.page.get_by_role("button", name=name, exact=True).click()


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
    expect(person.page.locator("#t-data[data-seated]")).to_be_attached()


def deal_in(*people: Person, **fields: str) -> None:
    """At a table of the first one's, seat by seat; the first hand is dealt to all, for it begins when all sit."""
    address = open_table(people[0], **fields)
    host(people[0], "Pause")
    for number, person in enumerate(people, start=1):
        sit(person, address, number=number)
    host(people[0], "Resume")
    for person in people:
        dealt(person)


def shorten_time_banks(data_dir: Path) -> None:
    """To a second, at every table of the server: half a minute is long to wait for."""
    program = (sys.executable, "-c", SHORTEN_TIME_BANKS)
    assert outcome(data_dir, *program, DJANGO_SETTINGS_MODULE="poker_site.settings") == (0, "")


def dealt(person: Person) -> None:
    expect(person.page.locator(".seat.me .hole .card")).to_have_count(2)


def whose_turn(people: Sequence[Person]) -> Person:
    """The one whose bar is lit; waits until somebody's is."""
    first = people[0].page
    expect(first.locator(".seat[data-turn]")).to_be_attached()
    for _ in range(100):
        for person in people:
            if bar(person).get_attribute("data-turn") is not None:
                return person
        first.wait_for_timeout(50)
    raise AssertionError("nobody is to act")


def bar(person: Person) -> Locator:
    return person.page.locator("#t-bar")


def button(person: Person, name: str) -> Locator:
    return bar(person).get_by_role("button", name=name, exact=True)


def act(person: Person, verb: str) -> None:
    """Press the verb's button, be sure if that is asked, and see the table move on."""
    moment = moment_of(person)
    bar(person).locator(f"button[name=verb][value={verb}]").click()
    be_sure(person)
    moved_on(person, moment)


def be_sure(person: Person) -> None:
    """If the page asks before an all-in; it does so before the click is over."""
    yes = person.page.locator("#t-confirm button[value=yes]")
    if yes.is_visible():
        yes.click()


def moment_of(person: Person) -> str:
    return person.page.locator("#t-data").get_attribute("data-moment") or ""


def moved_on(person: Person, moment: str) -> None:
    expect(person.page.locator("#t-data")).not_to_have_attribute("data-moment", moment)


def go_along(people: Sequence[Person]) -> None:
    """Everybody checks or calls until the hand is over."""
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
