"""A strip tells players that it is their turn, whatever lies over the action bar, and a tap leads back."""

from playwright.sync_api import Locator, expect

from tests.browser import rooms
from tests.browser.conftest import PHONE, People, Person

SHEETS = ("#panel", "#tools", "#t-settings", "#t-help")


def strip(person: Person) -> Locator:
    return person.page.locator("#t-strip")


def open_sheet(person: Person, sheet: str) -> None:
    if sheet == "#panel":
        person.page.locator("header [popovertarget=panel]").tap()
    else:
        person.page.get_by_role("button", name="Table menu").tap()
    if sheet in ("#t-settings", "#t-help"):
        person.page.locator(f"[popovertarget={sheet[1:]}]").first.tap()
    expect(person.page.locator(sheet)).to_be_visible()


def on_a_phone_with_somebody(people: People, name: str) -> tuple[Person, Person]:
    phone, other = people(viewport=PHONE, has_touch=True, is_mobile=True), people()
    phone.join(f"{name} Phone")
    other.join(f"{name} Desk")
    rooms.deal_in(phone, other, seconds_to_act="90")
    return phone, other


def test_turn_is_seen_over_an_open_sheet_and_a_tap_leads_back(people: People, owner: str) -> None:
    phone, other = on_a_phone_with_somebody(people, "Strip")
    if rooms.whose_turn([phone, other]) is phone:
        rooms.act(phone, "call")
    open_sheet(phone, "#panel")
    expect(strip(phone)).to_be_hidden()
    other.page.keyboard.press("?")  # on a desk the help lies beside the bar, and darkens it
    expect(strip(other)).to_contain_text("Your turn, ")
    other.page.keyboard.press("Escape")
    expect(strip(other)).to_be_hidden()
    rooms.act(other, "check" if other.page.locator("#t-bar [value=check]").count() else "call")
    if rooms.whose_turn([phone, other]) is other:  # on the flop
        rooms.act(other, "check")
    expect(strip(phone)).to_contain_text("Your turn, 9")
    phone.picture("turn-under-the-panel")
    strip(phone).tap()
    expect(phone.page.locator("#panel")).to_be_hidden()
    expect(strip(phone)).to_be_hidden()
    expect(rooms.bar(phone)).to_be_focused()


def test_strip_lies_on_every_sheet_and_goes_with_the_turn(people: People, owner: str) -> None:
    phone, other = on_a_phone_with_somebody(people, "Sheets")
    if rooms.whose_turn([phone, other]) is other:
        rooms.act(other, "call")
    for sheet in SHEETS:
        open_sheet(phone, sheet)
        strip(phone).tap()  # fails if anything lies on the strip
        expect(phone.page.locator(sheet)).to_be_hidden()
    open_sheet(phone, "#panel")
    expect(strip(phone)).to_be_visible()
    phone.page.keyboard.press("Escape")
    rooms.act(phone, "fold")
    open_sheet(phone, "#panel")
    expect(strip(phone)).to_be_hidden()


def test_replayer_shows_the_turn_and_leads_back_to_the_table(people: People, owner: str) -> None:
    phone, other = on_a_phone_with_somebody(people, "Replayed")
    rooms.act(rooms.whose_turn([phone, other]), "fold")
    with phone.page.expect_popup() as opened:
        phone.page.get_by_role("link", name="Replay", exact=True).tap()
    replayer = opened.value
    if rooms.whose_turn([phone, other]) is other:
        rooms.act(other, "call")
    lamp = replayer.locator(".strip")
    expect(lamp).to_contain_text("Your turn: Replayed Phone's table, ")
    with replayer.expect_event("close"):
        lamp.tap()
    expect(rooms.bar(phone)).to_be_visible()
