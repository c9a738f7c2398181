"""Draw the image of a final board, which says as much as fits on it, in letters of any width."""

import pytest

from tables.engine.opening import SeatNumber
from tables.history.replay.board_image import ABOUT, ABOVE, BELOW, TOLD, Image, image_of
from tables.history.replay.source import Source
from tests.tables.engine.tables import CASH, check_down, deal, play

HOLES = {"Alice": "AsAd", "Bob": "KsKd", "Carol": "7c2d"}


def image(*, name: str, about: str = "") -> Image:
    hand = check_down(play(deal(CASH, 3, hole=HOLES, board="AhKh8c8d3s"), "Alice call, Bob call"))
    names = {SeatNumber(seat): name for seat in hand.seats}
    return image_of(Source(hand, names, hand.shown, title="Hand 4", about=about))


def test_text_that_fits_is_not_cut() -> None:
    about = "All-in alley · No-limit hold'em 50/100 · Nov. 18, 2026, 9:01 a.m."
    found = image(name="Bob", about=about)
    assert found.about == about
    assert found.told == "Bob wins 300 with a full house, aces full of eights"


@pytest.mark.parametrize(("sign", "width"), [("王", 1.0), ("W", 0.68), ("i", 0.25)])
def test_wide_text_is_cut(sign: str, width: float) -> None:
    found = image(name=sign * 20, about=sign * 90)
    for text, size, room in ((found.about, ABOUT, ABOVE), (found.told, TOLD, BELOW)):
        assert text.endswith("…")
        assert text.count(sign) * width * size <= room
    assert len(image(name="王" * 20).told) < len(image(name="i" * 20).told)
