"""Test that late, away and leaving players check while that is free, else fold; being away begins after the hand."""

import pytest

from accounts.models import User
from tables.models import Seat, Table
from tables.play import seating
from tests.tables.games import begun, series
from tests.tables.helpers import (
    Clock,
    act,
    check_down,
    fold_out,
    hand_of,
    moves,
    open_table,
    seat_people,
    state_of,
    to_act,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def quick(dealt: Table) -> Table:
    """Return Alice and Bob before the flop, without a time bank; Alice has the small blind and is to act."""
    Seat.objects.filter(table=dealt).update(time_bank_ms=0)
    return dealt


def test_late_player_checks_while_that_is_free_and_gets_the_next_turn(
    quick: Table, alice: User, bob: User, clock: Clock
) -> None:
    act(quick, alice, "call")
    clock.run_due(quick)
    assert moves(quick)[-1] == (2, "check", "time")
    assert state_of(quick, bob) == Seat.State.PLAYING
    assert to_act(quick) == bob  # Bob is first to act on the flop


def test_player_late_twice_in_a_hand_is_away_and_still_checks(
    quick: Table, alice: User, bob: User, clock: Clock
) -> None:
    act(quick, alice, "call")
    clock.run_due(quick)
    clock.run_due(quick)
    assert moves(quick)[-1] == (2, "check", "time")
    assert state_of(quick, bob) == Seat.State.AWAY
    act(quick, alice, "check")
    assert moves(quick)[-1] == (2, "check", "away")  # the turn comes, and nobody is waited for
    act(quick, alice, "bet", 200)
    assert moves(quick)[-1] == (2, "fold", "away")


def test_player_whose_last_turn_ran_out_is_away_after_the_hand(quick: Table, alice: User, clock: Clock) -> None:
    clock.run_due(quick)
    assert moves(quick) == [(1, "fold", "time")]
    assert state_of(quick, alice) == Seat.State.AWAY


def test_late_player_is_not_away_before_the_hand_is_over(three: Table, alice: User, clock: Clock) -> None:
    Seat.objects.filter(table=three).update(time_bank_ms=0)
    clock.run_due(three)
    assert moves(three) == [(1, "fold", "time")]
    assert state_of(three, alice) == Seat.State.PLAYING
    fold_out(three)
    assert state_of(three, alice) == Seat.State.AWAY


def test_late_player_who_acts_again_in_the_hand_is_not_away(quick: Table, alice: User, bob: User, clock: Clock) -> None:
    act(quick, alice, "call")
    clock.run_due(quick)
    check_down(quick)
    assert state_of(quick, bob) == Seat.State.PLAYING


def test_leaving_player_checks_to_the_showdown_and_takes_the_chips_home(quick: Table, alice: User, bob: User) -> None:
    act(quick, alice, "call")
    seating.stand_up(quick.pk, bob)
    check_down(quick)
    assert [move for move in moves(quick) if move[0] == 2] == [(2, "check", "left")] * 4
    assert not quick.seated.filter(user=bob).exists()


def test_leaving_player_folds_to_a_bet(quick: Table, alice: User, bob: User) -> None:
    act(quick, alice, "raise", 300)
    seating.stand_up(quick.pk, bob)
    assert moves(quick)[-1] == (2, "fold", "left")


def test_late_player_checks_in_a_home_game(alice: User, bob: User, clock: Clock) -> None:
    table = open_table(alice, rulebook="home")
    seat_people(table, [alice, bob])
    Seat.objects.filter(table=table).update(time_bank_ms=0)
    clock.run_due(table)
    act(table, to_act(table), "call")
    clock.run_due(table)
    assert moves(table)[-1][1:] == ("check", "time")


def test_late_player_checks_in_a_series(alice: User, bob: User, clock: Clock) -> None:
    table = begun(series(alice), [alice, bob])
    clock.run_due(table)
    Seat.objects.filter(table=table).update(time_bank_ms=0)
    act(table, to_act(table), "call")
    clock.run_due(table)
    assert moves(table)[-1][1:] == ("check", "time")


def test_late_player_folds_in_the_queue_which_has_no_check(alice: User, bob: User, clock: Clock) -> None:
    table = open_table(alice, rulebook="queue")
    seat_people(table, [alice, bob])
    Seat.objects.filter(table=table).update(time_bank_ms=0)
    clock.run_due(table)
    late = to_act(table)
    clock.run_due(table)
    assert moves(table)[-1][1:] == ("fold", "time")
    assert hand_of(table).pk
    assert state_of(table, late) == Seat.State.AWAY
