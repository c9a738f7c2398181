"""However much lies on the felt, everything on it can be read: nothing lies over anything else."""

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
    document.querySelector(".centre").append(list);
    for (const seat of document.querySelectorAll(".seat")) {
        seat.querySelector(".bet")?.remove();
        seat.insertAdjacentHTML("beforeend", '<p class="bet"><i class="chip"></i>45,000</p>');
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
def test_six_pots_lie_beside_everything_else(people: People, owner: str, seats: str) -> None:
    one, other = people(reduced_motion="reduce"), people()  # cards lie where they lie, not where they come from
    one.join(f"Potts {seats}")
    other.join(f"Heap {seats}")
    rooms.deal_in(one, other, players_most=seats)
    page = one.page
    for screen in SCREENS:
        page.set_viewport_size(screen)
        for language, labels in LABELS.items():
            for amount in ("45,000", "1,234,567", "1,234.5 BB"):
                page.evaluate("document.querySelector('.centre > .pots')?.remove()")
                page.evaluate(POTS, [labels, amount])
                assert page.evaluate(COVERED) == [], (screen, language, amount)
            one.picture(f"pots-{seats}-{language}-{screen['width']}")
