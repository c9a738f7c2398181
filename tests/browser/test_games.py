"""A person and house bots play games with an end, from the sign-up to the result, on desk and phone."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, People, Person
from tests.browser.rooms import FAST, bar, code_of, open_table
from tests.browser.test_every_page import look_at
from tests.samples import sample

SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK, "locale": "en-US"},
    "phone": {"viewport": PHONE, "locale": "zh-CN", "has_touch": True, "is_mobile": True},
}
FETCH = """([url, token, body]) => fetch(url, {method: 'POST', headers: {'X-CSRFToken': token, 'HX-Request': 'true'},
    body: new URLSearchParams(body)}).then(answer => answer.status)"""
CUT_OFF = """() => [...document.querySelectorAll('#t-bar .verb')].filter(e => e.scrollWidth > e.clientWidth)
    .map(e => e.textContent)"""
A_GAME_MS = 120_000


def ask(person: Person, address: str, verb: str, **values: str) -> None:
    """Post the form of a verb without a socket, whatever menu the button is in."""
    token = person.page.locator("#wire").get_attribute("data-csrf")
    url = person.site + address.removeprefix("/") + "do/"
    assert person.page.evaluate(FETCH, [url, token, {"verb": verb, **values}]) == 200


PRESS_FIRST = """(bar, verbs) => {
    if (bar.dataset.turn === undefined) return "";
    const button = verbs.map((verb) => bar.querySelector(`button[name=verb][value=${verb}]`)).find(Boolean);
    button?.click();
    document.querySelector("#t-confirm:not([hidden]) button[value=yes]")?.click();
    return button?.value ?? "";
}"""
"""Looks and presses in one step, because the time to act may be over in between."""


def press(person: Person, verb: str) -> None:
    bar(person).locator(f"button[name=verb][value={verb}]").click()


ALONG: Final = ("check", "call", "all-in", "fold")
CAREFULLY: Final = ("check", "fold")
"""Keeps the chips: a player who has lost everything is not asked about a reload, which comes by itself."""


def play_on(person: Person, *, until: Callable[[], bool], verbs: Sequence[str] = ALONG) -> None:
    """Act with the first of these verbs that is offered, until the condition holds."""
    for _ in range(A_GAME_MS // 100):
        if until():
            return
        moment = person.page.locator("#t-data").get_attribute("data-moment")
        if bar(person).evaluate(PRESS_FIRST, list(verbs)):
            expect(person.page.locator("#t-data")).not_to_have_attribute("data-moment", moment or "")
        person.page.wait_for_timeout(100)
    raise AssertionError("the game does not end")


def is_over(person: Person) -> bool:
    return bar(person).locator("a[href$='/result/']").count() > 0


@pytest.mark.long
@pytest.mark.parametrize("screen", sample([*SCREENS], quick=1))
def test_person_and_house_bots_play_a_knock_out(people: People, owner: str, screen: str) -> None:
    host, watcher = people(**SCREENS[screen], reduced_motion="reduce"), people(locale="en-US")
    host.join(f"Ludmila {screen}")
    watcher.join(f"Winnie {screen}")
    address = open_table(host, rulebook="contest", players_most="3", hands_most="2", pace=FAST)
    host.wait_until_connected()
    expect(bar(host).locator("button[value=enter]")).to_be_visible()
    host.picture(f"game-waiting-{screen}")
    press(host, "enter")
    expect(bar(host).locator("button[value=leave]")).to_be_visible()
    ask(host, address, "add_bot", style="tight")
    complaints = look_at(host, address, screen, slug="game-signed-up")
    if screen == "desk":
        host.page.locator("#t-host-open").click()
        host.picture("game-host-menu")
    watcher.visit("/")
    expect(watcher.page.locator("section[aria-labelledby=starting] li")).not_to_have_count(0)
    host.wait_until_connected()
    ask(host, address, "add_bot", style="caller")
    expect(host.page.locator("#t-data[data-phase=starting]")).to_be_attached()
    expect(host.page.locator("#t-time")).not_to_be_empty()
    host.picture(f"game-starting-{screen}")
    expect(host.page.locator(".seat.me .hole .card")).to_have_count(2)
    watcher.visit(address)
    watcher.wait_until_connected()
    play_on(host, until=lambda: bar(host).locator("button[value=reload]").count() > 0, verbs=CAREFULLY)
    host.picture(f"game-window-{screen}")
    host.page.evaluate("document.querySelector('#t-bar button[value=reload]')?.click()")  # the button is there for 3 s
    expect(bar(host).locator("button[value=reload]")).to_have_count(0)
    expect(watcher.page.locator("#t-game tbody tr")).to_have_count(3)
    complaints += look_at(watcher, address, f"watched-{screen}", slug="game-running")
    play_on(host, until=lambda: is_over(host))
    host.picture(f"game-over-{screen}")
    host.page.set_viewport_size(PHONE)  # in either language
    assert host.page.evaluate(CUT_OFF) == []
    host.page.set_viewport_size(SCREENS[screen]["viewport"])
    expect(watcher.page.locator("#t-bar a[href$='/result/']")).to_be_visible()
    complaints += look_at(host, address, screen, slug="game-after")
    complaints += look_at(host, f"{address}result/", screen, slug="game-result")
    expect(host.page.locator(".standings tbody tr")).to_have_count(3)
    expect(host.page.locator(".standings tr.own")).to_have_count(1)
    host.visit("/")
    host.picture(f"game-lobby-{screen}")
    assert complaints == []


@pytest.mark.long
@pytest.mark.parametrize("screen", sample([*SCREENS], quick=1, turn=1))
def test_person_and_house_bot_play_a_duel_with_open_cards(people: People, owner: str, screen: str) -> None:
    host, watcher = (people(**SCREENS[screen], reduced_motion="reduce") for _ in range(2))
    host.join(f"Konstanze {screen}")
    watcher.join(f"Walburga {screen}")
    complaints = look_at(host, "/tables/new/", screen)
    address = _open_duel(host, screen)
    host.seeds.set_pace(code_of(address), FAST)
    host.page.locator("#t-sit-2").click()
    expect(bar(host).locator("button[value=leave]")).to_be_visible()
    ask(host, address, "add_bot", style="CallAgent")
    expect(host.page.locator(".seat.me .hole .card")).to_have_count(2)
    expect(host.page.locator("#t-bar[data-turn]")).to_be_attached()
    host.picture(f"game-duel-turn-{screen}")
    watcher.visit(address)
    watcher.wait_until_connected()
    expect(watcher.page.locator("#t-game .opened li")).to_have_count(0)
    play_on(host, until=lambda: watcher.page.locator("#t-game .opened li").count() == 2)
    expect(host.page.locator("#t-game .opened")).to_have_count(0)
    complaints += look_at(watcher, address, screen, slug="game-duel-watched")
    if screen == "phone":
        watcher.page.locator("button.narrow[popovertarget=panel]").first.click()
        watcher.picture(f"game-duel-panel-{screen}")
    play_on(host, until=lambda: is_over(host))
    host.picture(f"game-duel-over-{screen}")
    complaints += look_at(host, f"{address}result/", screen, slug="game-duel-result")
    expect(host.page.locator(".standings tbody tr")).to_have_count(2)
    assert complaints == []


def _open_duel(host: Person, screen: str) -> str:
    host.page.locator("[name=rulebook][value=duel]").check(force=True)
    expect(host.page.locator("[name=stack]")).to_have_attribute("placeholder", "20,000")
    expect(host.page.locator("[name=buy_in_least]")).to_be_hidden()
    host.page.locator("[name=players_most]").select_option("2")
    host.page.locator("[name=hands_most]").fill("3")
    host.page.locator("[name=seconds_to_act]").fill("120")  # the watcher may take long to come
    host.page.locator("[name=opens_cards]").check()
    host.picture(f"game-new-{screen}")
    host.page.locator("#new-table button.main").click()
    host.page.locator("#t-data").wait_for(state="attached")
    host.wait_until_connected()
    return host.page.url.removeprefix(host.site)
