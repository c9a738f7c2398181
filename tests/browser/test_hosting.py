"""A host changes blinds, removes people, ends the evening and sees who owes whom."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE, People, Person
from tests.browser.rooms import act, deal_in, go_along, open_table, whose_turn
from tests.browser.test_every_page import SCREENS, SIDEWAYS


def host_menu(person: Person, group: str) -> None:
    """Open the host's menu with this group of it; on a phone it is a part of the table's menu."""
    if not person.page.locator("#t-host").is_visible():
        if person.page.locator("#t-host-open").is_visible():
            person.page.locator("#t-host-open").click()
        else:
            person.page.locator("[popovertarget=tools]").click()
    details = person.page.locator(f"#t-host-{group}")
    if details.get_attribute("open") is None:
        details.locator("> summary").click()


@pytest.mark.long
def test_host_runs_an_evening_from_blinds_to_ledger(people: People, owner: str) -> None:
    harriet, paul = people(), people(viewport=PHONE, locale="zh-CN", has_touch=True)
    harriet.join("Harriet")
    paul.join("Paul")
    both = [harriet, paul]
    address = deal_in(*both, name="Harriet's evening")
    host_menu(harriet, "game")
    harriet.picture("host-game-desk")
    menu = harriet.page.locator("#t-host")
    menu.locator("[name=small_blind]").fill("100")
    menu.locator("[name=big_blind]").fill("200")
    menu.get_by_role("button", name="Set from the next hand on").click()
    expect(harriet.page.locator("#t-top")).to_contain_text("next hand 100/200")
    expect(paul.page.locator("#t-top")).to_contain_text("100/200")
    act(whose_turn(both), "fold")
    expect(harriet.page.locator("#t-top")).to_contain_text("100/200 · hand 2")
    go_along(both)
    host_menu(harriet, "people")
    harriet.page.locator("#t-host .person > summary").click()
    harriet.picture("host-people-desk")
    assert violations(harriet.page) == []
    harriet.page.get_by_role("button", name="Remove", exact=True).click()
    harriet.page.locator("#t-confirm [value=yes]").click()
    expect(paul.page.locator("#t-viewer[data-seated]")).not_to_be_attached()
    expect(harriet.page.locator("#t-events summary")).to_contain_text("Harriet removed Paul from the table.")
    paul.page.locator("#t-ticker").click()
    expect(paul.page.locator("#t-events summary")).to_contain_text("Harriet 把 Paul 移出了牌桌。")
    paul.picture("host-events-phone")
    host_menu(harriet, "game")
    harriet.page.locator("#t-host").get_by_role("button", name="Close table").click()
    harriet.page.locator("#t-confirm [value=yes]").click()
    harriet.page.locator("#t-bar").get_by_role("link", name="Who owes whom").click()
    expect(harriet.page.locator("h1")).to_have_text("Ledger of Harriet's evening")
    paul.visit(f"{address}ledger/")
    for person, screen in ((harriet, "desk"), (paul, "phone")):
        person.picture(f"ledger-{screen}")
        assert violations(person.page) == []
        assert person.page.evaluate(SIDEWAYS) == 0
    expect(paul.page.locator(".payments")).to_contain_text("付给")


def test_host_menu_fits_a_small_phone(people: People, owner: str) -> None:
    """Every group opens in Chinese on a phone, and the page never grows wider than the screen."""
    huifang = people(**SCREENS["small"], locale="zh-CN")
    huifang.join("Huifang")
    open_table(huifang, seated=[huifang.name])
    huifang.wait_until_connected()
    host_menu(huifang, "bots")
    huifang.page.locator("#t-host-bots button[value=add_bot]").click()
    expect(huifang.page.locator("#t-seat-4 .name, #t-seat-3 .name").first).to_be_attached()
    expect(huifang.page.locator("#t-host-bots")).to_be_visible()
    huifang.page.locator("#t-host-bots button[value=fill_seats]").click()
    expect(huifang.page.locator(".seat .stack:not(:empty)")).to_have_count(6)
    expect(huifang.page.locator("#t-host-bots button[value=fill_seats]")).to_be_disabled()
    for group in ("game", "people", "door", "chat"):
        host_menu(huifang, group)
        huifang.page.locator(f"#t-host-{group}").scroll_into_view_if_needed()
        huifang.picture(f"host-{group}-phone")
        targets = huifang.page.locator(f"#t-host-{group} :is(.btn, summary, .input, .check):visible").all()
        assert targets
        assert all((target.bounding_box() or {"height": 0})["height"] >= 44 for target in targets)
        assert huifang.page.evaluate(SIDEWAYS) == 0
        assert violations(huifang.page) == []
