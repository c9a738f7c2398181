"""Test where in the deck the cards of a hand lie."""

import pytest

from tables.engine.places import BOARD_SIZE, board_places, hole_places
from tables.engine.rulebooks import RULEBOOKS
from tables.engine.rules import MOST_PLAYERS

PLAYERS = range(2, MOST_PLAYERS + 1)
BURNS_OF_ALL = {
    "cash": (True, True, True),
    "home": (True, True, True),
    "duel": (False, False, False),
    "contest": (True, True, True),
    "queue": (True, True, False),
}


@pytest.mark.parametrize("players", PLAYERS)
def test_hole_cards_are_dealt_one_at_a_time_in_two_rounds(players: int) -> None:
    dealt: list[list[int]] = [[] for _ in range(players)]
    for place in range(2 * players):
        dealt[place % players].append(place)
    assert [list(hole_places(position, players=players)) for position in range(players)] == dealt


def test_the_player_left_of_the_button_gets_the_first_card_and_the_button_the_last() -> None:
    assert hole_places(0, players=3) == (0, 3)
    assert hole_places(1, players=3) == (1, 4)
    assert hole_places(2, players=3) == (2, 5)


def test_heads_up_the_button_gets_the_second_card_and_the_fourth() -> None:
    assert hole_places(0, players=2) == (0, 2)
    assert hole_places(1, players=2) == (1, 3)


def test_burns_of_each_rulebook() -> None:
    assert {name: book.rules.burns for name, book in RULEBOOKS.items()} == BURNS_OF_ALL


@pytest.mark.parametrize(
    ("rulebook", "places"),
    [
        ("cash", (5, 6, 7, 9, 11)),
        ("home", (5, 6, 7, 9, 11)),
        ("duel", (4, 5, 6, 7, 8)),
        ("contest", (5, 6, 7, 9, 11)),
        ("queue", (5, 6, 7, 9, 10)),
    ],
)
def test_the_board_follows_the_hole_cards_and_skips_burnt_cards(rulebook: str, places: tuple[int, ...]) -> None:
    burns = RULEBOOKS[rulebook].rules.burns
    assert board_places(players=2, burns=burns) == places
    assert board_places(players=6, burns=burns) == tuple([place + 8 for place in places])


def test_each_street_has_a_burn_of_its_own() -> None:
    assert board_places(players=2, burns=(True, False, False)) == (5, 6, 7, 8, 9)
    assert board_places(players=2, burns=(False, True, False)) == (4, 5, 6, 8, 9)
    assert board_places(players=2, burns=(False, False, True)) == (4, 5, 6, 7, 9)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_place_is_used_twice_and_ten_players_fit(rulebook: str, players: int) -> None:
    board = board_places(players=players, burns=RULEBOOKS[rulebook].rules.burns)
    holes = [place for position in range(players) for place in hole_places(position, players=players)]
    assert len(board) == BOARD_SIZE == 5
    assert len({*holes, *board}) == 2 * players + 5
    assert sorted(holes) == list(range(2 * players))
    assert list(board) == sorted(board)
    assert board[-1] < 52
