"""Pages are printed dark on light whatever the theme, without what only a screen is for."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.seeding import PASSWORD

GROUND = "getComputedStyle(document.documentElement).backgroundColor"


@pytest.mark.parametrize("path", ["/results/", "/account/recovery/"])
def test_dark_page_is_light_on_paper(people: People, owner: str, path: str) -> None:
    paula = people()
    paula.join(f"Paula {len(path)}")
    paula.visit(path)
    if "recovery" in path:
        paula.page.get_by_role("textbox", name="Password").fill(PASSWORD)
        paula.page.get_by_role("button", name="Make recovery codes").click()
        expect(paula.page.locator("#codes li")).to_have_count(8)
    on_screen = paula.page.evaluate(GROUND)
    paula.page.emulate_media(media="print")
    assert (on_screen, paula.page.evaluate(GROUND)) == ("rgb(20, 18, 16)", "rgb(233, 226, 212)")
    expect(paula.page.get_by_role("heading", level=1)).to_be_visible()
    expect(paula.page.locator("header.top, footer")).to_have_count(2 if "results" in path else 1)
    expect(paula.page.locator("header.top")).to_be_hidden()
    paula.picture(f"print-{path.strip('/').replace('/', '-')}")
