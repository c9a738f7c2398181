"""What is due is done: by the watchdog at its time, by the sweep when that was lost; twice is harmless."""

import pytest

from accounts.models import User
from tables import tasks
from tables.core.clock import WAKE
from tables.core.refusals import Refused
from tables.hosting import house_bots
from tables.models import Hand, Table
from tables.play import due, lifecycle, presence, seating
from tests.tables.helpers import (
    Clock,
    Hear,
    act,
    assert_books_agree,
    fold_out,
    fresh,
    hand_of,
    look_away,
    look_on,
    moves,
    open_table,
    seat_of,
    seat_people,
)

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.differs_on_services("the broker is Redis, and the database's clock decides"),
]


def test_the_task_has_the_name_that_is_sent() -> None:
    assert tasks.wake.name == WAKE


def test_the_watchdog_does_what_is_due(seated: Table, clock: Clock) -> None:
    clock.reach(seated)
    tasks.wake(seated.pk)
    assert hand_of(seated).state == Hand.State.RUNNING


def test_the_watchdog_of_a_closed_table_does_nothing(table: Table, alice: User) -> None:
    lifecycle.close(table.pk, alice)
    version = fresh(table).version
    tasks.wake(table.pk)
    assert fresh(table).version == version


def test_the_sweep_finds_what_a_crashed_worker_lost(seated: Table, clock: Clock) -> None:
    clock.reach(seated)
    tasks.sweep()
    assert fresh(seated).hands_dealt == 1
    clock.reach(seated)
    tasks.sweep()
    assert fresh(seated).bank_since == clock.moment


def test_the_sweep_leaves_alone_what_is_not_due(dealt: Table, clock: Clock) -> None:
    version = fresh(dealt).version
    clock.go_on(10)
    tasks.sweep()
    assert fresh(dealt).version == version


def test_every_deadline_plans_its_wake_up(seated: Table, hear: Hear, clock: Clock) -> None:
    with hear() as heard:
        clock.run_due(seated)
    assert heard.wakes == [(seated.pk, fresh(seated).due_at)]


def test_a_later_deadline_is_planned_by_the_earlier_wake_up(
    dealt: Table, hear: Hear, alice: User, clock: Clock
) -> None:
    first = fresh(dealt).due_at
    assert first
    clock.go_on(5)
    with hear() as heard:
        act(dealt, alice, "call")
    assert heard.wakes == []
    clock.moment = first
    with hear() as heard:
        due.run_due(dealt.pk)
    assert (heard.wakes, heard.topics) == ([(dealt.pk, fresh(dealt).due_at)], [])
    assert len(moves(dealt)) == 1


def test_a_wake_up_that_comes_a_little_early_comes_again(dealt: Table, hear: Hear, clock: Clock) -> None:
    """Whose clock says that it is not time yet has no other one to rely on."""
    clock.reach(dealt)
    clock.go_on(-0.05)
    with hear() as heard:
        due.run_due(dealt.pk)
    assert heard.wakes == [(dealt.pk, fresh(dealt).due_at)]


def test_an_earlier_deadline_gets_a_wake_up_of_its_own(dealt: Table, hear: Hear, alice: User) -> None:
    with hear() as heard:
        fold_out(dealt)
    assert heard.wakes == [(dealt.pk, fresh(dealt).due_at)]


def test_a_wake_up_that_is_left_over_plans_nothing_more(dealt: Table, hear: Hear, clock: Clock) -> None:
    """Else each hand would leave one behind that comes for ever."""
    left_over = fresh(dealt).due_at
    assert left_over
    fold_out(dealt)
    clock.run_due(dealt)
    assert (fresh(dealt).due_at or left_over) > left_over
    clock.moment = left_over
    with hear() as heard:
        due.run_due(dealt.pk)
    assert heard.wakes == []


def test_after_a_wake_up_was_lost_the_next_action_plans_another(
    dealt: Table, hear: Hear, alice: User, bob: User, clock: Clock
) -> None:
    """Once the lost one should have come."""
    clock.go_on(15)
    act(dealt, alice, "call")
    clock.go_on(15)
    with hear() as heard:
        act(dealt, bob, "check")
    assert heard.wakes == [(dealt.pk, fresh(dealt).due_at)]


def test_an_embedded_server_that_starts_has_none_of_the_old_wake_ups(
    dealt: Table, hear: Hear, alice: User, clock: Clock
) -> None:
    due.begin_alone()
    clock.go_on(5)
    with hear() as heard:
        act(dealt, alice, "call")
    assert heard.wakes == [(dealt.pk, fresh(dealt).due_at)]


def test_what_is_refused_plans_nothing_and_tells_nobody(dealt: Table, hear: Hear, bob: User) -> None:
    with hear() as heard, pytest.raises(Refused):
        act(dealt, bob, "check")
    assert (heard.wakes, heard.topics) == ([], [])


def test_a_house_bot_acts_after_a_pause_for_thought(table: Table, alice: User, clock: Clock) -> None:
    house_bots.add_bot(table.pk, alice, "caller")
    house_bots.add_bot(table.pk, alice, "random")
    look_on(table, alice)
    clock.run_due(table)
    for _ in range(60):
        if fresh(table).due != "house":
            break
        assert 0.5 <= clock.run_due(table) <= 3
    assert (hand_of(table).state, {cause for *_, cause in moves(table)}) == (Hand.State.OVER, {"house"})
    assert_books_agree()


def test_a_table_that_closes_meanwhile_does_not_stop_the_sweep(
    table: Table, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    """It was quiet when the list was made, and closed when its turn came."""
    lifecycle.close(table.pk, alice)
    other = open_table(bob)
    seat_people(other, [bob, carol])
    monkeypatch.setattr(presence, "quiet_tables", lambda: [table.pk])
    clock.reach(other)
    due.sweep()
    assert fresh(other).hands_dealt == 1
    assert fresh(table).is_closed


def test_everything_late_at_once_is_still_one_step_each(dealt: Table, alice: User, bob: User, clock: Clock) -> None:
    """After an hour without a worker: nobody lost a hand that they could not play."""
    clock.go_on(3600)
    look_away(dealt, alice, bob)
    for _ in range(5):
        due.sweep()
    assert (moves(dealt), clock.reach(dealt)) == ([], 15)


def test_a_hold_that_runs_out_wakes_who_waits(alice: User, bob: User, carol: User, clock: Clock) -> None:
    table = open_table(alice, options={"players_most": 2})
    seat_people(table, [alice])
    seating.hold_seat(table.pk, bob, 2)
    seating.wait_for_seat(table.pk, carol)
    clock.go_on(60)
    due.sweep()
    assert seat_of(table, carol).number == 2
