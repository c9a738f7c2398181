"""Table and lobby do not shift while others play, on desk and phone."""

from typing import Any

from playwright.sync_api import expect

from tests.browser import rooms
from tests.browser.conftest import PHONE, People, Person

MOST = 0.05
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
SMALL = {"viewport": {"width": 360, "height": 740}, **TOUCH}
OBSERVED = """() => {
  window.shifts = [];
  const what = ({ node }) => node?.id || node?.className;
  const told = ({ value, startTime, sources }) => ({ value, startTime, sources: sources.map(what) });
  const note = (list) => shifts.push(...list.getEntries().filter((entry) => !entry.hadRecentInput).map(told));
  new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
}"""
READ_WHOLE = """(badge) => {
  const [own, line] = [badge.getBoundingClientRect(), badge.closest("p").getBoundingClientRect()];
  return own.left >= line.left && own.right <= line.right;
}"""


def observed(people: People, name: str, **looks: Any) -> Person:
    person = people(**looks)
    person.context.add_init_script(f"({OBSERVED})()")
    person.join(name)
    return person


def shift(person: Person) -> float:
    """Return the worst of the windows that browsers count in: of 5 s at most, with gaps of less than 1 s."""
    worst = window = 0.0
    begun = last = -1e9
    for one in person.page.evaluate("shifts"):
        if one["startTime"] - last > 1_000 or one["startTime"] - begun > 5_000:
            begun, window = one["startTime"], 0.0
        last, window = one["startTime"], window + one["value"]
        worst = max(worst, window)
    return worst


def heights(people: list[Person]) -> list[int]:
    return [person.page.evaluate("Math.round(document.querySelector('#t-bar').offsetHeight)") for person in people]


def test_table_and_lobby_do_not_shift_while_people_play(people: People, owner: str) -> None:
    desk, phone = observed(people, "Steady Desk", **DESK), observed(people, "Steady Phone", viewport=PHONE, **TOUCH)
    small = observed(people, "Steady Small", **SMALL)
    lobbies = [observed(people, "Lobby Desk", **DESK), observed(people, "Lobby Phone", viewport=PHONE, **TOUCH)]
    cast = [desk, phone, small]
    rooms.deal_in(*cast, pace=rooms.FAST, seconds_to_act="60", players_most="6")
    for lobby in lobbies:
        lobby.visit("/")
        lobby.wait_until_connected()
    before = heights(cast)
    rooms.whose_turn(cast)
    rooms.host(desk, "Pause")
    badge = desk.page.locator("#t-top .badge")
    expect(badge).to_have_text("Pauses after this hand")
    assert desk.page.evaluate(READ_WHOLE, badge.element_handle())
    for _ in range(5):
        turn = rooms.whose_turn(cast)
        rooms.act(turn, "check" if rooms.bar(turn).locator("[value=check]").count() else "call")
        assert heights(cast) == before
    while desk.page.locator("#t-data").get_attribute("data-phase") == "running":
        rooms.act(rooms.whose_turn(cast), "fold")
    expect(desk.page.locator("#t-bar")).to_contain_text("The table is paused")
    assert heights(cast) == before
    for person in [*cast, *lobbies]:
        assert shift(person) < MOST, (person.name, person.page.evaluate("shifts"))
    rooms.leaves(desk, "Sit out")  # a host who sits out resumes it all the same
    rooms.bar(desk).get_by_role("button", name="Resume play").click()
    expect(desk.page.locator("#t-bar")).not_to_contain_text("The table is paused")


def test_lobby_does_not_shift_when_tables_open_and_fill(people: People, owner: str) -> None:
    host = people()
    host.join("Lobby Host")
    lobbies = [observed(people, "Looking Desk", **DESK), observed(people, "Looking Phone", viewport=PHONE, **TOUCH)]
    for number in range(2):
        host.seeds.open_table(host.name, name=f"Early table {number}")
    for lobby in lobbies:
        lobby.visit("/")
        lobby.wait_until_connected()
    late = host.seeds.open_table(host.name, name="Late table")
    host.seeds.sit_down(late, host.name, number=1)
    for lobby in lobbies:
        row = lobby.page.locator("#lobby li", has_text="Late table")
        expect(row).to_contain_text(host.name)
        assert shift(lobby) < MOST, (lobby.name, lobby.page.evaluate("shifts"))
