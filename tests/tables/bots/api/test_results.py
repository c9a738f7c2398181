"""Test what a program is sent about its hands at a table."""

import random
from math import isclose

import pytest

from tables.bots.api.listing import results_of
from tables.models import HandPlayer
from tests.tables.games import begun, cheaply, knockout, people, play_hand
from tests.tables.helpers import Clock, fresh

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("JSON look-ups")]


def test_a_hand_counts_in_the_big_blind_that_it_was_played_for(clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3), cast)
    for _ in range(5):
        play_hand(table, clock, random.Random(1), cheaply)
    played = list(HandPlayer.objects.filter(hand__table=table, user=cast[0]).select_related("hand"))
    assert {one.hand.rules["big_blind"] for one in played} == {20, 40}
    in_blinds = [1000 * (one.net or 0) / one.hand.rules["big_blind"] for one in played]
    told = results_of(fresh(table), cast[0])
    assert (told["hands"], told["net"]) == (5, sum(one.net or 0 for one in played))
    assert isclose(told["mbb_per_hand"], sum(in_blinds) / 5)
