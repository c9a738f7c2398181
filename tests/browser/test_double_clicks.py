"""A double click counts once at a table, because another button may lie under the pointer by the second click."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People, Person
from tests.browser.rooms import bar, open_table
from tests.samples import sample


def double_click(person: Person, selector: str, *, pause: int) -> None:
    """Click twice where the button is now, whatever is there by the second click."""
    person.page.locator(selector).click(trial=True)  # wait until the button stands still and can be pressed
    box = person.page.locator(selector).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    person.page.mouse.click(x, y)
    person.page.wait_for_timeout(pause)
    person.page.mouse.down(click_count=2)
    person.page.mouse.up(click_count=2)


@pytest.mark.parametrize("pause", sample([250, 60], quick=1), ids=lambda pause: f"{pause} ms between")
def test_double_click_on_start_does_not_stop_the_game_again(people: People, owner: str, pause: int) -> None:
    hana = people()
    hana.join(f"Hasty Hana {pause}")
    seats = {"seated": [hana.name], "bots": ["caller", "caller"]}
    open_table(hana, rulebook="contest", players_most="4", **seats)
    hana.wait_until_connected()
    expect(bar(hana).locator("button[value=prepare]")).to_be_visible()
    double_click(hana, "#t-bar button[value=prepare]", pause=pause)
    expect(hana.page.locator("#t-data[data-phase=starting]")).to_be_attached()
    expect(hana.page.locator(".seat.me .hole .card")).to_have_count(2)
