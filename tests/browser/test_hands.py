"""The list of hands works on a desk and on a phone, in both languages, with the keyboard and without JavaScript."""

import re

from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE, People, Person

TABLES = {"Thursday Club": "cash", "Kitchen, Sundays": "home"}
RIGHT_EDGES = """() => [...new Set([...document.querySelectorAll('.filters :is(select, input:not([type=checkbox]))')]
    .map(field => Math.round(field.getBoundingClientRect().right)))]"""


def rows(person: Person) -> Locator:
    return person.page.locator(".hands > li")


def test_list_is_filtered_paged_and_leads_to_a_hand(people: People, owner: str) -> None:
    clio, livy, tacitus = people(), people(), people()
    for person, name in ((clio, "Careful Clio"), (livy, "Lively Livy"), (tacitus, "Tacit Tacitus")):
        person.join(name)
    clio.seeds.play_past_hands(["Careful Clio", "Lively Livy", "Tacit Tacitus"], 30, TABLES)
    clio.visit("/")
    page = clio.page
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Hands").click()
    expect(rows(clio)).to_have_count(40)
    clio.picture("hands-desk")
    assert violations(clio.page) == []
    page.set_viewport_size(ViewportSize(width=870, height=700))
    assert page.evaluate("document.documentElement.scrollWidth") <= 870
    page.set_viewport_size(ViewportSize(width=1366, height=768))
    page.get_by_role("link", name="Older").click()
    expect(rows(clio)).to_have_count(20)
    page.go_back()
    expect(rows(clio)).to_have_count(40)
    page.locator("summary", has_text="Filters").click()
    page.get_by_label("Rulebook").select_option(label="Kitchen table")
    expect(rows(clio)).to_have_count(30)
    expect(page).to_have_url(re.compile("rulebook=home"))
    page.get_by_label("My cards").fill("AX")
    page.keyboard.press("Enter")
    expect(page.get_by_text("“AX” names no cards.")).to_be_visible()
    clio.picture("hands-filters-desk")
    assert violations(clio.page) == []
    page.get_by_label("My cards").fill("22+, A2+, K2+")
    page.keyboard.press("Enter")
    expect(page.get_by_text("names no cards")).to_be_hidden()
    expect(rows(clio).first).to_be_visible()
    rows(clio).first.get_by_role("link").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/hands/*/")


def test_list_fits_a_phone_in_chinese(people: People, owner: str) -> None:
    sima = people(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2, locale="zh-CN")
    sima.join("Silent Sima")
    ban = people()
    ban.join("Brisk Ban")
    sima.visit("/hands/")
    expect(sima.page.locator(".empty")).to_contain_text("你还没有打过牌")
    sima.seeds.play_past_hands(["Silent Sima", "Brisk Ban"], 6, TABLES)
    sima.visit("/hands/")
    expect(rows(sima)).to_have_count(12)
    sima.picture("hands-phone-zh")
    assert sima.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert violations(sima.page) == []
    sima.page.locator("summary", has_text="筛选").tap()
    sima.page.get_by_label("规则").select_option(label="家庭局")
    expect(rows(sima)).to_have_count(6)
    sima.picture("hands-filters-phone-zh")
    assert len(sima.page.evaluate(RIGHT_EDGES)) == 2
    sima.page.set_viewport_size(ViewportSize(width=320, height=568))
    assert sima.page.evaluate("document.documentElement.scrollWidth") <= 320
    sima.page.set_viewport_size(PHONE)
    rows(sima).last.tap(position={"x": 30, "y": 60})
    sima.page.wait_for_url("**/hands/*/")


def test_list_is_filtered_without_javascript(people: People, owner: str) -> None:
    bede = people(java_script_enabled=False)
    bede.join("Brave Bede")
    orosius = people()
    orosius.join("Other Orosius")
    bede.seeds.play_past_hands(["Brave Bede", "Other Orosius"], 4, TABLES)
    bede.visit("/hands/")
    bede.page.locator("summary", has_text="Filters").click()
    bede.page.get_by_label("Rulebook").select_option(label="Kitchen table")
    bede.page.get_by_role("button", name="Show").click()
    expect(rows(bede)).to_have_count(4)
