"""Pages bear what browsers of phones do by themselves: zoom, keep silent, and lay the page under a camera."""

from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import PHONE, People, Person
from tests.browser.test_every_page import ZOOMED_INTO

NOTCH = 47
STRICT_SOUND = """() => {
  window.begun = [];
  window.AudioContext = class {
    async resume() { window.begun.push(window.event.type); }
    async suspend() {}
  };
}"""
COVERED = f"""() => [...document.querySelectorAll('a, button, input, h1, .plate')].filter(element => {{
    if (!element.checkVisibility() || element.matches('.sr, .skip')) return false;
    const {{ left, right }} = element.getBoundingClientRect();
    return left < {NOTCH} || right > innerWidth - {NOTCH};
}}).map(element => element.outerHTML.slice(0, 120))"""


def lie_under_cameras(person: Person) -> None:
    """Tell the page that cameras cover both ends of a phone on its side."""
    session = person.context.new_cdp_session(person.page)
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": {"left": NOTCH, "right": NOTCH}})


def practise(person: Person, name: str) -> None:
    person.join(name, "/")
    person.page.get_by_role("button", name="Practice now", exact=True).click()
    rooms.dealt(person)


def test_no_field_at_a_table_is_zoomed_into(people: People, owner: str) -> None:
    nora = people(viewport=PHONE, has_touch=True, is_mobile=True)
    practise(nora, "Zooming Nora")
    assert nora.page.locator("#t-say-text, #t-host input").count() > 1
    assert nora.page.evaluate(ZOOMED_INTO) == []


def test_first_tap_lets_the_sounds_begin(people: People, owner: str) -> None:
    """Safari starts sounds only within a gesture, which a touch is once the finger is lifted; Chromium is kinder."""
    otto = people(viewport=PHONE, has_touch=True, is_mobile=True)
    otto.context.add_init_script(f"({STRICT_SOUND})()")
    practise(otto, "Sounding Otto")
    otto.page.locator(".ring").tap(position={"x": 195, "y": 200})
    assert "pointerup" in otto.page.evaluate("window.begun")


def test_nothing_lies_under_a_camera(people: People, owner: str) -> None:
    pia = people(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    practise(pia, "Sideways Pia")
    lie_under_cameras(pia)
    assert pia.page.evaluate(COVERED) == []
    pia.page.get_by_role("button", name="Table menu").click()
    expect(pia.page.locator("#tools")).to_be_visible()
    assert pia.page.evaluate(COVERED) == []
    pia.visit("/")
    lie_under_cameras(pia)
    assert pia.page.evaluate(COVERED) == []
