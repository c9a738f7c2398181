"""The replayer works with keys, by touch, by itself, without JavaScript, and by a link for other people."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE, People, Person
from tests.browser.rooms import deal_in, go_along
from tests.browser.test_every_page import SIDEWAYS, TINY

WAIT_MS = 15_000


WHO = "Replay Rosalind"
_address: list[str] = []
"""Holds the address of the hand that was played when the first test asked for one."""


@pytest.fixture
def hand(people: People, owner: str) -> tuple[Person, str]:
    """Return Rosalind, who has checked down a hand with another player, and the address of that hand."""
    person = people()
    if _address:
        person.join_again(WHO)
        return person, _address[0]
    _address.append(_played(person, people()))
    return person, _address[0]


def _played(*here: Person) -> str:
    for person, name in zip(here, (WHO, "Replay Sebastian"), strict=True):
        person.join(name)
    deal_in(*here)
    go_along(here)
    here[0].visit("/hands/")
    return here[0].page.locator("#hands h3 a").first.get_attribute("href") or ""


def ready(person: Person) -> None:
    expect(person.page.locator("#replay[data-ready]")).to_be_attached(timeout=WAIT_MS)


def open_at(person: Person, address: str) -> None:
    person.visit(address)
    ready(person)


def step(person: Person) -> Locator:
    return person.page.locator(".line [aria-current=step]")


def press(person: Person, *keys: str) -> None:
    for key in keys:
        person.page.keyboard.press(key)


def test_keys_go_from_step_to_step(hand: tuple[Person, str]) -> None:
    person, address = hand
    open_at(person, address)
    page = person.page
    expect(step(person)).to_have_text("1")
    expect(page.locator(".hole .card")).to_have_count(0)
    press(person, "ArrowRight", "ArrowRight")
    expect(step(person)).to_have_text("3")
    expect(page.locator("#r-told")).to_have_text("Everybody gets two cards")
    expect(page.locator(".me .hole .card")).to_have_count(2)
    expect(page).to_have_url(re.compile("step=3"))
    press(person, "ArrowLeft")
    expect(page.locator(".hole .card")).to_have_count(0)
    press(person, "End")
    expect(page.locator(".board .card")).to_have_count(5)
    expect(page.locator(".log li.here").last).to_contain_text("wins")
    expect(page.locator("[data-go=next]")).to_have_attribute("aria-disabled", "true")
    press(person, "ArrowRight", "Home", "ArrowLeft")
    expect(step(person)).to_have_text("1")
    page.locator("#r-speed").focus()
    press(person, "End")
    expect(step(person)).to_have_text("1")  # in the list of speeds a key chooses a speed


def test_step_looks_the_same_however_it_was_reached(hand: tuple[Person, str]) -> None:
    person, address = hand
    open_at(person, address)
    last = int(person.page.locator("#replay").get_attribute("data-count") or 0)
    shape = "() => document.querySelector('.ring').innerHTML.replace(/\\s+/g, '')"
    for number in (2, 3, 7, last):
        open_at(person, f"{address}?step={number}")
        fresh = person.page.evaluate(shape)
        press(person, "End", "Home", "End")
        person.page.locator(f".line a[data-step='{number}']").click()
        assert person.page.evaluate(shape) == fresh


def test_replay_plays_by_itself_to_the_end(hand: tuple[Person, str]) -> None:
    person, address = hand
    open_at(person, f"{address}?step=999")
    count = person.page.locator("#replay").get_attribute("data-count") or ""
    person.page.locator("#r-speed").select_option("4×")
    person.page.locator("body").press(" ")  # begins again, because it has ended
    expect(person.page.locator("#r-play")).to_have_attribute("aria-label", "Pause")
    expect(step(person)).not_to_have_text(count)
    expect(step(person)).to_have_text(count, timeout=WAIT_MS)
    expect(person.page.locator("#r-play")).to_have_attribute("aria-label", "Play")
    person.page.locator("[data-go=first]").click()
    press(person, " ", " ")  # also with the focus on a link
    expect(person.page.locator("#r-play")).to_have_attribute("aria-label", "Play")
    press(person, "Home", " ")
    expect(person.page.locator("#r-play")).to_have_attribute("aria-label", "Pause")
    person.page.locator("#r-play").click()
    press(person, "Home")
    person.page.locator("#r-play").click()
    person.page.locator("#r-play").click()
    expect(person.page.locator("#r-play")).to_have_attribute("aria-label", "Play")


SWIPE = """([from, to]) => {
    const stage = document.querySelector('.stage');
    const touch = (x) => new Touch({ identifier: 1, target: stage, clientX: x, clientY: 300 });
    const send = (type, touches, changed) =>
        stage.dispatchEvent(new TouchEvent(type, { touches, changedTouches: changed, bubbles: true }));
    send('touchstart', [touch(from)], [touch(from)]);
    send('touchend', [], [touch(to)]);
}"""


def test_going_back_from_another_seat_selects_the_own_seat_again(hand: tuple[Person, str]) -> None:
    person, address = hand
    open_at(person, address)
    choice = person.page.locator("#r-seat")
    own = choice.input_value()
    choice.select_option(index=1)
    expect(person.page).to_have_url(re.compile("seat="))
    ready(person)
    expect(choice).not_to_have_value(own)
    person.page.go_back()
    expect(person.page).not_to_have_url(re.compile("seat="))
    ready(person)
    expect(choice).to_have_value(own)


def test_replayer_works_on_a_phone(hand: tuple[Person, str], people: People) -> None:
    person, address = hand
    state = person.context.storage_state()
    phone = people(viewport=PHONE, has_touch=True, is_mobile=True, storage_state=state, locale="zh-CN")
    open_at(phone, address)
    page = phone.page
    page.evaluate(SWIPE, [300, 100])
    expect(step(phone)).to_have_text("2")
    page.evaluate(SWIPE, [100, 300])
    page.evaluate(SWIPE, [100, 120])  # too short for a swipe
    expect(step(phone)).to_have_text("1")
    press(phone, "End")
    expect(step(phone)).to_be_in_viewport()
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(TINY) == []
    page.locator("[popovertarget=panel]").first.tap()
    expect(page.locator(".log li.here").last).to_be_in_viewport()
    page.locator("#panel [popovertargetaction=hide]").tap()
    page.locator("[popovertarget=tools]").tap()
    expect(page.locator("#tools [popovertarget=share]")).to_be_visible()
    phone.picture("replayer-phone")


def test_replayer_breaks_no_accessibility_rule(hand: tuple[Person, str], people: People) -> None:
    person, address = hand
    for theme in ("dark", "light"):
        person.context.add_cookies([{"name": "theme", "value": theme, "url": person.site}])
        open_at(person, f"{address}?step=9")
        expect(person.page.locator("#r-chances table")).to_be_visible(timeout=WAIT_MS)
        assert violations(person.page) == []
        person.picture(f"replayer-{theme}")


def test_every_step_is_a_page_without_javascript(hand: tuple[Person, str], people: People) -> None:
    person, address = hand
    plain = people(java_script_enabled=False, storage_state=person.context.storage_state())
    plain.visit(address)
    expect(plain.page.locator("#r-play")).to_be_hidden()
    for number in (2, 3):
        plain.page.locator("[data-go=next]").click()
        expect(step(plain)).to_have_text(str(number))
    expect(plain.page.locator(".me .hole .card")).to_have_count(2)
    plain.page.get_by_role("link", name="Win chances").click()
    expect(plain.page.locator("#r-chances table")).to_be_visible()
    expect(step(plain)).to_have_text("3")
    plain.page.locator("#r-seat").select_option(index=1)
    plain.page.get_by_role("button", name="Look").click()
    expect(plain.page.locator(".seat[data-seat='0']")).to_have_id("t-seat-2")
    expect(step(plain)).to_have_text("3")


def test_link_shows_the_hand_to_a_visitor_without_an_account(hand: tuple[Person, str], people: People) -> None:
    person, address = hand
    open_at(person, address)
    page = person.page
    page.locator(".play [popovertarget=share]").click()
    page.get_by_label("Without the players' names").check()
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("#share-address").inner_text()
    expect(page.locator("#share")).to_be_visible()
    guest = people()
    guest.page.goto(link)
    ready(guest)
    press(guest, "End")
    expect(guest.page.locator(".seat .name").first).to_have_text(re.compile("Player [12]"))
    expect(guest.page.locator(".board .card")).to_have_count(5)
    assert "Rosalind" not in guest.page.content()
    guest.page.goto(link + "board.svg")
    assert guest.page.evaluate("document.documentElement.getBoundingClientRect().width") == 640
    page.get_by_role("button", name="Revoke the link").click()
    page.locator("#replay").wait_for()
    answer = guest.page.goto(link)
    assert answer is not None
    assert answer.status == 404
