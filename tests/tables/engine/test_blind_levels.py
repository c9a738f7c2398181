"""Test how orbits of the small blind are counted, and how blinds grow with them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.blind_levels import Orbit, next_orbit, rules_in_orbit
from tables.engine.opening import SeatNumber
from tables.engine.rulebooks import CASH, CONTEST, HOME, QUEUE
from tables.engine.rules import MOST_CHIPS
from tests.tables.engine.test_seating import SEATS, any_button, hands, ring


def orbits(small_blinds: list[int]) -> list[int]:
    """Return the number of the orbit in each hand."""
    numbers: list[int] = []
    orbit = None
    for seat in small_blinds:
        orbit = next_orbit(orbit, small_blind=SeatNumber(seat))
        numbers.append(orbit.number)
    return numbers


@pytest.mark.parametrize(
    ("small_blinds", "numbers"),
    [
        ([*range(10), *range(10), 0], [0] * 10 + [1] * 10 + [2]),  # ten players
        ([4, 7, 9, 1, 4, 7, 9, 1, 4], [0, 0, 0, 0, 1, 1, 1, 1, 2]),  # it reaches the seat
        ([4, 7, 9, 1, 7, 9, 1, 4, 7], [0, 0, 0, 0, 1, 1, 1, 1, 2]),  # it passes: the next orbit begins where it lands
        ([4, 7, 9, 7, 9, 7], [0, 0, 0, 1, 1, 2]),  # it passes an empty seat, with the end of the table between
        ([4, 7, 9, 1, 9, 1], [0, 0, 0, 0, 1, 1]),
        ([9, 1, 3, 1, 3, 1], [0, 0, 0, 1, 1, 2]),
        ([9, 0, 9, 0, 9], [0, 0, 1, 1, 2]),  # heads-up
        ([0, 9, 0, 9, 0], [0, 0, 1, 1, 2]),
        ([3, 3, 3], [0, 1, 2]),
    ],
)
def test_an_orbit_ends_where_the_small_blind_reaches_or_passes_its_beginning(
    small_blinds: list[int], numbers: list[int]
) -> None:
    assert orbits(small_blinds) == numbers


@given(ring, any_button)
def test_everybody_is_small_blind_once_an_orbit_in_a_stable_ring(seats: set[int], button: int | None) -> None:
    numbers = orbits([hand.small_blind for hand in hands(seats, 3 * len(seats), button=button, rules=CONTEST.rules)])
    assert numbers == sorted([*range(3)] * len(seats))


@given(st.permutations(SEATS), st.lists(st.integers(1, 6), min_size=9, max_size=9))
def test_nobody_is_small_blind_twice_in_an_orbit_while_players_go_broke(order: list[int], lives: list[int]) -> None:
    here, button, orbit = set(SEATS), None, None
    had: set[tuple[int, int]] = set()
    for gone, count in zip(order[1:], lives, strict=True):
        for found in hands(here, count, button=button, rules=CONTEST.rules):
            orbit = next_orbit(orbit, small_blind=found.small_blind)
            assert (orbit.number, found.small_blind) not in had
            had.add((orbit.number, found.small_blind))
            button = found.button
        here = here - {gone}


def test_blinds_double_with_every_orbit() -> None:
    for number, small_blind in enumerate((10, 20, 40, 80, 160)):
        grown = rules_in_orbit(CONTEST.rules, Orbit(SeatNumber(1), SeatNumber(1), number))
        assert grown == replace(CONTEST.rules, small_blind=small_blind, big_blind=2 * small_blind)


def test_blinds_without_growth_stay_the_same() -> None:
    for book in (CASH, HOME, QUEUE):
        assert rules_in_orbit(book.rules, Orbit(SeatNumber(1), SeatNumber(1), 7)) == book.rules


def test_blinds_never_grow_beyond_the_most_chips() -> None:
    for number in (34, 35, 36, 40, 41, 1000):
        rules = rules_in_orbit(CONTEST.rules, Orbit(SeatNumber(1), SeatNumber(1), number))
        assert rules.small_blind <= rules.big_blind <= MOST_CHIPS
    assert (rules.small_blind, rules.big_blind) == (MOST_CHIPS, MOST_CHIPS)
