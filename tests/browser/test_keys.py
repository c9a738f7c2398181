"""Each action has a key, which does nothing where the rules do not allow the action just now."""

from typing import Any

from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import People, Person
from tests.browser.rooms import bar, button


def cast(people: People, *names: str, **fields: Any) -> list[Person]:
    """Deal people in, and return them in the order in which they act."""
    ring = [people() for _ in names]
    for person, name in zip(ring, names, strict=True):
        person.join(name)
    rooms.deal_in(*ring, seconds_to_act="60", **fields)
    first = ring.index(rooms.whose_turn(ring))
    return [*ring[first:], *ring[:first]]


def press(person: Person, key: str) -> None:
    """Press a key and wait until the table moves on."""
    moment = rooms.moment_of(person)
    person.page.keyboard.press(key)
    rooms.moved_on(person, moment)


def test_f_folds(people: People, owner: str) -> None:
    first, second = cast(people, "Folding Fritz", "Winning Wanda")
    press(first, "f")
    expect(second.page.locator("#t-data")).to_have_attribute("data-phase", "over")


def test_r_goes_to_the_amount_and_then_raises(people: People, owner: str) -> None:
    first, second = cast(people, "Raising Rita", "Raised Ralf")
    first.page.keyboard.press("r")
    expect(first.page.locator("#t-amount")).to_be_focused()
    first.page.keyboard.type("450")
    press(first, "r")
    rooms.whose_turn([second])
    expect(button(second, "Call 350")).to_be_visible()


def test_enter_raises_to_what_was_typed(people: People, owner: str) -> None:
    first, second = cast(people, "Entering Enno", "Entered Edda")
    first.page.keyboard.press("r")
    first.page.keyboard.type("600")
    press(first, "Enter")
    rooms.whose_turn([second])
    expect(button(second, "Call 500")).to_be_visible()


def test_a_goes_all_in_where_that_has_its_own_button(people: People, owner: str) -> None:
    first, second, _ = cast(people, "Pushing Pit", "Pushed Pia", "Pushed Pam", rulebook="queue")
    moment = rooms.moment_of(first)
    first.page.keyboard.press("a")
    expect(first.page.locator("#t-confirm")).to_be_visible()
    assert rooms.moment_of(first) == moment
    first.page.locator("#t-confirm button[value=yes]").press("Enter")
    rooms.moved_on(first, moment)
    rooms.whose_turn([second])
    expect(first.page.locator(".seat.me")).to_contain_text("All-in")


def test_a_fills_in_all_chips_and_bets_them_when_pressed_again(people: People, owner: str) -> None:
    first, _ = cast(people, "Shoving Sol", "Shoved Sue")
    moment = rooms.moment_of(first)
    first.page.keyboard.press("a")
    expect(first.page.locator("#t-amount")).to_be_focused()
    expect(button(first, "All-in 10000")).to_be_visible()
    assert rooms.moment_of(first) == moment
    first.page.keyboard.press("a")
    expect(first.page.locator("#t-confirm")).to_be_visible()
    first.page.locator("#t-confirm button[value=yes]").press("Enter")
    rooms.moved_on(first, moment)
    expect(first.page.locator(".seat.me")).to_contain_text("All-in")


def test_p_passes_where_passing_is_allowed(people: People, owner: str) -> None:
    first, second, last = cast(people, "Passing Paul", "Passed Pola", "Passed Pete", rulebook="queue")
    press(first, "p")
    rooms.whose_turn([second])
    press(second, "c")
    assert rooms.whose_turn([first, last]) is first
    expect(button(first, "Pass")).to_have_count(0)  # a player may pass only once
    first.page.keyboard.press("p")
    press(first, "c")
    rooms.whose_turn([second, last])


def test_keys_do_nothing_out_of_turn(people: People, owner: str) -> None:
    first, second = cast(people, "Acting Anja", "Idle Ivo")
    moment = rooms.moment_of(second)
    for key in "fcra":
        second.page.keyboard.press(key)
    expect(bar(first)).to_have_attribute("data-turn", "")
    assert rooms.moment_of(second) == moment
    assert second.page.locator("#t-notice").inner_text().strip() == ""


def test_letters_in_a_menu_are_no_actions(people: People, owner: str) -> None:
    first, _ = cast(people, "Setting Seb", "Setting Sue")
    moment = rooms.moment_of(first)
    first.page.locator("[popovertarget=t-settings]").click()
    first.page.locator("#t-settings [name=animations]").focus()
    for key in "fcr":
        first.page.keyboard.press(key)
    first.page.keyboard.press("Escape")
    expect(first.page.locator("#t-settings")).to_be_hidden()
    assert rooms.moment_of(first) == moment
    press(first, "f")
