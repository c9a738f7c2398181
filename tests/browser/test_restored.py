"""A page that is open while a backup is restored loads again and shows what is true now."""

import pytest
from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import People


@pytest.mark.parametrize("where", ["lobby", "table"])
def test_page_loads_again_after_a_restore(people: People, owner: str, where: str) -> None:
    name = f"Restored {where.title()}"
    person = people()
    person.join(name, "/")
    if where == "table":
        rooms.open_table(person)
    person.wait_until_connected()
    with person.page.expect_navigation():
        person.seeds.restore_past(name, "Somebody Else")
    person.wait_until_connected()
    if where == "lobby":
        expect(person.page.get_by_role("heading", level=1)).to_contain_text("Somebody Else")
