"""A browser promises and reveals a number for the cut, and remembers seals: there are only scripts here, no server."""

from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from poker_site.environment import BASE_DIR
from tests.browser.conftest import People

SITE = "http://room.test/t/somewhere/"
ROOM = """window.room = {
    sent: [], open: true,
    send: message => room.open && (room.sent.push(message), true),
    onUpdate: listener => { room.update = listener },
    onConnection: listener => { room.connected = listener },
    data: () => room.now,
    see: now => { room.now = now; room.update(now) },
}"""
FIRST, OTHER = "a" * 64, "b" * 64
MOST = 500


def scripts(page: Page) -> None:
    page.add_script_tag(content=ROOM)
    for name in ("sha256.js", "seen.js", "table/cut.js"):
        page.add_script_tag(path=BASE_DIR / "static" / "js" / name)


@pytest.fixture
def page(people: People) -> Page:
    page = people().page
    page.route(SITE, _empty)
    page.goto(SITE)
    scripts(page)
    return page


def _empty(route: Route) -> None:
    route.fulfill(body="<!doctype html>", content_type="text/html")


def see(page: Page, **now: str) -> None:
    """Give the scripts the data of a table; an attribute without a value is empty."""
    page.evaluate("now => room.see(now)", now)


def sent(page: Page) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = page.evaluate("room.sent.splice(0)")
    return messages


def seals(page: Page) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = page.evaluate("seen.all()")
    return kept


def hash_of(number: str) -> str:
    return sha256(number.encode()).hexdigest()


def committed(page: Page) -> str:
    see(page, seated="")
    [message] = sent(page)
    assert message["verb"] == "commit"
    return str(message["commitment"])


def test_number_is_promised_once_and_revealed_once_the_deck_is_sealed(page: Page) -> None:
    promise = committed(page)
    see(page, seated="")
    assert sent(page) == []
    for _ in range(2):
        see(page, seated="", dealt="", cutting="", hand="7", root=FIRST)
    [message] = sent(page)
    assert (message["verb"], message["hand"]) == ("reveal", 7)
    assert hash_of(message["number"]) == promise
    entry = {"root": FIRST, "early": True, "commitment": promise, "number": message["number"], "told": True}
    assert seals(page) == [entry]


def test_next_number_is_promised_when_the_last_one_is_revealed(page: Page) -> None:
    promise = committed(page)
    see(page, seated="", dealt="", cutting="", hand="7", root=FIRST)
    [message] = sent(page)
    assert message["commitment"] != promise
    see(page, seated="", dealt="", hand="7", root=FIRST)
    assert sent(page) == []
    see(page, seated="", dealt="", cutting="", hand="8", root=OTHER)
    assert hash_of(sent(page)[0]["number"]) == message["commitment"]


def test_promise_is_repeated_on_a_new_connection(page: Page) -> None:
    committed(page)
    see(page, seated="", dealt="", cutting="", hand="7", root=FIRST)
    [message] = sent(page)
    see(page, seated="", dealt="", hand="7", root=FIRST)
    page.evaluate("room.connected()")
    assert sent(page) == [{"verb": "commit", "commitment": message["commitment"]}]


def test_number_is_revealed_for_the_first_seal_only(page: Page) -> None:
    """A server that seals the deck again once it knows the numbers gets no second one, and is found out."""
    promise = committed(page)
    page.evaluate("room.open = false")
    see(page, seated="", dealt="", cutting="", hand="7", root=FIRST)
    page.evaluate("room.open = true")
    see(page, seated="", dealt="", cutting="", hand="7", root=OTHER)
    assert sent(page) == []
    assert [(entry["root"], entry["commitment"]) for entry in seals(page)] == [(FIRST, promise)]
    assert "told" not in seals(page)[0]


def test_number_is_the_same_after_a_reload(page: Page) -> None:
    promise = committed(page)
    see(page, seated="", dealt="", cutting="", hand="7", root=FIRST)
    first = sent(page)
    page.reload()
    scripts(page)
    see(page, seated="", dealt="", cutting="", hand="7", root=FIRST)
    assert sent(page) == first
    assert [entry["commitment"] for entry in seals(page)] == [promise]


def test_player_not_dealt_in_keeps_the_number_and_remembers_the_seal(page: Page) -> None:
    promise = committed(page)
    see(page, seated="", cutting="", hand="7", root=FIRST)
    assert sent(page) == []
    assert seals(page) == [{"root": FIRST, "early": True}]
    see(page, seated="", dealt="", cutting="", hand="8", root=OTHER)
    assert hash_of(sent(page)[0]["number"]) == promise


def test_watcher_remembers_the_seal_and_whether_it_was_early(page: Page) -> None:
    see(page, cutting="", hand="7", root=FIRST)
    see(page, hand="7", root=FIRST)
    see(page, hand="8", root=OTHER)
    assert sent(page) == []
    assert seals(page) == [{"root": FIRST, "early": True}, {"root": OTHER, "early": False}]


def test_first_memory_of_a_seal_stands(page: Page) -> None:
    see(page, hand="8", root=OTHER)
    page.reload()
    scripts(page)
    see(page, cutting="", hand="8", root=OTHER)
    assert seals(page) == [{"root": OTHER, "early": False}]


def test_memory_of_seals_is_limited(page: Page) -> None:
    page.evaluate(f"for (let n = 0; n < {MOST} + 20; n += 1) seen.keep({{ root: String(n), early: true }})")
    kept = seals(page)
    assert len(kept) == MOST
    assert kept[-1]["root"] == str(MOST + 19)


@pytest.mark.parametrize("rubbish", ["{", "null", "7", '{"a": 1}', "[null, 7, {}]"])
def test_rubbish_in_the_memory_is_ignored(page: Page, rubbish: str) -> None:
    page.evaluate("rubbish => localStorage.setItem('seals', rubbish)", rubbish)
    see(page, cutting="", hand="7", root=FIRST)
    assert seals(page) == [{"root": FIRST, "early": True}]


def test_browser_that_cannot_store_anything_still_plays(page: Page) -> None:
    committed(page)
    page.evaluate(
        """() => {
            const keep = Storage.prototype.setItem;
            Storage.prototype.setItem = function (...entry) {
                if (this === localStorage) throw new DOMException("full", "QuotaExceededError");
                keep.apply(this, entry);
            };
        }"""
    )
    see(page, seated="", dealt="", cutting="", hand="7", root=FIRST)
    assert [message["verb"] for message in sent(page)] == ["reveal"]
    assert seals(page) == []
