"""Settings open as a menu beside the hand on a desk, and as a sheet over the table's menu on a phone."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import rooms
from tests.browser.accessibility import violations
from tests.browser.conftest import DESK, PHONE, People, Person
from tests.browser.test_every_page import SIDEWAYS, ZOOMED_INTO
from tests.samples import sample

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
LOOKS: dict[str, tuple[dict[str, Any], str]] = {
    "desk": ({"viewport": DESK}, "dark"),
    "mid": ({"viewport": {"width": 1024, "height": 700}, "locale": "zh-CN"}, "light"),
    "phone": ({"viewport": PHONE, **TOUCH, "locale": "zh-CN"}, "light"),
    "small": ({"viewport": {"width": 320, "height": 568}, **TOUCH}, "dark"),
}
WRONG = """menu => [...menu.querySelectorAll("a, button, select, label.check")].filter((one) => {
    one.scrollIntoView({ block: "nearest" });
    const [box, frame] = [one, menu].map((element) => element.getBoundingClientRect());
    const beside = box.left < frame.left || box.right > frame.right;
    const beyond = box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    const least = matchMedia("(pointer: coarse)").matches ? 44 : 24;
    return beside || beyond || box.height < least || one.scrollWidth > one.clientWidth + 1;
}).map((one) => one.outerHTML.slice(0, 120))"""
"""Finds what is cut off, or too small to be hit."""


def open_settings(person: Person) -> Locator:
    """Open the settings; on a phone the way leads through the table's menu."""
    button = person.page.locator("[popovertarget=t-settings]")
    if not button.is_visible():
        person.page.locator(".top [popovertarget=tools]").click()
    button.click()
    menu = person.page.locator("#t-settings")
    expect(menu).to_be_visible()
    return menu


@pytest.mark.parametrize("look", sample([*LOOKS], quick=2))
def test_settings_can_be_changed_during_a_hand(people: People, owner: str, look: str) -> None:
    options, theme = LOOKS[look]
    cast = [people(), people(**options)]
    person = cast[1]
    person.context.add_cookies([{"name": "theme", "value": theme, "url": person.site}])
    for number, one in enumerate(cast):
        one.join(f"Setting {look} {number}")
    rooms.deal_in(*cast)
    menu, page = open_settings(person), person.page
    person.picture(f"settings-at-the-table-{look}")
    assert menu.evaluate(WRONG) == []
    assert page.evaluate(SIDEWAYS) <= 0
    if look in ("phone", "small"):
        assert page.evaluate(ZOOMED_INTO) == []
    assert violations(page) == []
    address, cards = page.url, page.locator(".seat.me .hole .card").all_inner_texts()
    menu.locator("[name=deck]").select_option("four")
    menu.locator("[name=amounts]").select_option("bb")
    menu.locator("button.main").click()
    expect(page.locator("html")).to_have_attribute("data-deck", "four")
    expect(page).to_have_url(address)
    rooms.dealt(person)
    assert page.locator(".seat.me .hole .card").all_inner_texts() == cards
    expect(page.locator(".seat.me .stack")).to_contain_text("BB")
    expect(menu).to_be_hidden()
    person.picture(f"settings-at-the-table-{look}-saved")


def test_settings_work_without_javascript(people: People, owner: str) -> None:
    plain = people(java_script_enabled=False)
    plain.join("Plain Phil")
    address = rooms.open_table(plain)
    menu = open_settings(plain)
    menu.get_by_label("Deck").select_option("four")
    menu.get_by_role("button", name="Save").click()
    expect(plain.page.locator("html")).to_have_attribute("data-deck", "four")
    assert plain.page.url.removeprefix(plain.site) == address


def test_settings_lead_to_the_account(people: People, owner: str) -> None:
    person = people()
    person.join("Leading Lea")
    rooms.open_table(person)
    open_settings(person).get_by_role("link", name="Your account").click()
    expect(person.page).to_have_url(person.site + "account/")
