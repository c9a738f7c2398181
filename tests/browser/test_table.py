"""Three people play at a table, each with a browser of their own."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE, People, Person
from tests.browser.rooms import bar, button


def three(people: People, *names: str, **fields: Any) -> list[Person]:
    """Deal three people in at the table of the first; the second holds a phone. The game begins when all sit."""
    cast = [people(), people(viewport=PHONE, has_touch=True, is_mobile=True), people()]
    for person, name in zip(cast, names, strict=True):
        person.join(name)
    rooms.deal_in(*cast, **fields)
    return cast


@pytest.mark.long
def test_everybody_sees_the_same_at_the_showdown(people: People, owner: str) -> None:
    cast = three(people, "Ada", "Ben", "Cleo")
    acting = rooms.whose_turn(cast)
    acting.picture("table-my-turn")
    for person in cast:
        assert violations(person.page) == []
    rooms.go_along(cast)
    results = [person.page.locator("#t-centre .result").inner_text() for person in cast]
    assert results[0]
    assert set(results) == {results[0]}
    cast[0].picture("table-showdown-live")
    cast[1].picture("table-showdown-live-phone")


def test_buttons_say_exactly_what_they_do(people: People, owner: str) -> None:
    cast = three(people, "Dora", "Emil", "Fay")
    acting = rooms.whose_turn(cast)
    names = ["Fold", "Raise to 200"]
    for name in names:
        expect(button(acting, name)).to_be_visible()
    assert bar(acting).get_by_role("button", name="Call").first.get_attribute("aria-label") in ("Call 100", "Call 50")
    acting.page.locator("#t-amount").fill("600")
    expect(button(acting, "Raise to 600")).to_be_visible()
    for name in ("Sit out", "Leave table"):
        expect(acting.page.locator("#t-leave").get_by_text(name, exact=True)).to_have_count(1)
    button(acting, "Raise to 600").click()
    answering = rooms.whose_turn([person for person in cast if person is not acting])
    expect(bar(answering).get_by_role("button", name="Call")).to_be_visible()


@pytest.mark.long
def test_player_out_of_time_is_away_until_back(people: People, owner: str) -> None:
    cast = three(people, "Gus", "Hal", "Ivy", seconds_to_act="5", time_bank_ms=0)
    late = rooms.whose_turn(cast)
    expect(late.page.get_by_role("button", name="I'm back", exact=True)).to_be_visible(timeout=60_000)
    late.page.get_by_role("button", name="I'm back", exact=True).click()
    expect(late.page.locator("#t-leave").get_by_text("Sit out", exact=True)).to_be_attached()


@pytest.mark.long
def test_player_who_connects_again_goes_on_with_the_hand(people: People, owner: str) -> None:
    cast = three(people, "Jan", "Kim", "Lou")
    acting = rooms.whose_turn(cast)
    acting.context.set_offline(True)
    expect(acting.page.locator("#t-lost")).to_contain_text("Connection lost")
    acting.context.set_offline(False)
    acting.wait_until_connected()
    acting.page.reload()
    rooms.dealt(acting)
    rooms.go_along(cast)


@pytest.mark.long
def test_player_in_a_queue_may_pass_and_act_later(people: People, owner: str) -> None:
    cast = three(people, "Max", "Nell", "Otto", rulebook="queue")
    acting = rooms.whose_turn(cast)
    expect(button(acting, "Call 20")).to_be_visible()
    button(acting, "Pass").click()
    other = rooms.whose_turn([person for person in cast if person is not acting])
    assert other is not acting
    acting.picture("table-queue")
    rooms.go_along(cast)


def test_keyboard_is_enough_to_play(people: People, owner: str) -> None:
    cast = three(people, "Petra", "Quin", "Rob")
    acting = rooms.whose_turn([cast[0], cast[2], cast[1]])
    acting.page.keyboard.press("?")
    expect(acting.page.get_by_role("heading", name="Keys")).to_be_visible()
    acting.page.keyboard.press("Escape")
    moment = acting.page.locator("#t-data").get_attribute("data-moment") or ""
    acting.page.keyboard.press("c")
    expect(acting.page.locator("#t-data")).not_to_have_attribute("data-moment", moment)


def test_arrows_change_the_next_amount_after_a_click(people: People, owner: str) -> None:
    cast = [people(), people()]
    for person, name in zip(cast, ("Arrow Ann", "Arrow Abe"), strict=True):
        person.join(name)
    rooms.deal_in(*cast)
    first = rooms.whose_turn(cast)
    rooms.act(first, "call")
    expect(bar(first)).to_be_focused()
    other = cast[1 - cast.index(first)]
    for _ in ("before the flop", "on the flop"):
        rooms.whose_turn([other])
        rooms.act(other, "check")
    rooms.whose_turn([first])
    expect(button(first, "Bet 100")).to_be_visible()
    first.page.keyboard.press("ArrowUp")
    expect(button(first, "Bet 200")).to_be_visible()


def test_focus_moves_to_the_bar_when_a_seat_is_taken_by_keyboard(people: People, owner: str) -> None:
    pia = people()
    pia.join("Pia Keys")
    rooms.open_table(pia)
    pia.wait_until_connected()
    pia.page.locator("#t-sit-2").focus()
    pia.page.keyboard.press("Enter")
    expect(pia.page.locator("#f-buy")).to_be_visible()
    expect(pia.page.locator("#t-bar")).to_be_focused()


def test_table_speaks_chinese(people: People, owner: str) -> None:
    mei = people(locale="zh-CN", viewport=PHONE)
    mei.join("梅子", "/")
    mei.page.get_by_role("button", name="现在练习").or_(
        mei.page.locator("form[action='/practice/'] button")
    ).first.click()
    rooms.dealt(mei)
    expect(mei.page.locator("#t-bar[data-turn]")).to_be_attached()
    expect(bar(mei).get_by_role("button", name="弃牌", exact=True)).to_be_visible()
    mei.picture("table-practice-phone-zh")


def test_practice_deals_a_hand_after_one_click(people: People, owner: str) -> None:
    sue = people()
    sue.join("Practising Sue", "/")
    sue.page.get_by_role("button", name="Practice now", exact=True).click()
    rooms.dealt(sue)
    sue.picture("table-practice")
    expect(sue.page.locator(".seat .stack:not(:empty)")).to_have_count(4)
    expect(sue.page.locator(".seat .facedown")).not_to_have_count(0)


def test_plate_has_room_for_millions(people: People, owner: str) -> None:
    rich, phone = people(), people(viewport=PHONE, has_touch=True, is_mobile=True)
    stakes = {"small_blind": "500000", "big_blind": "1000000", "buy_in_least": "40000000", "buy_in_most": "200000000"}
    rich.join("Rich Uncle")
    phone.join("Poor Nephew")
    address = rooms.open_table(rich, bots=["caller"], **stakes)
    phone.visit(address)
    for person in (rich, phone):
        stack = person.page.locator(".seat .stack:not(:empty)")
        expect(stack).to_have_text("100,000,000")
        text, plate = stack.bounding_box(), person.page.locator(".plate:has(.stack:not(:empty))").bounding_box()
        assert text is not None
        assert plate is not None
        assert text["x"] + text["width"] <= plate["x"] + plate["width"]
