"""The winner is asked "Show or muck?" after the hand, by button and by key, on every screen of that player."""

from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import PHONE, People, Person
from tests.browser.rooms import bar, button


def won_without_a_showdown(people: People, *names: str, paused: bool = False) -> tuple[Person, Person, Person]:
    """Return the winner, the same person on a phone, and the player who folded.

    A paused table leaves more than two seconds to decide.
    """
    cast = [people(), people()]
    for person, name in zip(cast, names, strict=True):
        person.join(name)
    rooms.deal_in(*cast)
    folds = rooms.whose_turn(cast)
    winner = cast[1] if folds is cast[0] else cast[0]
    phone = people(viewport=PHONE, has_touch=True, is_mobile=True, locale="zh-CN")
    phone.join_again(names[cast.index(winner)])
    phone.visit(winner.page.url.removeprefix(winner.site))
    phone.wait_until_connected()
    if paused:
        rooms.host(cast[0], "Pause")
        expect(folds.page.get_by_text("paused the table").first).to_be_attached()
    rooms.act(folds, "fold")
    return winner, phone, folds


def test_player_who_mucks_is_no_longer_asked_on_any_screen(people: People, owner: str) -> None:
    winner, phone, folds = won_without_a_showdown(people, "Mucking Mia", "Folding Finn")
    expect(bar(winner).get_by_text("Show or muck?")).to_be_visible()
    expect(bar(phone).get_by_text("亮牌还是盖牌？")).to_be_visible()
    winner.picture("show-or-muck-desk")
    phone.picture("show-or-muck-phone")
    expect(button(winner, "Show")).to_be_visible()
    expect(button(folds, "Show cards")).to_be_visible()
    expect(button(folds, "Muck")).to_have_count(0)
    winner.page.keyboard.press("m")
    for person in (winner, phone):
        expect(bar(person).locator("button[value=muck]")).to_have_count(0)
        expect(bar(person).locator("button[value=show]")).to_have_count(0)
    expect(folds.page.locator(".seat .bet.shown")).to_have_count(0)


def test_shown_cards_are_seen_by_all(people: People, owner: str) -> None:
    winner, phone, folds = won_without_a_showdown(people, "Showing Sam", "Folding Fred", paused=True)
    bar(phone).locator("button[value=show]").tap()
    expect(folds.page.locator(".seat .bet.shown .card")).to_have_count(2)
    expect(bar(winner).locator("button[value=muck]")).to_have_count(0)


def test_help_names_the_key_to_muck(people: People, owner: str) -> None:
    person = people()
    person.join("Helpless Hugo")
    rooms.open_table(person)
    person.wait_until_connected()
    person.page.keyboard.press("?")
    expect(person.page.locator("#t-help dt", has_text="M")).to_be_visible()
    expect(person.page.get_by_text("Muck them: nobody sees them")).to_be_visible()
    person.picture("keys-desk")
