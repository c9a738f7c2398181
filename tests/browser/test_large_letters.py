"""Everything in the header is on the screen with letters twice as large, and no page goes sideways (WCAG 1.4.4)."""

import pytest

from tests.browser import rooms
from tests.browser.conftest import People, Person
from tests.browser.test_every_page import SIDEWAYS

TWICE = "document.documentElement.style.fontSize = '200%'"
OUTSIDE = """() => [...document.querySelectorAll(".top :is(a, button), .tabs label")].filter(one => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && (box.left < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight);
}).map(one => one.outerHTML)"""
WIDTHS = (1280, 1024, 861, 390)
PAGES = ("/", "/hands/", "/tables/new/", "/rules/")


def look(person: Person) -> None:
    for width in WIDTHS:
        person.page.set_viewport_size({"width": width, "height": 800})
        assert person.page.evaluate(OUTSIDE) == [], (person.page.url, width)
        assert person.page.evaluate(SIDEWAYS) <= 0, (person.page.url, width)


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_header_has_room_for_letters_twice_as_large(people: People, owner: str, locale: str) -> None:
    person = people(locale=locale)
    person.visit("/")
    person.page.evaluate(TWICE)
    look(person)
    person.join("W" * 18 + locale[:2])
    for path in PAGES:
        person.visit(path)
        person.page.evaluate(TWICE)
        look(person)
    rooms.open_table(person)
    person.wait_until_connected()
    person.page.evaluate(TWICE)
    look(person)
    person.picture(f"large-letters-{locale}")
