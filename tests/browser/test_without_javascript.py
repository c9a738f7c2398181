"""Everything about accounts works without JavaScript, and by keyboard alone; a table offers only what works."""

from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import PHONE, People
from tests.browser.seeding import PASSWORD


def test_accounts_work_without_javascript(people: People, owner: str) -> None:
    plain = people(java_script_enabled=False, viewport=PHONE)
    plain.sign_up("Plain Pete")
    plain.page.get_by_role("button", name="Menu").click()
    plain.page.get_by_role("link", name="Your account").click()
    plain.page.get_by_label("Deck").select_option("four")
    plain.page.get_by_role("button", name="Save").click()
    expect(plain.page.locator("html")).to_have_attribute("data-deck", "four")

    plain.page.get_by_role("button", name="Light").click()
    expect(plain.page.locator("html")).to_have_attribute("data-theme", "light")

    plain.page.get_by_role("link", name="Recovery codes").click()
    plain.page.get_by_role("textbox", name="Password").fill(PASSWORD)
    plain.page.get_by_role("button", name="Make recovery codes").click()
    expect(plain.page.locator("#codes li")).to_have_count(8)
    expect(plain.page.get_by_role("button", name="Copy")).to_be_hidden()

    plain.page.get_by_role("button", name="Menu").click()
    plain.page.get_by_role("button", name="中文").click()
    expect(plain.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    plain.page.get_by_role("button", name="菜单").click()
    plain.page.get_by_role("button", name="退出登录").click()
    expect(plain.page.get_by_role("main").get_by_role("link", name="登录")).to_be_visible()


def test_keyboard_is_enough_to_sign_up_and_use_the_menu(people: People, owner: str) -> None:
    keys = people()
    keys.visit("/account/signup/")
    keyboard = keys.page.keyboard
    keyboard.press("Tab")
    expect(keys.page.get_by_role("link", name="Skip to content")).to_be_focused()
    keyboard.press("Enter")
    expect(keys.page.locator("#main")).to_be_focused()
    keyboard.press("Tab")
    expect(keys.page.get_by_label("Name")).to_be_focused()
    keyboard.type("Keyboard Kim")
    keyboard.press("Tab")
    keyboard.type(PASSWORD)
    keyboard.press("Enter")
    expect(keys.page.get_by_role("heading", level=1)).to_contain_text("Keyboard Kim")
    assert "#" not in keys.page.url, "a fragment in the address moves the focus once the page has loaded"
    keys.page.get_by_role("button", name="Keyboard Kim").focus()
    keyboard.press("Enter")
    keyboard.press("Tab")
    expect(keys.page.get_by_role("link", name="Your account")).to_be_focused()
    keyboard.press("Escape")
    expect(keys.page.get_by_role("link", name="Your account")).to_be_hidden()


def test_table_offers_nothing_that_only_scripts_do(people: People, owner: str) -> None:
    plain = people(java_script_enabled=False)
    plain.join("Plain Paula")
    rooms.open_table(plain)
    tools = plain.page.locator("#tools")
    expect(tools.get_by_role("button", name="Settings")).to_be_visible()
    for name in ("Sounds", "Notifications", "Help and keys"):
        expect(tools.get_by_role("button", name=name)).to_have_count(0)
