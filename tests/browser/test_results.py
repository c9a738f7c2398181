"""The page of results works on a desk and on a phone, in both languages: filters, pages, and a table's board."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE, People, Person
from tests.browser.test_every_page import look_at

NETS = [120, -310, 455, -90, 640, -275, -520, 180, 905, -200, 1160, -219]
CLUB, KITCHEN = "Thursday Club", "Kitchen, Sundays"
TABLES = {CLUB: "cash", KITCHEN: "home"}


def net(person: Person) -> Any:
    return person.page.locator(".stats dd").first


def test_filters_choose_the_results_that_are_shown(people: People, owner: str) -> None:
    quinn, rhea = people(), people()
    quinn.join("Quantum Quinn")
    rhea.join("Rational Rhea")
    quinn.seeds.record_sittings(["Quantum Quinn", "Rational Rhea"], NETS, TABLES)
    quinn.visit("/results/")
    page = quinn.page
    expect(net(quinn)).to_have_text("+1,846")
    quinn.picture("results-desk")
    assert violations(quinn.page) == []
    page.get_by_role("combobox", name="Rulebook").select_option(label="Kitchen table")
    expect(net(quinn)).to_have_text("+866")
    expect(page).to_have_url(re.compile("rulebook=home"))
    page.go_back()
    expect(net(quinn)).to_have_text("+1,846")
    page.get_by_role("combobox", name="Period").focus()
    page.keyboard.type("Last 30")
    expect(page.locator(".sessions-played tbody tr")).to_have_count(4)
    page.locator("summary", has_text="The same as a table").click()
    expect(page.locator(".steps tbody tr")).to_have_count(49)
    page.locator("summary", has_text="What the figures mean").click()
    quinn.picture("results-open-desk")
    assert violations(quinn.page) == []
    agree_on_a_board(quinn, rhea)


def agree_on_a_board(one: Person, other: Person) -> None:
    one.visit("/results/")
    one.page.get_by_role("combobox", name="Table").select_option(label=CLUB)
    board = one.page.locator("#board")
    expect(board).to_contain_text("0 of 2 do")
    board.get_by_role("button", name="I agree").click()
    expect(board).to_contain_text("1 of 2 do")
    other.visit(re.sub(r"^https?://[^/]+/|#.*$", "", one.page.url))
    expect(other.page.locator("#board")).to_contain_text("1 of 2 do")
    other.page.get_by_role("button", name="I agree").click()
    expect(other.page.locator("#board tbody tr")).to_have_count(2)
    other.picture("results-board-desk")
    assert violations(other.page) == []
    one.page.reload()
    expect(board.locator("tbody tr").first).to_contain_text("Quantum Quinn")
    other.page.get_by_role("button", name="I no longer agree").click()
    one.page.reload()
    expect(board).to_contain_text("1 of 2 do")


def test_results_fit_a_phone_in_chinese(people: People, owner: str) -> None:
    sena = people(viewport=PHONE, has_touch=True, is_mobile=True, locale="zh-CN")
    sena.join("Serene Sena")
    sena.seeds.record_sittings(["Serene Sena"], [-net for net in NETS] * 4, TABLES)
    assert look_at(sena, "/results/?period=all", "phone", slug="results-played") == []
    expect(sena.page.locator("svg.chart.small")).to_be_visible()
    expect(sena.page.locator("svg.chart.large")).to_be_hidden()
    expect(sena.page.locator(".habits dt").first).to_have_text("入池率 VPIP")
    sena.page.get_by_role("link", name="更早").tap()
    expect(sena.page.locator(".sessions-played tbody tr")).to_have_count(23)
    sena.page.locator("summary", has_text="这些数据是什么意思").tap()
    assert violations(sena.page) == []
    sena.page.set_viewport_size({"width": 320, "height": 640})
    assert sena.page.evaluate("document.documentElement.scrollWidth") <= 320
    sena.page.set_viewport_size({"width": 1280, "height": 800})
    sena.picture("results-desk-zh")


def test_account_without_hands_reads_that_there_are_none(people: People, owner: str) -> None:
    tova = people(locale="zh-CN")
    tova.join("Tidy Tova")
    tova.visit("/results/")
    expect(tova.page.locator("#results")).to_contain_text("你还没有打过牌")
    tova.picture("results-empty-zh")


def test_filters_have_a_button_without_javascript(people: People, owner: str) -> None:
    uma = people(java_script_enabled=False)
    uma.join("Unhurried Uma")
    uma.seeds.record_sittings(["Unhurried Uma"], NETS, TABLES)
    uma.visit("/results/")
    uma.page.get_by_role("combobox", name="Rulebook").select_option(label="Ring game")
    uma.page.get_by_role("button", name="Show", exact=True).click()
    expect(net(uma)).to_have_text("+980")
