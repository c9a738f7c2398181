"""Test the waiting list of a full table: first come, first served, with a minute each to choose a buy-in."""

import pytest

from accounts.models import User
from tables.core.refusals import Refused
from tables.models import Table, Waiting
from tables.page import snapshot
from tables.page.scene import Scene
from tables.play import due, lifecycle, seating, waiting_list
from tests.tables.frames import parts_of
from tests.tables.helpers import Clock, act, fold_out, fresh, open_table, seat_of, seat_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def full(alice: User, bob: User) -> Table:
    table = open_table(alice, options={"players_most": 2})
    seat_people(table, [alice, bob])
    return table


def test_waiting_is_refused_while_a_seat_is_free(seated: Table, carol: User) -> None:
    with pytest.raises(Refused, match="free seat"):
        waiting_list.wait_for_seat(seated.pk, carol)
    assert not Waiting.objects.exists()


def test_seated_player_cannot_wait(full: Table, alice: User) -> None:
    with pytest.raises(Refused, match="already"):
        waiting_list.wait_for_seat(full.pk, alice)


@pytest.mark.differs_on_services("a constraint of the database")
def test_user_waits_once(full: Table, carol: User) -> None:
    waiting_list.wait_for_seat(full.pk, carol)
    waiting_list.wait_for_seat(full.pk, carol)
    assert full.waiting.count() == 1


def test_waiting_list_can_be_left(full: Table, carol: User) -> None:
    waiting_list.wait_for_seat(full.pk, carol)
    waiting_list.stop_waiting(full.pk, carol)
    waiting_list.stop_waiting(full.pk, carol)
    assert not full.waiting.exists()


@pytest.mark.differs_on_services("the database's clock decides")
def test_first_gets_the_free_seat_for_a_minute(full: Table, alice: User, carol: User, ted: User) -> None:
    waiting_list.wait_for_seat(full.pk, carol)
    waiting_list.wait_for_seat(full.pk, ted)
    seating.stand_up(full.pk, alice)
    assert (seat_of(full, carol).state, seat_of(full, carol).number) == ("held", 1)
    assert [waiting.user for waiting in full.waiting.all()] == [ted]
    with pytest.raises(Refused, match="taken"):
        seating.sit_down(full.pk, ted, number=1, chips=5_000)
    seating.sit_down(full.pk, carol, number=1, chips=5_000)
    assert seat_of(full, carol).state == "playing"


@pytest.mark.differs_on_services("the database's clock decides")
def test_first_who_does_not_come_is_passed_over(full: Table, alice: User, carol: User, ted: User, clock: Clock) -> None:
    waiting_list.wait_for_seat(full.pk, carol)
    waiting_list.wait_for_seat(full.pk, ted)
    seating.stand_up(full.pk, alice)
    clock.go_on(61)
    due.sweep()
    assert not full.seated.filter(user=carol).exists()
    assert (seat_of(full, ted).state, seat_of(full, ted).number) == ("held", 1)


def test_hold_given_up_goes_to_the_next(full: Table, alice: User, carol: User, ted: User) -> None:
    waiting_list.wait_for_seat(full.pk, carol)
    waiting_list.wait_for_seat(full.pk, ted)
    seating.stand_up(full.pk, alice)
    seating.give_up_hold(full.pk, carol)
    assert seat_of(full, ted).number == 1


def test_others_cannot_take_a_seat_before_the_waiting_list(
    full: Table, alice: User, carol: User, ted: User, clock: Clock
) -> None:
    """Let the hold of the first run out, and a stranger be faster than the sweep."""
    waiting_list.wait_for_seat(full.pk, carol)
    seating.stand_up(full.pk, alice)
    waiting_list.wait_for_seat(full.pk, alice)
    clock.go_on(61)
    with pytest.raises(Refused, match="taken"):
        seating.hold_seat(full.pk, ted, 1)


def test_seat_left_at_the_end_of_a_hand_is_offered(full: Table, alice: User, carol: User, clock: Clock) -> None:
    waiting_list.wait_for_seat(full.pk, carol)
    clock.run_due(full)
    seating.stand_up(full.pk, alice, after_hand=True)
    fold_out(full)
    assert (seat_of(full, carol).state, seat_of(full, carol).number) == ("held", 1)


def test_seat_left_by_folding_is_offered(full: Table, alice: User, carol: User, clock: Clock) -> None:
    waiting_list.wait_for_seat(full.pk, carol)
    clock.run_due(full)
    seating.stand_up(full.pk, alice)
    assert seat_of(full, carol).number == 1


def test_held_seat_does_not_disturb_a_hand(alice: User, bob: User, carol: User, clock: Clock) -> None:
    """Check that its holder is neither dealt in nor counted as away, and still holds it when the hand is over."""
    table = open_table(bob, options={"players_most": 3})
    seat_people(table, [alice, bob])
    seating.hold_seat(table.pk, carol, 3)
    clock.run_due(table)
    act(table, alice, "fold")
    assert (seat_of(table, carol).state, seat_of(table, carol).hands_away) == ("held", 0)
    assert fresh(table).due == "deal"


def test_waiting_list_ends_with_the_table(full: Table, alice: User, carol: User) -> None:
    waiting_list.wait_for_seat(full.pk, carol)
    lifecycle.close(full.pk, alice)
    assert not Waiting.objects.exists()
    assert not full.seated.exists()


def test_waiting_users_read_their_place(full: Table, carol: User, ted: User) -> None:
    for user in (carol, ted):
        waiting_list.wait_for_seat(full.pk, user)
    told = [parts_of(Scene(snapshot.take(full.pk), user, user.preferences))["t-bar"] for user in (carol, ted)]
    assert "You are number 1 of 2 on the waiting list." in told[0]
    assert "You are number 2 of 2 on the waiting list." in told[1]
