"""The socket of every page works in a real browser over plain http."""

from playwright.sync_api import Route, WebSocket, expect

from tests.browser import rooms
from tests.browser.conftest import People

FLOOD = """() => {
    const { socket } = document.querySelector("#wire")._htmx.ws.connection;
    for (let i = 0; i < 100; i += 1) socket.send("{}");
}"""


def test_socket_opens_gets_beats_and_survives_a_hidden_tab(people: People, owner: str) -> None:
    hugo = people()
    with hugo.page.expect_websocket() as opening:
        hugo.join("Hugo", "/")
    wire: WebSocket = opening.value
    assert "/ws/lobby/?" in wire.url
    wire.wait_for_event("framereceived", lambda frame: "beat" in frame[:10], timeout=15_000)
    config = hugo.page.evaluate("htmx.config.ws")
    assert (config["pauseOnBackground"], config["reconnectMaxDelay"]) == (False, 3000)
    assert not wire.is_closed()


def test_chips_in_the_lobby_follow_what_is_done_in_another_window(people: People, owner: str) -> None:
    two = people()
    two.join("Two Windows", "/")
    two.wait_until_connected()
    chips = two.page.locator("#chips + .sum")
    expect(chips).to_have_text("100,000")
    other = two.context.new_page()
    other.goto(f"{two.site}t/{two.seeds.open_table(two.name)}/")
    other.locator("#t-sit-1").click()
    other.locator("#f-buy button[value=sit]").click()
    expect(chips).to_have_text("90,000", timeout=10_000)


def test_socket_opens_when_its_extension_loads_late(people: People, owner: str) -> None:
    slow = people()

    def later(route: Route) -> None:
        slow.page.wait_for_timeout(300)
        route.continue_()

    slow.page.route("**/hx-ws.min.*.js", later)
    with slow.page.expect_websocket() as opening:
        slow.join("Slow Sue", "/")
    assert "/ws/lobby/?" in opening.value.url


def test_page_brought_back_opens_its_socket_again(people: People, owner: str) -> None:
    mia = people()
    with mia.page.expect_websocket():
        mia.join("Mia", "/")
    with mia.page.expect_websocket():
        mia.visit("/account/")
    with mia.page.expect_websocket() as opening:
        mia.page.go_back()
    assert "/ws/lobby/?" in opening.value.url
    expect(mia.page.get_by_role("heading", level=1)).to_contain_text("Mia")


def test_reason_for_a_closed_socket_stays_on_the_page(people: People, owner: str) -> None:
    """A socket that was closed for good is not opened again, which would remove the notice."""
    fay = people()
    fay.page.clock.install()
    fay.join("Flooding Fay")
    rooms.open_table(fay)
    fay.wait_until_connected()
    fay.page.evaluate(FLOOD)
    notice = fay.page.locator("#t-notice")
    expect(notice).to_contain_text("Reload the page")
    fay.page.wait_for_function("() => document.querySelector('#wire')._htmx?.ws?.connection?.socket?.readyState !== 1")
    fay.page.clock.run_for(15_000)
    expect(notice).to_contain_text("Reload the page")
