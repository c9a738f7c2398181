"""An action chosen in advance is done when the turn comes, and forgotten as soon as the price is another."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import rooms
from tests.browser.conftest import PHONE, People, Person


def three(people: People, *names: str, pace: int = 100) -> list[Person]:
    """Deal three people in; return them as they act before the flop: the dealer, the small blind, the big blind."""
    cast = [people(), people(), people(viewport=PHONE, has_touch=True, is_mobile=True)]
    for person, name in zip(cast, names, strict=True):
        person.join(name)
    rooms.deal_in(*cast, seconds_to_act="60", pace=pace)
    first = cast.index(rooms.whose_turn(cast))
    return [*cast[first:], *cast[:first]]


def box(person: Person, what: str) -> Locator:
    return person.page.locator(f"#t-pre-{what}")


def choose(person: Person, what: str, *, named: str) -> None:
    label = person.page.locator("#t-pre label", has=box(person, what))
    expect(label).to_have_text(named)
    label.click()
    expect(box(person, what)).to_be_checked()


def decides(person: Person, verb: str, told: str) -> None:
    """Act by hand and find that in the log; had it been done for the player, the log would say something else."""
    rooms.whose_turn([person])
    rooms.act(person, verb)
    expect(person.page.locator(".log")).to_contain_text(told)


def test_choices_are_done_while_the_price_stays(people: People, owner: str) -> None:
    dealer, small, big = three(people, "Advance Ann", "Advance Bob", "Advance Cyd")
    choose(small, "call", named="Call 50")
    choose(big, "fold", named="Check/fold")
    moment = rooms.moment_of(big)
    rooms.act(dealer, "call")
    expect(big.page.locator("#t-data")).to_have_attribute("data-street", "flop")
    assert rooms.moment_of(big) != moment
    assert rooms.whose_turn([small, big]) is small  # who could check has not folded
    choose(big, "fold", named="Check/fold")
    decides(small, "bet", "Advance Bob bets")
    decides(big, "call", "Advance Cyd calls")


def test_choice_is_forgotten_when_the_price_changes(people: People, owner: str) -> None:
    dealer, small, big = three(people, "Dearer Dan", "Dearer Eva", "Dearer Fay")
    choose(small, "call", named="Call 50")
    choose(big, "call", named="Check")
    rooms.act(dealer, "raise")
    expect(box(big, "call")).not_to_be_checked()
    decides(small, "fold", "Dearer Eva folds")
    assert " calls " not in big.page.locator(".log").inner_text()
    decides(big, "fold", "Dearer Fay folds")


def test_call_any_holds_for_one_street(people: People, owner: str) -> None:
    dealer, small, big = three(people, "Any Gus", "Any Hal", "Any Ida")
    choose(small, "any", named="Call any")
    choose(big, "any", named="Call any")
    rooms.act(dealer, "raise")
    expect(big.page.locator("#t-data")).to_have_attribute("data-street", "flop")
    decides(small, "bet", "Any Hal bets")


@pytest.mark.long
def test_call_any_is_forgotten_in_the_next_hand(people: People, owner: str) -> None:
    dealer, small, big = three(people, "Fresh Stu", "Fresh Syd", "Fresh Sue", pace=rooms.FAST)
    choose(big, "any", named="Call any")
    rooms.act(dealer, "fold")
    rooms.act(small, "fold")
    expect(big.page.locator("#t-data")).to_have_attribute("data-hand", "2")
    decides(small, "call", "Fresh Syd calls")
    decides(big, "fold", "Fresh Sue folds")


def test_choice_can_be_taken_back(people: People, owner: str) -> None:
    dealer, small, _ = three(people, "Undone Jon", "Undone Kim", "Undone Lou")
    choose(small, "call", named="Call 50")
    box(small, "call").uncheck(force=True)
    rooms.act(dealer, "call")
    decides(small, "fold", "Undone Kim folds")


HIT = """([x, y]) => window.hit = new Promise((tell) => {
    const look = () => {
        if (document.getElementById("t-bar").dataset.turn === undefined) return requestAnimationFrame(look);
        tell(document.elementFromPoint(x, y).closest("button")?.value ?? "nothing");
    };
    look();
})"""


def test_click_aimed_at_a_choice_hits_no_button_when_the_turn_comes(people: People, owner: str) -> None:
    """The raise lies where "Call any" was by then."""
    cast = [people(), people(), people()]
    for person, name in zip(cast, ("Aiming Amy", "Aiming Bo", "Aiming Cy"), strict=True):
        person.join(name)
    rooms.deal_in(*cast, seconds_to_act="60")
    first = cast.index(rooms.whose_turn(cast))
    dealer, small, big = [*cast[first:], *cast[:first]]
    rooms.act(dealer, "call")
    place = box(big, "any").locator("..").bounding_box()
    assert place is not None
    middle = [place["x"] + place["width"] / 2, place["y"] + place["height"] / 2]
    big.page.evaluate(f"(at) => void ({HIT})(at)", middle)
    rooms.act(small, "call")
    assert big.page.evaluate("window.hit") == "nothing"
    rooms.whose_turn([big])
    rooms.button(big, "Raise to 200").click(position={"x": 20, "y": 20})
    rooms.whose_turn([dealer])
