"""The page asks before an all-in with most of the stack, whichever button it is."""

from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from tests.browser import rooms
from tests.browser.conftest import PHONE, People, Person
from tests.browser.rooms import bar

ON_A_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def two(people: People, one: str, other: str, *, never: bool = False) -> list[Person]:
    """Deal two people in, and return the one to act first; `never` means that they want nothing to be asked."""
    cast = [people(), people()]
    for person, name in zip(cast, (one, other), strict=True):
        person.join(name, confirm_all_in=not never)
    rooms.deal_in(*cast, seconds_to_act="60")
    return cast if rooms.whose_turn(cast) is cast[0] else cast[::-1]


def question(person: Person) -> Locator:
    return person.page.locator("#t-confirm")


def say(person: Person, answer: str) -> None:
    question(person).locator(f"button[value={answer}]").click()


def is_asked_once(person: Person) -> str:
    """Answer no to the question, and return its text: nothing has happened, and the player may think again."""
    expect(question(person)).to_be_visible()
    text = person.page.locator("#t-confirm-text").inner_text()
    person.picture(f"asked-{person.page.viewport_size['width']}")  # type: ignore[index]
    moment = rooms.moment_of(person)
    say(person, "no")
    expect(question(person)).to_be_hidden()
    expect(bar(person)).to_have_attribute("data-turn", "")
    assert rooms.moment_of(person) == moment
    return text


def raise_all_in(person: Person, people: Sequence[Person]) -> None:
    amount = person.page.locator("#t-amount")
    amount.fill(amount.get_attribute("max") or "")
    moments = [rooms.moment_of(other) for other in people]
    person.page.locator("#t-size").click()
    say(person, "yes")
    for other, moment in zip(people, moments, strict=True):
        rooms.moved_on(other, moment)


def test_call_for_all_chips_asks_first_by_click_and_by_key(people: People, owner: str) -> None:
    first, caller = two(people, "Asked Anna", "Asked Arno")
    raise_all_in(first, [first, caller])
    bar(caller).get_by_role("button", name="Call 9900", exact=True).click()
    assert is_asked_once(caller) == "Call 9,900, all your chips?"
    caller.page.keyboard.press("c")
    assert is_asked_once(caller) == "Call 9,900, all your chips?"
    caller.page.keyboard.press("c")
    question(caller).get_by_role("button", name="Call 9,900", exact=True).click()
    expect(caller.page.locator("#t-data")).to_have_attribute("data-phase", "over")


def test_all_in_asks_first_on_a_phone_and_in_chinese(people: People, owner: str) -> None:
    one, other = people(**ON_A_PHONE, locale="zh-CN"), people(**ON_A_PHONE, locale="zh-CN")
    one.join("被问的安娜")
    other.join("被问的阿诺")
    rooms.deal_in(one, other, seconds_to_act="60")
    raise_all_in(rooms.whose_turn([one, other]), [one, other])
    caller = rooms.whose_turn([one, other])
    bar(caller).locator("button[value=call]").tap()
    assert is_asked_once(caller) == "跟注 9,900，这是你的全部筹码？"


def test_slider_and_number_field_ask_alike_before_an_all_in(people: People, owner: str) -> None:
    person, _ = two(people, "Sliding Sina", "Sliding Sten")
    person.page.locator("#t-slider").focus()
    person.page.keyboard.press("End")
    bar(person).get_by_role("button", name="All-in 10000", exact=True).click()
    assert is_asked_once(person) == "All-in 10,000, all your chips?"
    person.page.locator("#t-amount").fill("10000")
    person.page.keyboard.press("Enter")
    assert is_asked_once(person) == "All-in 10,000, all your chips?"
    person.page.locator("#t-amount").fill("9999")
    bar(person).get_by_role("button", name="Raise to 9999", exact=True).click()
    expect(question(person)).to_be_hidden()


def test_price_chosen_in_advance_is_not_asked_about_again(people: People, owner: str) -> None:
    cast = [people(), people(**ON_A_PHONE), people()]
    for person, name in zip(cast, ("Ahead Ali", "Ahead Bea", "Ahead Cem"), strict=True):
        person.join(name)
    rooms.deal_in(*cast, seconds_to_act="60")
    first = rooms.whose_turn(cast)
    raise_all_in(first, cast)
    second = rooms.whose_turn(cast)
    third = next(person for person in cast if person not in (first, second))
    choice = third.page.locator("#t-pre label", has=third.page.locator("#t-pre-call"))
    expect(choice).to_have_text("All-in 9,900")  # the chips that the big blind has left
    third.picture("ahead-all-in")
    choice.click()
    rooms.act(second, "fold")
    expect(third.page.locator("#t-data")).to_have_attribute("data-phase", "over")


def test_call_any_asks_first_about_a_price_that_was_not_seen(people: People, owner: str) -> None:
    first, second = two(people, "Any Abel", "Any Alma")
    call_any(second)
    raise_all_in(first, [first, second])
    assert is_asked_once(second) == "Call 9,900, all your chips?"
    rooms.act(second, "fold")


def call_any(person: Person) -> None:
    person.page.locator("#t-pre label", has=person.page.locator("#t-pre-any")).click()


def test_nothing_is_asked_of_a_player_who_switched_it_off(people: People, owner: str) -> None:
    first, second = two(people, "Brave Bo", "Brave Bill", never=True)
    call_any(second)
    amount = first.page.locator("#t-amount")
    amount.fill(amount.get_attribute("max") or "")
    first.page.locator("#t-size").click()
    expect(second.page.locator("#t-data")).to_have_attribute("data-phase", "over")
