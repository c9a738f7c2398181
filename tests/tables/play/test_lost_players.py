"""Test players who are late, away or without a connection in a game with an end."""

import random

import pytest

from accounts.models import User
from tables.models import Presence, Seat, Table
from tables.play import due, games, presence, seating
from tests.tables.games import begun, cheaply, game_of, knockout, people, play_hand, play_to_end, series, sign_up
from tests.tables.helpers import Clock, act, fold_out, fresh, look_away, look_on, moves, play_of, seat_of, to_act

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db: None) -> list[User]:
    return people(3)


@pytest.fixture
def knocking(cast: list[User], clock: Clock) -> Table:
    """Return the first hand of a knock-out of three with 15 seconds to act: Player 1 has the button and is to act."""
    table = begun(knockout(cast[0], players_most=3), cast)
    clock.run_due(table)
    assert to_act(table) == cast[0]
    return table


def test_late_player_is_folded_without_a_time_bank_and_gets_the_next_turn(
    knocking: Table, cast: list[User], clock: Clock
) -> None:
    assert clock.run_due(knocking) == 15
    assert moves(knocking) == [(1, "fold", "time")]
    assert seat_of(knocking, cast[0]).state == Seat.State.PLAYING
    play_hand(knocking, clock, random.Random(1), cheaply)
    clock.run_due(knocking)
    while fresh(knocking).turn != 1:
        clock.run_due(knocking)
    assert clock.reach(knocking) == 15


def test_late_player_is_folded_even_if_checking_is_free(cast: list[User], clock: Clock) -> None:
    table = begun(knockout(cast[0], players_most=3), cast)
    clock.run_due(table)
    while not (legal := play_of(table).legal) or not legal.check:
        act(table, to_act(table), "call")
    late = play_of(table).turn
    clock.run_due(table)
    assert moves(table)[-1] == (late, "fold", "time")


def test_program_has_five_seconds(knocking: Table, cast: list[User], clock: Clock) -> None:
    User.objects.filter(pk=cast[1].pk).update(is_bot=True)
    clock.run_due(knocking)
    assert to_act(knocking).pk == cast[1].pk
    assert clock.run_due(knocking) == 5
    assert moves(knocking)[-1] == (2, "fold", "time")


def test_player_lost_before_the_turn_has_ten_seconds_in_all(knocking: Table, cast: list[User], clock: Clock) -> None:
    look_away(knocking, cast[1])
    clock.go_on(7)
    act(knocking, cast[0], "fold")
    assert clock.run_due(knocking) == 3
    assert moves(knocking) == [(1, "fold", "player"), (2, "fold", "time")]


def test_player_lost_for_long_is_folded_at_once(knocking: Table, cast: list[User], clock: Clock) -> None:
    look_away(knocking, cast[1])
    clock.go_on(10)
    act(knocking, cast[0], "fold")
    assert moves(knocking) == [(1, "fold", "player"), (2, "fold", "away")]


def test_player_lost_during_their_turn_has_ten_seconds_from_then(
    knocking: Table, cast: list[User], clock: Clock
) -> None:
    clock.go_on(2)
    look_away(knocking, cast[0])
    assert clock.reach(knocking) == 10


def test_player_who_is_back_has_the_whole_turn(knocking: Table, cast: list[User], clock: Clock) -> None:
    clock.go_on(1)
    look_away(knocking, cast[0])
    clock.go_on(2)
    look_on(knocking, cast[0])
    assert clock.reach(knocking) == 12


@pytest.mark.differs_on_services("the database's clock decides")
def test_player_at_another_table_is_not_lost_but_a_program_is(knocking: Table, cast: list[User], clock: Clock) -> None:
    """Check both: pages tell of turns at other tables, connections of programs do not."""
    sign_up(knockout(cast[2], players_most=3), cast)
    for user, is_program, seconds in ((cast[0], False, 15), (cast[1], True, 5)):
        User.objects.filter(pk=user.pk).update(is_bot=is_program)
        look_away(knocking, user)
        assert (seat_of(knocking, user).lost_at is not None) == is_program
        assert (user.pk in presence.present(knocking)) != is_program
        assert clock.run_due(knocking) == seconds
    look_on(knocking, cast[1])
    assert seat_of(knocking, cast[1]).lost_at is None


@pytest.mark.differs_on_services("the database's clock decides")
def test_sweep_marks_players_of_a_killed_server_as_lost(knocking: Table, cast: list[User], clock: Clock) -> None:
    Presence.objects.filter(user=cast[1]).update(until=clock())
    due.sweep()
    assert seat_of(knocking, cast[1]).lost_at == clock()


def test_player_lost_all_the_time_is_always_folded(cast: list[User], clock: Clock) -> None:
    table = begun(knockout(cast[0], players_most=3), cast)
    look_away(table, cast[2])
    clock.go_on(60)
    play_to_end(table, clock)
    others = [move for move in moves(table) if move[0] == 3]
    assert all(verb == "fold" for _, verb, _ in others)


def test_player_who_leaves_a_series_is_folded_and_stays_in(cast: list[User], clock: Clock) -> None:
    table = begun(series(cast[0], players_most=3, hands_most=3), cast)
    clock.run_due(table)
    seating.stand_up(table.pk, cast[1])
    game = play_to_end(table, clock)
    assert game.entrants.get(user=cast[1]).hands == 3
    assert game.entrants.get(user=cast[1]).net == -50 - 100


def test_late_player_in_a_series_uses_the_time_bank_and_is_away(cast: list[User], clock: Clock) -> None:
    table = begun(series(cast[0], players_most=3), cast)
    clock.run_due(table)
    late = to_act(table)
    assert clock.run_due(table) == 20
    assert clock.run_due(table) == 30
    fold_out(table)
    assert seat_of(table, late).state == Seat.State.AWAY


@pytest.mark.differs_on_services("the database's clock decides")
def test_game_that_nobody_watches_waits_and_then_ends(cast: list[User], clock: Clock) -> None:
    table = begun(series(cast[0], players_most=3), cast)
    look_away(table, *cast)
    clock.run_due(table)
    assert (fresh(table).due, fresh(table).hands_dealt) == (Table.Due.CLOSE, 0)
    clock.run_due(table)
    assert (fresh(table).state, game_of(table).state) == ("closed", "ended")


def test_player_may_sign_up_again_after_withdrawing(cast: list[User], clock: Clock) -> None:
    table = knockout(cast[0], players_most=3)
    sign_up(table, cast)
    seating.stand_up(table.pk, cast[1])
    games.enter(table.pk, cast[1])
    games.start(table.pk, cast[0])
    assert game_of(table).entrants.count() == 3
