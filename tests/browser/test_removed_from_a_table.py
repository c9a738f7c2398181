"""A viewer who may not stay at a table reads why at once, whatever lies open over it."""

import pytest
from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import PHONE, People, Person
from tests.browser.test_chat import open_chat

REASON = "He would not stop, however often he was asked to. " * 5
SMALL = {"width": 320, "height": 568}
COVERED = """heading => {
  const { left, right, top, bottom } = heading.getBoundingClientRect();
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left < 8 || right > innerWidth || found !== heading;
}"""


def reads(person: Person, heading: str) -> None:
    said = person.page.get_by_role("heading", name=heading)
    expect(said).to_be_visible()
    person.page.wait_for_function(f"heading => !({COVERED})(heading)", arg=said.element_handle())


@pytest.mark.parametrize("viewport", [PHONE, SMALL], ids=["phone", "small phone"])
def test_reason_of_a_ban_is_read_over_the_open_chat(people: People, owner: str, viewport: dict[str, int]) -> None:
    host, rude = people(), people(viewport=viewport, has_touch=True, is_mobile=True)
    name = f"Rudolf {viewport['width']}"
    host.join(f"Gastgeber {viewport['width']}")
    rude.join(name)
    rude.visit(rooms.open_table(host))
    rude.wait_until_connected()
    open_chat(rude)
    host.seeds.ban(name, REASON.strip(), by=owner)
    reads(rude, "You are banned")
    home = rude.page.get_by_role("link", name="Back to the home page")
    home.scroll_into_view_if_needed()
    expect(home).to_be_in_viewport(ratio=1)
    rude.picture(f"banned-with-the-chat-open-{viewport['width']}")


def test_loss_of_access_is_read_over_the_open_menu(people: People, owner: str) -> None:
    host, guest = people(), people(viewport=PHONE, has_touch=True, is_mobile=True)
    host.join("Strict Stella")
    guest.join("Gordon Guest")
    guest.visit(rooms.open_table(host))
    guest.wait_until_connected()
    guest.page.get_by_role("button", name="Table menu").click()
    host.wait_until_connected()
    host.page.get_by_role("button", name="Host", exact=True).click()
    host.page.get_by_text("Who may come").click()
    host.page.get_by_label("Who finds it").select_option("invitation")
    host.page.locator("button[value=set_door]").click()
    reads(guest, "You cannot see this table any more")
    guest.picture("kept-out-phone")
