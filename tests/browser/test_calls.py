"""The page calls players back to a table or invites them, and its menus close once something is chosen."""

import re

from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import PHONE, People


def test_title_announces_a_seat_from_the_waiting_list(people: People, owner: str) -> None:
    ada, ben, cleo = people(), people(), people(viewport=PHONE, has_touch=True, is_mobile=True)
    for person, name in ((ada, "Waiting Ada"), (ben, "Waiting Ben"), (cleo, "Waiting Cleo")):
        person.join(name)
    address = rooms.open_table(ada, players_most="2", seated=[ada.name, ben.name])
    ben.visit(address)
    ben.wait_until_connected()
    cleo.visit(address)
    cleo.wait_until_connected()
    cleo.page.get_by_role("button", name="Join the waiting list").click()
    expect(cleo.page.get_by_role("button", name="Leave the waiting list")).to_be_visible()
    rooms.leaves(ben, "Leave table")
    expect(cleo.page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(cleo.page).to_have_title(re.compile("^● Seat 2 is yours"))


def test_title_announces_a_turn_at_another_table(people: People, owner: str) -> None:
    dan = people()
    dan.join("Two Tables Dan")
    for name in ("First", "Second"):
        rooms.deal_in(dan, players_most="2", name=name, seconds_to_act="60", bots=["caller"])
    expect(dan.page.locator("#t-elsewhere [data-turn]")).to_be_visible(timeout=60_000)
    expect(dan.page).to_have_title(re.compile("^● Your turn"))


def test_menu_on_a_phone_closes_after_a_choice(people: People, owner: str) -> None:
    eve = people(viewport=PHONE, has_touch=True, is_mobile=True)
    eve.join("Menu Eve", "/")
    eve.page.get_by_role("button", name="Practice now", exact=True).click()
    rooms.dealt(eve)
    eve.page.get_by_role("button", name="Table menu").click()
    eve.page.get_by_role("button", name="Sit out", exact=True).click()
    expect(eve.page.locator("#tools")).to_be_hidden()
    eve.page.get_by_role("button", name="Table menu").click()
    expect(eve.page.get_by_role("button", name="I'm back", exact=True)).to_be_visible()


def test_invitation_reaches_a_player_at_another_table(people: People, owner: str) -> None:
    uma, vic = people(), people(viewport=PHONE, has_touch=True, is_mobile=True)
    uma.join("Asking Uma")
    vic.join("Busy Vic", "/")
    vic.page.get_by_role("button", name="Practice now", exact=True).click()
    rooms.dealt(vic)
    rooms.open_table(uma, name="River Club")
    uma.wait_until_connected()
    uma.page.get_by_role("button", name="Invite", exact=True).click()
    menu = uma.page.locator("#t-invite")
    uma.page.locator("#t-invite-name").fill("Busy Vic")
    menu.get_by_role("button", name="Invite", exact=True).click()
    letter = vic.page.get_by_role("link", name="Asking Uma invites you to River Club.")
    expect(letter).to_be_visible()
    vic.picture("table-invited-phone")
    letter.click()
    vic.page.get_by_role("button", name="Sit down at River Club").click()
    expect(vic.page.get_by_role("heading", level=1)).to_have_text("River Club")


BLOCKED = """() => {
  Object.defineProperty(window, "isSecureContext", { value: true });
  window.Notification = class { static permission = "denied"; };
}"""


def test_blocked_notifications_explain_how_to_unblock_them(people: People, owner: str) -> None:
    ida = people()
    ida.context.add_init_script(f"({BLOCKED})()")
    ida.join("Blocked Ida")
    rooms.open_table(ida)
    ida.page.get_by_role("button", name="Notifications").click()
    expect(ida.page.get_by_text("Your browser blocks notifications from this site.")).to_be_visible()
    ida.picture("notifications-blocked")
