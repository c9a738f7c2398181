"""Test showing and mucking in PHH files: once or repeated, with known or unknown cards."""

import pytest

from tables.engine.events import Mucked, Shown
from tables.engine.opening import SeatNumber
from tables.engine.phh_reading import from_phh, read_phh
from tables.engine.phh_text import NotReadable
from tests.tables.engine.test_phh_reading import FLOP, TO_THE_RIVER, with_actions


@pytest.mark.parametrize("mucked", ["p4 sm", "p4 sm ????"])
def test_a_player_who_mucks_unknown_cards_loses(mucked: str) -> None:
    reading = read_phh(with_actions(*TO_THE_RIVER, "p1 sm TcQc", mucked, dealt=["d dh p1 ????"]))
    assert reading.hand.net == (310, -100, 0, -210)
    assert Mucked(SeatNumber(4)) in reading.hand.events
    assert reading.invented == {2, 3, 4}


@pytest.mark.parametrize(
    "shown",
    [
        ["p1 sm ????", "p4 sm Ah4h", "p1 sm TcQc"],
        ["p1 sm ????", "p1 sm TcQc", "p4 sm ????", "p4 sm -"],
        ["p1 sm Tc??", "p1 sm TcQc", "p4 sm Ah4h"],
        ["p1 sm ????", "p1 sm Tc??", "p1 sm ??Qc", "p4 sm ????", "p4 sm ????", "p4 sm Ah4h"],
    ],
)
def test_shown_cards_may_be_named_later(shown: list[str]) -> None:
    usual = from_phh(with_actions(*TO_THE_RIVER, "p1 sm -", "p4 sm -"))
    assert from_phh(with_actions(*TO_THE_RIVER, *shown)) == usual


def test_cards_named_only_when_shown_a_second_time_are_not_invented() -> None:
    shown = ["p1 sm ????", "p4 sm ????", "p1 sm TcQc", "p4 sm Ah4h"]
    reading = read_phh(with_actions(*TO_THE_RIVER, *shown, dealt=[]))
    assert reading.hand.shown == {1, 4}
    assert reading.hand.net == (310, -100, 0, -210)
    assert reading.invented == {2, 3}


def test_all_in_players_may_show_before_and_after_the_board() -> None:
    before, after = ["p3 cbr 10000", "p4 f", "p1 f", "p2 cc"], ["d db 7d5h9d", "d db 7c", "d db Qh"]
    hand = from_phh(with_actions(*before, "p2 sm ????", "p3 sm ????", *after, "p2 sm 8s4c", "p3 sm 9c3d", dealt=[]))
    assert hand == from_phh(with_actions(*before, *after, "p2 sm 8s4c", "p3 sm 9c3d", dealt=[]))
    assert not any(isinstance(event, Mucked) for event in hand.events)


def test_a_player_who_neither_shows_nor_mucks_loses_if_the_file_has_the_result() -> None:
    text = with_actions(*TO_THE_RIVER, "p1 sm TcQc", dealt=[])
    with pytest.raises(NotReadable, match="nobody knows who won"):
        from_phh(text)
    assert from_phh(f"{text}\nfinishing_stacks = [10310, 9900, 10000, 9790]").net == (310, -100, 0, -210)


def test_a_voluntary_show_comes_at_the_end() -> None:
    hand = from_phh(with_actions(*FLOP, "p1 f", "p4 sm Ah4h", "p3 sm -"))
    assert [(move.seat, move.verb) for move in hand.moves[-2:]] == [(4, "show"), (3, "show")]
    assert [event.seat for event in hand.events if isinstance(event, Shown)] == [4, 3]
