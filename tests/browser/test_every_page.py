"""Every page fits every screen and breaks no accessibility rule; pictures are taken for a critical eye."""

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from tests.browser.accessibility import violations
from tests.browser.conftest import DESK, PHONE, People, Person
from tests.pages import anonymous_paths, logged_in_paths
from tests.samples import sample

T = TypeVar("T")

SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "small": {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True},
}
LOOKS = {"dark": "en-US", "light": "zh-CN"}  # each theme and each language once
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TINY = """() => [...document.querySelectorAll('a, button, input, select, summary')].filter(e => {
    if (!e.checkVisibility() || e.closest('.sr') || e.matches('.sr, .skip, p a')) return false;
    const box = (e.closest('label') || e).getBoundingClientRect();
    return box.height < 44 || box.width < 24;
}).map(e => e.outerHTML.slice(0, 120))"""
# iPhones zoom into a field whose letters are smaller than 16 px, and stay zoomed in.
ZOOMED_INTO = """() => [...document.querySelectorAll('input, select, textarea')]
    .filter(field => parseFloat(getComputedStyle(field).fontSize) < 16)
    .map(field => field.outerHTML.slice(0, 120))"""


def look_at(person: Person, path: str, screen: str, name: str = "", *, slug: str = "") -> list[str]:
    """Take a picture, called after the path unless that has a code in it, and return whatever is wrong."""
    person.visit(path)
    slug = slug or path.strip("/").replace("/", "-") or name
    person.picture(f"{slug}-{screen}")
    complaints = [f"{path}: {person.page.evaluate(SIDEWAYS)} px too wide"] if person.page.evaluate(SIDEWAYS) > 0 else []
    complaints += [f"{path}: {violation}" for violation in violations(person.page)]
    if screen.startswith(("phone", "small")):
        complaints += [f"{path}: tiny target {html}" for html in person.page.evaluate(TINY)]
        complaints += [f"{path}: small letters {html}" for html in person.page.evaluate(ZOOMED_INTO)]
    return complaints


def combination(pages: Sequence[T], screen: str, look: str) -> list[T]:
    """Choose the pages for this screen: each page is in one of the six combinations, or in all in the whole matrix."""
    turn = len(LOOKS) * [*SCREENS].index(screen) + [*LOOKS].index(look)
    return sample(pages, quick=-(-len(pages) // 6), turn=turn)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", SCREENS)
def test_every_page_fits_every_screen(people: People, owner: str, screen: str, look: str) -> None:
    person = people(**SCREENS[screen], locale=LOOKS[look], reduced_motion="reduce")  # pictures show where motion ends
    person.context.add_cookies([{"name": "theme", "value": look, "url": person.site}])
    complaints = []
    for path in combination([*anonymous_paths()], screen, look):
        complaints += look_at(person, path, f"{screen}-{look}", "welcome")
    person.join("W" * 19 + look[0] if screen == "small" else f"{screen} {look}".title())  # the widest name there is
    for path in combination([*logged_in_paths()], screen, look):
        complaints += look_at(person, path, f"{screen}-{look}", "lobby")
    assert complaints == []


def test_page_check_finds_what_is_wrong(people: People) -> None:
    person = people(**SCREENS["small"])
    person.visit("/")
    person.page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button><img src=\"/favicon.ico\">"
        '<p class="wide">' + "x" * 400 + "</p>')"
    )
    assert {"button-name", "image-alt"} <= {found.partition(":")[0] for found in violations(person.page)}
    assert person.page.evaluate(TINY)
