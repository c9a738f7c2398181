"""A player who reads amounts in big blinds still types chips, and sees at once what they are in big blinds."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import PHONE, People
from tests.browser.test_every_page import SIDEWAYS
from tests.samples import sample

LOOKS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "desk": ({"locale": "en-US"}, "dark", "chips", "= 6 BB"),
    "phone": ({"locale": "zh-CN", "viewport": PHONE, "has_touch": True, "is_mobile": True}, "light", "筹码", "= 6 BB"),
    "mid": ({"locale": "zh-CN", "viewport": {"width": 1024, "height": 700}}, "light", "筹码", "= 6 BB"),
    "small": ({"locale": "en-US", "viewport": {"width": 320, "height": 640}}, "dark", "chips", "= 6 BB"),
}
CLIPPED = """() => [...document.querySelectorAll(".size :is(.unit, .worth, .slider)")].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width < 24 || box.right > innerWidth || one.scrollWidth > one.clientWidth + 1;
}).map(one => one.outerHTML)"""


@pytest.mark.parametrize("look", sample([*LOOKS], quick=2))
def test_bet_field_shows_its_unit_and_its_worth_in_big_blinds(people: People, owner: str, look: str) -> None:
    options, theme, unit, worth = LOOKS[look]
    cast = [people(), people(**options)]
    host, reader = cast
    for number, person in enumerate(cast):
        person.context.add_cookies([{"name": "theme", "value": theme, "url": person.site}])
        person.join(f"Blind {look} {number}", amounts="bb" if person is reader else "chips")
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


@pytest.mark.parametrize("look", sample([*LOOKS], quick=2, turn=1))
def test_buy_in_field_shows_its_unit_and_its_worth_in_big_blinds(people: People, owner: str, look: str) -> None:
    options, theme, unit, _ = LOOKS[look]
    reader = people(**options)
    reader.context.add_cookies([{"name": "theme", "value": theme, "url": reader.site}])
    reader.join(f"Bought {look}", amounts="bb")
    rooms.open_table(reader)
    page = reader.page
    page.locator("#t-sit-1").click()
    expect(page.locator("#f-buy .unit")).to_contain_text(unit)
    expect(page.locator("#t-worth")).to_have_text("= 100 BB")
    page.locator("#t-buy").fill("5050")
    expect(page.locator("#t-worth")).to_have_text("= 50.5 BB")
    expect(page.locator("#t-buy")).to_have_accessible_description("= 50.5 BB")
    assert page.evaluate(CLIPPED) == []
    assert page.evaluate(SIDEWAYS) <= 0
    reader.picture(f"big-blinds-buy-in-{look}")
    page.locator("#f-buy button[value=sit]").click()
    expect(page.locator(".seat.me .stack")).to_have_text("50.5 BB")
