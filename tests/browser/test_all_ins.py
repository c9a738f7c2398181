"""Hands lie face up after an all-in, each with its chances, and the board comes street by street."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import PHONE, People, Person

CHANCE = re.compile(r"^(\d+|0\.\d|99\.\d)%")
COLOURS = "cards => cards.map(card => getComputedStyle(card).backgroundColor)"
STAND_STILL = """() => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { animation-play-state: paused !important }");
    document.adoptedStyleSheets = [still];
}"""

AT_ONCE = "() => document.getAnimations().forEach(animation => (animation.currentTime = 0))"
ON_THE_FLOP = AT_ONCE.replace("= 0", "= 1_800")  # dealt after 1.5 s
AT_THE_END = AT_ONCE.replace("= 0", "= 60_000")
ODDS = ".seat:not(.me) .chance, .me .plate .chance"
"""Finds the chances that are seen: one's own on the plate, those of others in front of it."""
OF_CHANCES = "() => document.getAnimations().filter(({ effect }) => effect.target.closest('.chance')).length"
HEIGHTS = "cards => cards.map(card => Math.round(10 * card.getBoundingClientRect().top))"


def both_go_all_in(one: Person, other: Person) -> None:
    rooms.deal_in(one, other)
    for _ in range(2):
        rooms.go_all_in(rooms.whose_turn([one, other]))


def test_chances_are_shown_and_gone_once_the_result_is_shown(people: People, owner: str) -> None:
    desk, phone = people(), people(viewport=PHONE, has_touch=True, is_mobile=True, locale="zh-CN")
    desk.join("Reckless Rolf")
    phone.join("莽撞的小梅")
    both_go_all_in(desk, phone)
    for person in (desk, phone):
        odds = person.page.locator(ODDS)
        expect(odds).to_have_count(2)
        expect(odds.locator("[data-at]")).to_have_count(6)
    expect(desk.page.locator("#t-log li", has_text="Chance to win")).to_have_count(3)
    expect(phone.page.locator("#t-log li", has_text="胜率")).to_have_count(3)
    for person in (desk, phone):
        expect(person.page.locator("#t-bar .results")).to_be_visible()
        expect(person.page.locator("#t-bar-title .until")).to_be_hidden()
        expect(person.page.locator(".seat .chance [data-at]:visible")).to_have_count(0)
    desk.picture("all-in-desk-over")
    phone.picture("all-in-phone-over")


def test_no_element_reveals_the_result_before_the_board(people: People, owner: str) -> None:
    """Motion is stopped before the page shows any of it, so that the first step of the board stays."""
    moves: dict[str, Any] = {"reduced_motion": "no-preference"}
    desk, other = people(**moves), people(**moves, viewport=PHONE, has_touch=True, is_mobile=True)
    desk.join("Suspense Susi")
    other.join("Tense Till")
    rooms.deal_in(desk, other)
    for person in (desk, other):
        person.page.evaluate(STAND_STILL)
    for _ in range(2):
        rooms.go_all_in(rooms.whose_turn([desk, other]))
    for person in (desk, other):
        page = person.page
        expect(page.locator(ODDS)).to_have_count(2)
        expect(page.locator("#t-log [data-kind=win]").first).to_be_hidden()
        expect(page.locator("#t-bar .results")).to_be_hidden()
        expect(page.locator(".me .stack")).to_be_hidden()
        expect(page.locator("#t-bar-title .until")).to_be_visible()
        expect(page.locator("#t-bar-title .since")).to_be_hidden()
        colours = page.locator(".stage .card:not([data-win])").evaluate_all(
            "cards => cards.map(card => getComputedStyle(card).background)"
        )
        assert len({*colours}) == 1
        page.evaluate(ON_THE_FLOP)
        for cards in (page.locator(".board li[data-wait='1'] .card"), page.locator(".me .hole .card")):
            assert len({*cards.evaluate_all(HEIGHTS)}) == 1, "winning cards are raised only at the end"
        page.evaluate(AT_ONCE)
        for place in range(2):
            expect(page.locator(ODDS).nth(place).locator("[data-at='0']")).to_be_visible()
            expect(page.locator(ODDS).nth(place).locator("[data-at]:visible")).to_have_text(CHANCE)
            expect(page.locator(ODDS).nth(place).locator("[data-at='2']")).to_be_hidden()
        assert page.evaluate(OF_CHANCES) == 0, "chances that fade in or out lag behind the board"
        person.picture(f"all-in-first-beat-{page.viewport_size['width']}")  # type: ignore[index]
        page.evaluate(AT_THE_END)
        expect(page.locator(".seat .chance [data-at]:visible")).to_have_count(0)
        flying = page.locator(".bet.won").evaluate_all("chips => chips.map(chip => getComputedStyle(chip).zIndex)")
        assert set(flying) == {"-1"}, "chips slide under plates, cards and figures"


def test_player_who_lost_everything_is_asked_for_chips(people: People, owner: str) -> None:
    desk, phone = people(), people(viewport=PHONE, has_touch=True, is_mobile=True)
    desk.join("Broke Bert")
    phone.join("Broke Bea")
    both_go_all_in(desk, phone)
    for person in (desk, phone):
        expect(person.page.locator("#t-bar .results")).to_be_visible()
        if person.page.locator("#t-broke").count():  # it is one of the two, unless they share the pot
            expect(person.page.locator("#t-broke")).to_have_attribute("min", "4000")
            is_whole = "strong => strong.scrollWidth <= strong.clientWidth"
            assert person.page.locator("#t-bar-title").evaluate(is_whole)
        person.picture(f"broke-{person.page.viewport_size['width']}")  # type: ignore[index]
