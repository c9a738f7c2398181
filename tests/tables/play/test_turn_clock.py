"""Test that a turn has its time, then the time bank, and that nobody waits longer."""

import pytest

from accounts.models import User
from tables.models import Hand, Seat, Table
from tables.play import due, seating
from tests.tables.helpers import (
    Clock,
    act,
    assert_books_agree,
    check_down,
    fold_out,
    fresh,
    hand_of,
    moves,
    open_table,
    seat_of,
    seat_people,
    state_of,
)

pytestmark = pytest.mark.django_db


def test_table_sets_the_length_of_a_turn(alice: User, bob: User, clock: Clock) -> None:
    table = open_table(alice, seconds_to_act=45)
    seat_people(table, [alice, bob])
    clock.run_due(table)
    assert clock.reach(table) == 45


@pytest.mark.differs_on_services("the database's clock decides")
def test_nothing_happens_before_the_deadline(dealt: Table, clock: Clock) -> None:
    clock.go_on(19.9)
    due.run_due(dealt.pk)
    assert (moves(dealt), fresh(dealt).bank_since) == ([], None)


@pytest.mark.differs_on_services("the database's clock decides")
def test_time_bank_runs_after_the_deadline(dealt: Table, clock: Clock) -> None:
    assert clock.run_due(dealt) == 20
    assert (moves(dealt), fresh(dealt).bank_since) == ([], clock.moment)
    assert clock.reach(dealt) == 30


@pytest.mark.differs_on_services("the database's clock decides")
def test_acting_on_the_time_bank_uses_what_has_passed(dealt: Table, alice: User, clock: Clock) -> None:
    clock.run_due(dealt)
    clock.go_on(12.5)
    act(dealt, alice, "call")
    assert (seat_of(dealt, alice).time_bank_ms, fresh(dealt).bank_since) == (17_500, None)
    assert (state_of(dealt, alice), moves(dealt)) == ("playing", [(1, "call", "player")])


def test_acting_in_time_uses_no_time_bank(dealt: Table, alice: User, clock: Clock) -> None:
    clock.go_on(19)
    act(dealt, alice, "call")
    assert seat_of(dealt, alice).time_bank_ms == 30_000


def test_time_bank_lasts_five_minutes_at_most(dealt: Table, alice: User, clock: Clock) -> None:
    """Use a time bank that had grown beyond that before there was a limit."""
    Seat.objects.filter(user=alice).update(time_bank_ms=3_600_000)
    clock.run_due(dealt)
    assert clock.run_due(dealt) == 300
    assert moves(dealt) == [(1, "fold", "time")]
    assert seat_of(dealt, alice).time_bank_ms == 0


@pytest.mark.parametrize(("before", "after"), [(290_000, 295_000), (297_000, 300_000), (3_600_000, 300_000)])
def test_time_bank_grows_to_five_minutes_at_most(
    dealt: Table, alice: User, clock: Clock, before: int, after: int
) -> None:
    Seat.objects.filter(user=alice).update(time_bank_ms=before, hands_played=9)
    fold_out(dealt)
    assert seat_of(dealt, alice).time_bank_ms == after


def test_turn_without_a_time_bank_ends_at_once(dealt: Table, alice: User, clock: Clock) -> None:
    Seat.objects.filter(user=alice).update(time_bank_ms=0)
    clock.run_due(dealt)
    assert moves(dealt) == [(1, "fold", "time")]


@pytest.mark.differs_on_services("the database's clock decides")
def test_player_whose_time_bank_ends_is_folded_and_away(dealt: Table, alice: User, bob: User, clock: Clock) -> None:
    clock.run_due(dealt)
    clock.run_due(dealt)
    assert moves(dealt) == [(1, "fold", "time")]
    assert (state_of(dealt, alice), seat_of(dealt, alice).time_bank_ms) == ("away", 0)
    assert (hand_of(dealt).state, fresh(dealt).turn, fresh(dealt).bank_since) == (Hand.State.OVER, None, None)
    assert_books_agree()


def test_late_player_checks_if_that_is_free(dealt: Table, alice: User, bob: User, clock: Clock) -> None:
    act(dealt, alice, "call")
    clock.run_due(dealt)
    clock.run_due(dealt)
    assert moves(dealt)[:2] == [(1, "call", "player"), (2, "check", "time")]


def test_nobody_waits_for_a_player_who_is_away(three: Table, alice: User, bob: User, carol: User) -> None:
    act(three, alice, "call")
    act(three, bob, "call")
    act(three, carol, "check")
    Seat.objects.filter(user=carol).update(state=Seat.State.AWAY)
    act(three, bob, "check")
    assert moves(three)[-2:] == [(2, "check", "player"), (3, "check", "away")]
    assert fresh(three).turn == 1
    act(three, alice, "bet", 100)
    act(three, bob, "call")
    assert moves(three)[-1] == (3, "fold", "away")


def test_player_who_is_away_may_be_back_before_the_next_turn(
    three: Table, alice: User, bob: User, carol: User, clock: Clock
) -> None:
    act(three, alice, "call")
    act(three, bob, "call")
    act(three, carol, "check")
    Seat.objects.filter(user=carol).update(state=Seat.State.AWAY)
    seating.come_back(three.pk, carol)
    act(three, bob, "check")
    assert fresh(three).turn == 3
    assert state_of(three, carol) == "playing"


