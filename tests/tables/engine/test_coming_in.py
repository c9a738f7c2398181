"""Test coming into a running game: wait for the big blind, or post one without holding up the blinds of others."""

import pytest

from tables.engine.rulebooks import QUEUE
from tests.tables.engine.test_seating import deal, places


@pytest.mark.parametrize(("seats", "who"), [([1, 2, 4, 5, 6], "the big blind"), ([1, 3, 4, 5, 6], "the small blind")])
def test_a_waiting_player_whom_the_big_blind_skips_is_dealt_in(seats: list[int], who: str) -> None:
    assert 4 in deal(seats, button=1, big_blind=3, waiting=[4]).seats, f"{who} left"


def test_nobody_posts_between_button_and_big_blind() -> None:
    found = deal([1, 2, 3, 4, 5], button=1, big_blind=4, posting=[3])
    assert places(found) == (2, 4, 5)
    assert 3 not in found.seats
    assert not found.posts


def test_a_player_who_posts_holds_up_neither_button_nor_blinds() -> None:
    found = deal([1, 2, 3, 5, 7], button=1, big_blind=5, posting=[2])
    assert places(found) == (3, 5, 7)
    assert found.posts == {2: 100}


def test_a_player_behind_the_big_blind_posts_and_is_dealt_in() -> None:
    found = deal([1, 2, 3, 4, 6], button=1, big_blind=3, posting=[6])
    assert places(found) == (2, 3, 4)
    assert found.posts == {6: 100}


def test_nobody_pays_a_post_when_the_game_needs_the_waiting_players() -> None:
    assert not deal([1, 3, 5], button=5, posting=[1, 3]).posts


def test_everybody_waits_for_the_big_blind_in_a_queue_game() -> None:
    found = deal([1, 2, 3, 4, 6], button=1, big_blind=3, posting=[6], rules=QUEUE.rules)
    assert 6 not in found.seats
