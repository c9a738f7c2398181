"""A screen reader at a table says what happened, cards by their names, and whose turn it is."""

import re

from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import People, Person

CARD = r"\w+ of (?:clubs|diamonds|hearts|spades)"


def says(person: Person, pattern: str) -> None:
    """Expect that one of the last announcements, as one piece, matches this pattern."""
    pieces = person.page.locator("#t-live[aria-live=polite] > p")
    expect(pieces.filter(has_text=re.compile(pattern))).to_have_count(1)


def test_screen_reader_follows_a_hand_to_its_end(people: People, owner: str) -> None:
    cast = [people(), people()]
    for person, name in zip(cast, ("Sighted Sina", "Listening Leo"), strict=True):
        person.join(name)
    rooms.deal_in(*cast)
    first = rooms.whose_turn(cast)
    other = next(person for person in cast if person is not first)
    blinds = r"Hand 1\. .* posts the small blind of 50\. .* posts the big blind of 100\."
    says(first, rf"^{blinds} It is your turn\.$")
    says(other, rf"^{blinds}$")

    rooms.act(first, "call")
    says(other, r"^.* calls 50\. It is your turn\.$")
    rooms.act(other, "check")
    says(first, rf"^.* checks\. Flop: {CARD}, {CARD}, {CARD}\.$")

    for _ in range(2):
        rooms.go_all_in(rooms.whose_turn(cast))
    shows = rf"\w+ \w+ shows {CARD}, {CARD}\."
    says(first, rf"goes all-in for .*\. {shows} {shows} .*Turn: {CARD}\. .*River: {CARD}\.")
    says(first, r"\w+ wins [\d,]+ with [^.]*\.$")
