"""Test sitting out and coming back: from the next hand on, and without a way round the blinds."""

import pytest

from accounts.models import User
from tables.core.deadlines import PROMISED_IN
from tables.core.refusals import Refused
from tables.models import HandPlayer, Seat, Table
from tables.play import seating
from tests.tables.helpers import Clock, act, check_down, fold_out, fresh, hand_of, moves, seat_of, state_of, to_act

pytestmark = pytest.mark.django_db


def dealt_in(table: Table) -> set[int]:
    return set(HandPlayer.objects.filter(hand=hand_of(table)).values_list("seat", flat=True))


def test_player_sits_out_at_once_between_hands(seated: Table, alice: User) -> None:
    seating.sit_out(seated.pk, alice)
    assert state_of(seated, alice) == Seat.State.OUT


def test_player_plays_the_hand_to_its_end(three: Table, alice: User) -> None:
    seating.sit_out(three.pk, alice)
    assert (state_of(three, alice), seat_of(three, alice).sits_out_next) == ("playing", True)
    act(three, alice, "call")
    check_down(three)
    assert (state_of(three, alice), seat_of(three, alice).sits_out_next) == ("out", False)


def test_player_who_sits_out_gets_no_cards(three: Table, alice: User, clock: Clock) -> None:
    seating.sit_out(three.pk, alice)
    fold_out(three)
    clock.run_due(three)
    assert dealt_in(three) == {2, 3}


def test_player_may_come_back_during_the_hand(three: Table, alice: User, clock: Clock) -> None:
    seating.sit_out(three.pk, alice)
    seating.come_back(three.pk, alice)
    fold_out(three)
    clock.run_due(three)
    assert dealt_in(three) == {1, 2, 3}


def test_only_a_seated_player_sits_out_or_comes_back(seated: Table, carol: User) -> None:
    for verb in (seating.sit_out, seating.come_back):
        with pytest.raises(Refused, match="not sitting"):
            verb(seated.pk, carol)


def test_coming_back_wakes_the_table(seated: Table, alice: User, clock: Clock) -> None:
    seating.sit_out(seated.pk, alice)
    clock.run_due(seated)
    assert fresh(seated).due == Table.Due.NOTHING
    seating.come_back(seated.pk, alice)
    assert clock.run_due(seated) == PROMISED_IN.seconds
    assert dealt_in(seated) == {1, 2}


def test_player_who_missed_the_big_blind_comes_in_as_the_big_blind(three: Table, alice: User, clock: Clock) -> None:
    seating.sit_out(three.pk, alice)
    for button, big_blind in ((2, 3), (3, 2)):  # the second time it passes Alice
        fold_out(three)
        clock.run_due(three)
        assert (fresh(three).button, fresh(three).big_blind, dealt_in(three)) == (button, big_blind, {2, 3})
    assert seat_of(three, alice).must_wait
    seating.come_back(three.pk, alice)
    fold_out(three)
    clock.run_due(three)
    assert (fresh(three).big_blind, dealt_in(three)) == (1, {1, 2, 3})
    assert not seat_of(three, alice).must_wait


def test_no_move_is_made_for_a_player_who_sits_out(three: Table, alice: User, clock: Clock) -> None:
    seating.sit_out(three.pk, alice)
    fold_out(three)
    clock.run_due(three)
    while fresh(three).turn is not None:
        act(three, to_act(three), "fold")
    assert 1 not in {seat for seat, _, _ in moves(three)}


def test_player_who_is_away_may_sit_out_instead(three: Table, alice: User, clock: Clock) -> None:
    """Check that the player is then no longer counted as away."""
    Seat.objects.filter(user=alice).update(state=Seat.State.AWAY)
    seating.sit_out(three.pk, alice)
    fold_out(three)
    assert state_of(three, alice) == Seat.State.OUT
