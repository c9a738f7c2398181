"""A half-filled form is as it was left when the visitor returns to it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, People


def _typed(page: Page) -> tuple[str, str, str, bool]:
    book = page.locator("[name=rulebook]:checked").get_attribute("value") or ""
    name, small = (page.locator(f"[name={name}]").input_value() for name in ("name", "small_blind"))
    return book, name, small, page.locator("[name=found_by][value=invitation]").is_checked()


@pytest.mark.parametrize("way", ["back", "reload"])
def test_form_for_a_new_table_is_as_it_was_left(people: People, owner: str, way: str) -> None:
    hal = people(viewport=PHONE)
    hal.join(f"Hal {way}")
    hal.visit("/tables/new/")
    page = hal.page
    page.locator("label:has([value=home])").click()
    page.get_by_label("Name of the table").fill("Half typed")
    page.locator("[name=small_blind]").fill("77")
    page.locator("[name=found_by][value=invitation]").check()
    if way == "back":
        page.locator("footer").get_by_role("link", name="Rules").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
        page.go_back()
    else:
        page.reload()
    expect(page.get_by_label("Name of the table")).to_have_value("Half typed")
    assert _typed(page) == ("home", "Half typed", "77", True)
    expect(page.locator("[name=big_blind]")).to_have_value("154")
    hal.visit("/tables/new/")
    assert _typed(page) == ("cash", f"Hal {way}'s table", "50", False)
