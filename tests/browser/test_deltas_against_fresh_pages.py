"""Updates leave out what stays as it is, and still a page that took them equals a page opened now."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import rooms
from tests.browser.conftest import People

DRAWN = """() => {
    const names = ['role', 'aria-label', 'data-s', 'data-seat', 'data-state', 'action', 'name', 'value'];
    // What goes on by itself, and what a socket needs not.
    const apart = '.clock, #t-time, [name=csrfmiddlewaretoken], [name=moment]';
    const of = (each) => [each.tagName, each.id, each.className, each.childElementCount ? '' : each.textContent.trim(),
        ...names.map((name) => each.getAttribute(name))];
    const inside = (part) => [part, ...part.querySelectorAll('*')].filter((each) => !each.closest(apart));
    const parts = [...document.querySelectorAll('.stage .seat, #t-centre, #t-bar, #t-me')];
    return Object.fromEntries(parts.map((part) => [part.id, inside(part).map(of)]));
}"""


def drawn(page: Page) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = page.evaluate(DRAWN)
    return found


def test_updated_page_equals_a_page_opened_now(people: People, owner: str) -> None:
    two = people(reduced_motion="reduce"), people(reduced_motion="reduce")
    for person, name in zip(two, ("Instep Stan", "Instep Stella"), strict=True):
        person.join(name)
    rooms.deal_in(*two)
    for _ in range(3):
        person = rooms.whose_turn(two)
        free = rooms.bar(person).locator("button[name=verb][value=check]").count()
        rooms.act(person, "check" if free else "call")
    waits = next(person for person in two if person is not rooms.whose_turn(two))
    fresh = waits.context.new_page()
    fresh.goto(waits.page.url)
    expect(fresh.locator("#t-centre .card")).to_have_count(3)
    assert drawn(waits.page) == drawn(fresh)
