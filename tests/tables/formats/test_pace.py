"""Check that a table's pace scales the pauses in which nobody has to act; times to act stay as they are."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from accounts.models import User
from tables.formats import pauses, strategy_of
from tables.hosting import house_bots
from tables.lobby.new_table_form import NewTableForm
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.tables.frames import parts_of
from tests.tables.helpers import (
    Clock,
    act,
    check_down,
    fold_out,
    fresh,
    open_table,
    play_of,
    seat_people,
    to_act,
)
from tests.tables.host_verbs import ask

pytestmark = pytest.mark.django_db


def dealt_at(pace: int, users: list[User], clock: Clock) -> Table:
    table = open_table(users[0], pace=pace)
    seat_people(table, users)
    while fresh(table).due != Table.Due.ACT:
        clock.run_due(table)
    return table


def end_by_all_in(table: Table) -> None:
    act(table, to_act(table), "all-in")
    act(table, to_act(table), "call")


@pytest.mark.parametrize(("pace", "seconds"), [(100, 4), (50, 4), (150, 4), (5, 0.4), (0, 0)])
def test_player_who_may_show_has_four_seconds_at_every_pace_of_a_host(
    alice: User, bob: User, clock: Clock, pace: int, seconds: float
) -> None:
    table = dealt_at(pace, [alice, bob], clock)
    fold_out(table)
    assert fresh(table).due == Table.Due.DEAL
    assert clock.reach(table) == seconds


def test_nobody_waits_for_a_house_bot_to_show(alice: User, clock: Clock) -> None:
    table = open_table(alice)
    seat_people(table, [alice])
    house_bots.add_bot(table.pk, alice, "caller")
    while fresh(table).due != Table.Due.ACT:
        clock.run_due(table)
    act(table, alice, "fold")
    assert clock.reach(table) == 2


@pytest.mark.parametrize(("pace", "seconds"), [(100, 5), (50, 2.5), (150, 7.5)])
def test_pause_after_a_showdown_is_five_seconds(
    alice: User, bob: User, clock: Clock, pace: int, seconds: float
) -> None:
    table = open_table(alice, pace=pace, options={"reveal": "live"})
    seat_people(table, [alice, bob])
    clock.run_due(table)
    check_down(table)
    open_hands = len(play_of(table).shown) == 2
    assert clock.reach(table) == (seconds if open_hands else max(seconds, 4))


@pytest.mark.parametrize(("pace", "seconds"), [(100, 11), (50, 5.5), (150, 16.5)])
def test_all_in_adds_one_and_a_half_seconds_a_street_before_that_pause(
    alice: User, bob: User, clock: Clock, pace: int, seconds: float
) -> None:
    """The time is for both hands, flop, turn and river, then the five seconds of every showdown."""
    table = dealt_at(pace, [alice, bob], clock)
    end_by_all_in(table)
    assert clock.reach(table) == seconds


def test_only_streets_without_action_take_time(alice: User, bob: User, clock: Clock) -> None:
    table = dealt_at(100, [alice, bob], clock)
    act(table, to_act(table), "call")
    act(table, to_act(table), "check")
    end_by_all_in(table)
    assert clock.reach(table) == 3 * 1.5 + 5


@pytest.mark.parametrize(("pace", "name"), [(100, ""), (50, "fast"), (150, "slow")])
def test_browsers_turn_the_board_over_at_the_same_speed(
    alice: User, bob: User, clock: Clock, pace: int, name: str
) -> None:
    table = dealt_at(pace, [alice, bob], clock)
    standing = parts_of(Scene(snapshot.take(table.pk), alice, None))["t-standing"]
    assert re.findall(r'data-pace="(\w+)"', standing) == [name] * bool(name)
    token = "--street-" + name if name else "--street"
    seconds = re.search(rf"{token}: ([.0-9]+)s", Path("static/css/tokens.css").read_text())
    assert seconds
    assert float(seconds[1]) == pauses.STREET.total_seconds() * pace / 100


def test_host_sets_the_pace(dealt: Table, alice: User) -> None:
    assert ask(dealt, alice, "set_pace", pace="150") == ""
    assert fresh(dealt).pace == Table.Pace.SLOW
    assert ask(dealt, alice, "set_pace", pace="0") == "Choose fast, normal or slow."
    assert fresh(dealt).pace == Table.Pace.SLOW


@pytest.mark.parametrize("rulebook", ["cash", "contest"])
def test_form_of_a_new_table_sets_the_pace(alice: User, rulebook: str) -> None:
    for pace in (None, *Table.Pace.values):
        form = NewTableForm({"rulebook": rulebook, "found_by": "lobby", "pace": pace}, host=alice)
        assert form.is_valid(), form.errors
        assert form.open(alice).pace == pace or Table.Pace.NORMAL
    assert not NewTableForm({"rulebook": "cash", "found_by": "lobby", "pace": "0"}, host=alice).is_valid()


def test_pace_scales_the_pause_before_a_house_bot_acts(alice: User, clock: Clock) -> None:
    table = open_table(alice, pace=0)
    seat_people(table, [alice])
    house_bots.add_bot(table.pk, alice, "caller")
    while fresh(table).due != Table.Due.HOUSE:
        if fresh(table).due == Table.Due.ACT:
            act(table, alice, "call")
        else:
            clock.run_due(table)
    assert clock.reach(table) == 0


def test_pace_does_not_scale_the_window_for_reloads(alice: User, bob: User, clock: Clock) -> None:
    """Three seconds are a rule of the contest."""
    table = dealt_at(10, [alice, bob], clock)
    fold_out(table)
    table.strategy = "knockout"
    assert strategy_of(table).pause_after(table, play_of(table), []) == timedelta(seconds=3)


def test_window_for_reloads_opens_after_the_board_of_an_all_in(alice: User, bob: User, clock: Clock) -> None:
    table = dealt_at(100, [alice, bob], clock)
    end_by_all_in(table)
    table.strategy = "knockout"
    assert strategy_of(table).pause_after(table, play_of(table), []) == timedelta(seconds=6 + 3)


def test_pace_does_not_scale_the_time_to_act(alice: User, bob: User, clock: Clock) -> None:
    table = dealt_at(10, [alice, bob], clock)
    assert clock.reach(table) == fresh(table).seconds_to_act
