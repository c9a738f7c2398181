"""A player makes a bot, lets the example play, plays with it, and takes its key away."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.accessibility import violations
from tests.browser.conftest import DESK, PHONE, People, Person
from tests.browser.test_every_page import SIDEWAYS, TINY
from tests.play import Server
from tests.samples import sample
from tests.services.test_botwire_examples import Player, python


def make_bot(person: Person, name: str) -> str:
    """Make a bot and return its key."""
    person.visit("/bots/")
    person.page.get_by_label("Its name at the table").fill(name)
    person.page.get_by_role("button", name="Make the bot and its key").click()
    return person.page.locator("#key").inner_text()


@pytest.mark.long
def test_person_and_bot_play_at_one_table(people: People, owner: str, server: Server) -> None:
    bea = people()
    bea.join("Bea Botsmith")
    key = make_bot(bea, "Clanker")
    assert re.fullmatch(r"eh-[0-9A-Z]{26}", key)
    address = rooms.open_table(bea, admits_bots="on", allows_same_owner="on")
    bot = Player(python(), server, key, address.strip("/").split("/")[-1])
    try:
        plate = bea.page.locator(".seat", has_text="Clanker")
        expect(plate).to_be_attached()
        expect(plate.locator("use[href='#i-bot']")).to_be_attached()
        expect(plate.locator(".whose")).to_have_text("bot of Bea Botsmith")
        rooms.sit(bea, address, number=5)
        rooms.dealt(bea)
        rooms.go_along([bea])
        bea.visit("/bots/")
        expect(bea.page.locator("article")).to_contain_text("Connected")
        bea.page.get_by_role("button", name="Revoke the key").click()
        expect(bea.page.locator("article")).to_contain_text("It has no key")
        assert bot.wait() == 1
    finally:
        bot.end()
    assert "key_gone" in bot.lines[-1]


@pytest.mark.parametrize("screen", sample(["phone", "desk"], quick=1))
def test_pages_of_bots_fit_the_screen_and_are_accessible(people: People, owner: str, screen: str) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    person = people(**(phone if screen == "phone" else {"viewport": DESK}))
    person.join(f"Bot {screen} looker")
    make_bot(person, f"{'Wm' * 9}{screen[0]}")
    complaints = _complaints(person, f"bots-key-{screen}")
    person.page.get_by_role("link", name="To my bots").click()
    complaints += _complaints(person, f"bots-{screen}")
    person.page.locator("article h2 a").click()
    complaints += _complaints(person, f"bots-record-{screen}")
    person.page.go_back()
    person.page.get_by_role("link", name="Delete").click()
    complaints += _complaints(person, f"bots-delete-{screen}")
    assert complaints == []


def _complaints(person: Person, picture: str) -> list[str]:
    person.picture(picture)
    wide = [f"{picture}: too wide"] if person.page.evaluate(SIDEWAYS) > 0 else []
    rules = [f"{picture}: {violation}" for violation in violations(person.page)]
    tiny = person.page.evaluate(TINY) if "phone" in picture else []
    return [*wide, *rules, *(f"{picture}: tiny {html}" for html in tiny)]
