"""The pace of a table shortens or lengthens what nobody has to do anything in; times to act stay as they are."""

from datetime import timedelta

import pytest

from accounts.models import User
from tables.between import strategy_of
from tables.models import Table
from tables.services import house_bots
from tests.tables.helpers import Clock, act, fold_out, fresh, open_table, play_of, seat_people

pytestmark = pytest.mark.django_db


def dealt_at(pace: int, users: list[User], clock: Clock) -> Table:
    table = open_table(users[0], pace=pace)
    seat_people(table, users)
    while fresh(table).due != Table.Due.ACT:
        clock.run_due(table)
    return table


@pytest.mark.parametrize(("pace", "seconds"), [(100, 2), (50, 1), (200, 4), (0, 0)])
def test_the_pause_after_a_hand_is_at_the_pace_of_the_table(
    alice: User, bob: User, clock: Clock, pace: int, seconds: int
) -> None:
    table = dealt_at(pace, [alice, bob], clock)
    fold_out(table)
    assert fresh(table).due == Table.Due.DEAL
    assert clock.reach(table) == seconds


def test_so_is_the_pause_before_a_house_bot_acts(alice: User, clock: Clock) -> None:
    table = open_table(alice, pace=0)
    seat_people(table, [alice])
    house_bots.add_bot(table.pk, alice, "caller")
    while fresh(table).due != Table.Due.HOUSE:
        if fresh(table).due == Table.Due.ACT:
            act(table, alice, "call")
        else:
            clock.run_due(table)
    assert clock.reach(table) == 0


def test_the_window_for_reloads_is_not(alice: User, bob: User, clock: Clock) -> None:
    """Three seconds are a rule of the contest."""
    table = dealt_at(10, [alice, bob], clock)
    fold_out(table)
    table.strategy = "knockout"
    assert strategy_of(table).pause_after(table, play_of(table)) == timedelta(seconds=3)


def test_the_time_to_act_is_not(alice: User, bob: User, clock: Clock) -> None:
    table = dealt_at(10, [alice, bob], clock)
    assert clock.reach(table) == fresh(table).seconds_to_act
