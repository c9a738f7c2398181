"""The card of a player opens over the table: with the mouse on the felt, with the keyboard from the list, by touch."""

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.conftest import People
from tests.browser.rooms import deal_in
from tests.browser.test_every_page import SCREENS, SIDEWAYS


def test_card_opens_by_mouse_keyboard_and_touch(people: People, owner: str) -> None:
    nell, otto = people(), people(**SCREENS["small"], locale="zh-CN")
    nell.join("Noting Nell")
    otto.join("Observed Otto")
    deal_in(nell, otto)
    page, card = nell.page, nell.page.locator("#t-player")
    page.locator(".seat:not(.me) a.to-card").click()
    expect(card.locator("#t-player-name")).to_have_text("Observed Otto")
    card.get_by_role("textbox", name="Private note").fill("f is no fold here")
    card.get_by_role("button", name="Save note").click()
    expect(card).to_contain_text("Saved.")
    nell.picture("player-card-desk")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.locator(".tabs label").nth(2).click()
    link = page.locator("#t-people a", has_text="Observed Otto")
    link.focus()
    page.keyboard.press("Enter")
    expect(card.get_by_role("textbox", name="Private note")).to_have_value("f is no fold here")
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    assert page.locator("[data-state=folded]").count() == 0
    otto.page.locator(".seat:not(.me) a.to-card").tap()
    otto.page.get_by_role("button", name="加为好友").tap()
    expect(otto.page.locator("#t-player")).to_contain_text("已发送好友申请。")
    otto.picture("player-card-phone-zh")
    assert violations(otto.page) == []
    assert otto.page.evaluate(SIDEWAYS) == 0


def test_card_is_a_page_without_javascript(people: People, owner: str) -> None:
    prue, quil = people(java_script_enabled=False), people()
    prue.join("Plain Prue")
    quil.join("Quiet Quil")
    code = prue.seeds.open_table("Plain Prue", seated=["Plain Prue", "Quiet Quil"])
    prue.visit(f"t/{code}/?plain")
    prue.page.locator(".tabs label").nth(2).click()
    prue.page.locator("#t-people a", has_text="Quiet Quil").click()
    prue.page.get_by_role("button", name="Add friend").click()
    expect(prue.page.get_by_text("Friend request sent.")).to_be_visible()
