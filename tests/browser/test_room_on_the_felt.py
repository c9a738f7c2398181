"""Everything on the felt can be read, however much lies there: nothing lies over anything else."""

import pytest
from playwright.sync_api import ViewportSize

from tests.browser import rooms
from tests.browser.conftest import PHONE, People

SCREENS: list[ViewportSize] = [{"width": 1366, "height": 768}, {"width": 1024, "height": 700}, PHONE]
LABELS = {
    "en": ["Main pot", *(f"Side pot {number}" for number in range(1, 6))],
    "zh": ["主池", *(f"边池 {number}" for number in range(1, 6))],
}
POTS = """([labels, amount]) => {
    const list = document.createElement("ul");
    list.className = "pots";
    const pot = label => `<li><i class="chip"></i><span>${label}</span> <b>${amount}</b></li>`;
    list.innerHTML = labels.map(pot).join("");
    document.querySelector("#t-outcome").append(list);
    for (const seat of document.querySelectorAll(".seat")) {
        seat.querySelector("[id^=bet-]").innerHTML = '<p class="bet"><i class="chip"></i>45,000</p>';
    }
}"""
COVERED = """() => {
    const on = (one, other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
    };
    const others = [...document.querySelectorAll(".plate, .hole > *, .bet, .board .card, .slot, .pots li")];
    return [...document.querySelectorAll(".pots li")].flatMap(pot =>
        others.filter(other => other !== pot && on(pot, other)).map(other => pot.innerText + " on " + other.outerHTML));
}"""


@pytest.mark.parametrize("seats", ["6", "10"])
def test_six_pots_cover_nothing_else(people: People, owner: str, seats: str) -> None:
    one, other = people(reduced_motion="reduce"), people()  # cards lie in their places from the start
    one.join(f"Potts {seats}")
    other.join(f"Heap {seats}")
    rooms.deal_in(one, other, players_most=seats)
    page = one.page
    for screen in SCREENS:
        page.set_viewport_size(screen)
        for language, labels in LABELS.items():
            for amount in ("45,000", "1,234,567", "1,234.5 BB"):
                page.evaluate("document.querySelector('#t-outcome > .pots')?.remove()")
                page.evaluate(POTS, [labels, amount])
                assert page.evaluate(COVERED) == [], (screen, language, amount)
            one.picture(f"pots-{seats}-{language}-{screen['width']}")


NEIGHBOURS = """([count, words]) => {
    const seats = document.querySelector(".seats");
    seats.dataset.of = count;
    for (const seat of seats.querySelectorAll(".seat:not(.me)")) seat.remove();
    for (let place = 1; place < count; place += 1) {
        const seat = document.createElement("li");
        seat.className = "seat";
        seat.dataset.seat = place;
        seat.innerHTML = `<div><div class="plate"><span><span class="name">Alexandrina</span></span>
            <span class="stack">9,900</span><span><span class="badge tag words">Sitting out</span></span></div>
            <div><p class="bet">${words}</p></div></div>`;
        seats.append(seat);
    }
}"""
WORDS = ".seat:not(.me) :is(.bet, .tag, .name, .stack)"
UNDER_OWN_CARDS = """words => [...document.querySelectorAll(words)].filter(words => {
    words.style.pointerEvents = "auto"; // or no point of the screen would be found to be its
    const { x, y, width, height } = words.getBoundingClientRect();
    const spots = [x + 1, x + width / 2, x + width - 1].map(at => document.elementFromPoint(at, y + height / 2));
    return spots.some(spot => spot?.closest(".me .hole"));
}).map(words => words.outerHTML)"""
SAID = ["<em>Check</em>", "<em>过牌</em>", '<i class="chip"></i>45,000', '<i class="chip"></i>1,234.5 BB']


def test_own_cards_cover_no_words_of_a_neighbour(people: People, owner: str) -> None:
    one, other = people(viewport=PHONE, has_touch=True, is_mobile=True), people()
    one.join("Nan Near")
    other.join("Ned Near")
    rooms.deal_in(one, other)
    phones: list[ViewportSize] = [PHONE, {"width": 360, "height": 740}, {"width": 390, "height": 664}]
    for phone in phones:
        one.page.set_viewport_size(phone)
        for count in range(2, 11):
            for words in SAID:
                one.page.evaluate(NEIGHBOURS, [count, words])
                assert one.page.evaluate(UNDER_OWN_CARDS, WORDS) == [], (phone, count, words)