def test_player_away_for_ten_hands_leaves_the_table(three: Table, alice: User, clock: Clock) -> None:
    clock.run_due(three)
    clock.run_due(three)
    fold_out(three)
    for hand in range(1, 11):
        assert three.seated.filter(user=alice).exists()
        clock.run_due(three)
        assert seat_of(three, alice).hands_away == hand
        fold_out(three)
    assert not three.seated.filter(user=alice).exists()
    assert_books_agree()


def test_coming_back_resets_the_hands_away(three: Table, alice: User, clock: Clock) -> None:
    clock.run_due(three)
    clock.run_due(three)
    fold_out(three)
    clock.run_due(three)
    seating.come_back(three.pk, alice)
    assert (state_of(three, alice), seat_of(three, alice).hands_away) == ("playing", 0)


def test_ten_hands_earn_five_seconds_of_time_bank(three: Table, alice: User, clock: Clock) -> None:
    Seat.objects.filter(user=alice).update(hands_played=9)
    fold_out(three)
    assert (seat_of(three, alice).time_bank_ms, seat_of(three, alice).hands_played) == (35_000, 10)
    clock.run_due(three)
    fold_out(three)
    assert seat_of(three, alice).time_bank_ms == 35_000


@pytest.mark.parametrize("late", [3.1, 3600])
@pytest.mark.differs_on_services("the database's clock decides")
def test_deadline_found_too_late_is_put_off_once(dealt: Table, clock: Clock, late: float) -> None:
    clock.reach(dealt)
    clock.go_on(late)
    due.run_due(dealt.pk)
    assert (moves(dealt), fresh(dealt).bank_since, fresh(dealt).grace_given) == ([], None, True)
    assert clock.reach(dealt) == 15
    clock.go_on(late)
    due.run_due(dealt.pk)
    assert fresh(dealt).bank_since == clock.moment


@pytest.mark.differs_on_services("the database's clock decides")
def test_deadline_found_within_three_seconds_is_not_too_late(dealt: Table, clock: Clock) -> None:
    clock.reach(dealt)
    clock.go_on(2.9)
    due.run_due(dealt.pk)
    assert fresh(dealt).bank_since == clock.moment


@pytest.mark.differs_on_services("the database's clock decides")
def test_wake_up_that_runs_several_times_acts_once(three: Table, alice: User, clock: Clock) -> None:
    for _ in range(2):
        clock.reach(three)
        for _ in range(3):
            due.run_due(three.pk)
    assert moves(three) == [(1, "fold", "time")]
    assert (fresh(three).turn, clock.reach(three)) == (2, 20)


@pytest.mark.differs_on_services("the database's clock decides")
def test_wake_up_for_a_turn_already_taken_does_nothing(dealt: Table, alice: User, clock: Clock) -> None:
    clock.go_on(19)
    act(dealt, alice, "call")
    clock.go_on(1)
    version = fresh(dealt).version
    due.run_due(dealt.pk)
    assert (moves(dealt), fresh(dealt).version) == ([(1, "call", "player")], version)


@pytest.mark.differs_on_services("the database's clock decides")
def test_action_after_the_deadline_but_before_the_wake_up_counts(dealt: Table, alice: User, clock: Clock) -> None:
    clock.reach(dealt)
    clock.go_on(0.5)
    act(dealt, alice, "call")
    due.run_due(dealt.pk)
    assert moves(dealt) == [(1, "call", "player")]


def test_table_sleeps_after_a_hand_that_the_clock_ended(three: Table, alice: User, clock: Clock) -> None:
    for _ in range(4):
        clock.run_due(three)
    assert hand_of(three).state == Hand.State.OVER
    assert sorted(three.seated.values_list("state", flat=True)) == ["away", "away", "playing"]
    clock.run_due(three)
    assert (fresh(three).due, fresh(three).hands_dealt) == ("", 1)


def test_late_player_in_the_queue_is_folded(alice: User, bob: User, clock: Clock) -> None:
    table = open_table(alice, rulebook="queue", buy_in_least=200, buy_in_most=1_000)
    seat_people(table, [alice, bob], chips=1_000)
    clock.run_due(table)
    act(table, bob, "call")
    act(table, bob, "pass")
    clock.run_due(table)
    clock.run_due(table)
    assert moves(table)[-1] == (1, "fold", "time")
    assert_books_agree()


@pytest.mark.differs_on_services("the database's clock decides")
def test_leaving_during_a_turn_uses_the_time_bank_so_far(three: Table, alice: User, clock: Clock) -> None:
    clock.run_due(three)
    clock.go_on(10)
    seating.stand_up(three.pk, alice)
    assert fresh(three).bank_since is None
    seating.come_back(three.pk, alice)
    assert seat_of(three, alice).time_bank_ms == 20_000
    check_down(three)


def test_time_bank_is_not_used_while_nobody_could_act(dealt: Table, alice: User, clock: Clock) -> None:
    """Stop the workers for an hour: fifteen seconds are granted, as if the rest of the bank's thirty were used."""
    clock.run_due(dealt)
    clock.go_on(3600)
    due.run_due(dealt.pk)
    clock.go_on(5)
    act(dealt, alice, "call")
    assert seat_of(dealt, alice).time_bank_ms == 10_000


def test_granted_time_does_not_fill_the_time_bank(dealt: Table, alice: User, clock: Clock) -> None:
    Seat.objects.filter(user=alice).update(time_bank_ms=4_000)
    clock.run_due(dealt)
    clock.go_on(3600)
    due.run_due(dealt.pk)
    act(dealt, alice, "call")
    assert seat_of(dealt, alice).time_bank_ms == 4_000
