"""Whoever reads amounts in big blinds still writes chips, and sees at once what these are in big blinds."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import PHONE, People
from tests.browser.test_every_page import SIDEWAYS

LOOKS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "desk": ({"locale": "en-US"}, "dark", "chips", "= 6 BB"),
    "phone": ({"locale": "zh-CN", "viewport": PHONE, "has_touch": True, "is_mobile": True}, "light", "筹码", "= 6 BB"),
    "mid": ({"locale": "zh-CN", "viewport": {"width": 1024, "height": 700}}, "light", "筹码", "= 6 BB"),
    "small": ({"locale": "en-US", "viewport": {"width": 320, "height": 640}}, "dark", "chips", "= 6 BB"),
}
CLIPPED = """() => [...document.querySelectorAll("#f-size .unit, #f-size .worth, #f-size .slider")].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width < 24 || box.right > innerWidth || one.scrollWidth > one.clientWidth + 1;
}).map(one => one.outerHTML)"""


@pytest.mark.parametrize("look", LOOKS)
def test_the_field_names_its_unit_and_says_what_it_is_worth(people: People, owner: str, look: str) -> None:
    options, theme, unit, worth = LOOKS[look]
    cast = [people(), people(**options)]
    host, reader = cast
    for number, person in enumerate(cast):
        person.context.add_cookies([{"name": "theme", "value": theme, "url": person.site}])
        person.sign_up(f"Blind {look} {number}")
    reader.visit("/account/")
    reader.page.locator("[name=amounts]").select_option("bb")
    reader.page.locator("form:has([name=amounts]) button.main").click()
    rooms.deal_in(*cast)
    if rooms.whose_turn(cast) is host:
        rooms.act(host, "call")
    page = reader.page
    amount = page.locator("#t-amount")
    expect(page.locator("#f-size .unit")).to_contain_text(unit)
    amount.fill("600")
    expect(page.locator("#t-worth")).to_have_text(worth)
    expect(amount).to_have_accessible_description(worth)
    expect(page.locator("#t-slider")).to_have_attribute("aria-valuetext", worth.removeprefix("= "))
    assert page.evaluate(CLIPPED) == []
    assert page.evaluate(SIDEWAYS) <= 0
    reader.picture(f"big-blinds-{look}")
    label = page.locator("#t-size").get_attribute("aria-label") or ""
    assert label.endswith(" 600")
    page.locator("#t-size").click()
    rooms.be_sure(reader)
    rooms.whose_turn([host])
    expect(host.page.locator(".seat:not(.me) .bet")).to_contain_text("600")
