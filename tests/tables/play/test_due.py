"""Test that what is due is done: by its wake-up in time, by the sweep when that was lost, and never twice."""

import pytest

from accounts.models import User
from tables import tasks
from tables.core.deadlines import WAKE
from tables.core.refusals import Refused
from tables.hosting import house_bots
from tables.models import Hand, Table
from tables.play import due, lifecycle, presence, seating, waiting_list
from tests.tables.helpers import (
    Clock,
    OutboxContext,
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


def test_wake_up_task_has_the_name_that_is_sent() -> None:
    assert tasks.wake.name == WAKE


def test_wake_up_does_what_is_due(seated: Table, clock: Clock) -> None:
    clock.reach(seated)
    tasks.wake(seated.pk)
    assert hand_of(seated).state == Hand.State.RUNNING


def test_wake_up_of_a_closed_table_does_nothing(table: Table, alice: User) -> None:
    lifecycle.close(table.pk, alice)
    version = fresh(table).version
    tasks.wake(table.pk)
    assert fresh(table).version == version


def test_sweep_does_what_a_crashed_worker_lost(seated: Table, clock: Clock) -> None:
    clock.reach(seated)
    tasks.sweep()
    assert fresh(seated).hands_dealt == 1
    clock.reach(seated)
    tasks.sweep()
    assert fresh(seated).bank_since == clock.moment


def test_sweep_does_nothing_before_it_is_due(dealt: Table, clock: Clock) -> None:
    version = fresh(dealt).version
    clock.go_on(10)
    tasks.sweep()
    assert fresh(dealt).version == version


def test_every_deadline_plans_its_wake_up(seated: Table, hear: OutboxContext, clock: Clock) -> None:
    with hear() as heard:
        clock.run_due(seated)
    assert heard.wakes == [(seated.pk, fresh(seated).due_at)]


def test_later_deadline_is_planned_by_the_earlier_wake_up(
    dealt: Table, hear: OutboxContext, alice: User, clock: Clock
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


def test_wake_up_that_comes_a_little_early_is_repeated(dealt: Table, hear: OutboxContext, clock: Clock) -> None:
    """Expect a new wake-up: one that finds nothing due yet has no other one to rely on."""
    clock.reach(dealt)
    clock.go_on(-0.05)
    with hear() as heard:
        due.run_due(dealt.pk)
    assert heard.wakes == [(dealt.pk, fresh(dealt).due_at)]


def test_earlier_deadline_gets_its_own_wake_up(dealt: Table, hear: OutboxContext, alice: User) -> None:
    with hear() as heard:
        fold_out(dealt)
    assert heard.wakes == [(dealt.pk, fresh(dealt).due_at)]


def test_left_over_wake_up_plans_nothing_more(dealt: Table, hear: OutboxContext, clock: Clock) -> None:
    """Expect no further wake-up: each hand would leave one behind that repeats for ever."""
    left_over = fresh(dealt).due_at
    assert left_over
    fold_out(dealt)
    clock.run_due(dealt)
    assert (fresh(dealt).due_at or left_over) > left_over
    clock.moment = left_over
    with hear() as heard:
        due.run_due(dealt.pk)
    assert heard.wakes == []


def test_action_after_a_lost_wake_up_plans_another(
    dealt: Table, hear: OutboxContext, alice: User, bob: User, clock: Clock
) -> None:
    """Act once the lost wake-up should have come."""
    clock.go_on(15)
    act(dealt, alice, "call")
    clock.go_on(15)
    with hear() as heard:
        act(dealt, bob, "check")
    assert heard.wakes == [(dealt.pk, fresh(dealt).due_at)]


def test_embedded_server_starts_without_old_wake_ups(
    dealt: Table, hear: OutboxContext, alice: User, clock: Clock
) -> None:
    due.start_embedded()
    clock.go_on(5)
    with hear() as heard:
        act(dealt, alice, "call")
    assert heard.wakes == [(dealt.pk, fresh(dealt).due_at)]


def test_refused_action_plans_and_publishes_nothing(dealt: Table, hear: OutboxContext, bob: User) -> None:
    with hear() as heard, pytest.raises(Refused):
        act(dealt, bob, "check")
    assert (heard.wakes, heard.topics) == ([], [])


def test_house_bot_acts_after_a_pause(table: Table, alice: User, clock: Clock) -> None:
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


def test_sweep_goes_on_when_a_listed_table_has_closed(
    table: Table, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    """Sweep a table that was quiet when the list was made, and closed when its turn came."""
    lifecycle.close(table.pk, alice)
    other = open_table(bob)
    seat_people(other, [bob, carol])
    monkeypatch.setattr(presence, "quiet_tables", lambda: [table.pk])
    clock.reach(other)
    due.sweep()
    assert fresh(other).hands_dealt == 1
    assert fresh(table).is_closed


def test_sweeps_after_an_outage_end_no_turn(dealt: Table, alice: User, bob: User, clock: Clock) -> None:
    """Sweep after an hour without a worker: nobody loses a hand that they could not play."""
    clock.go_on(3600)
    look_away(dealt, alice, bob)
    for _ in range(5):
        due.sweep()
    assert (moves(dealt), clock.reach(dealt)) == ([], 15)


def test_expired_hold_gives_the_seat_to_the_waiting_list(alice: User, bob: User, carol: User, clock: Clock) -> None:
    table = open_table(alice, options={"players_most": 2})
    seat_people(table, [alice])
    seating.hold_seat(table.pk, bob, 2)
    waiting_list.wait_for_seat(table.pk, carol)
    clock.go_on(60)
    due.sweep()
    assert seat_of(table, carol).number == 2
