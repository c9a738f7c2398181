"""Test topping up: at once between hands, else after the hand; never over the limit or more than the purse has."""

import pytest

from accounts.models import User
from tables.core.refusals import Refused
from tables.models import Purse, Seat, Table
from tables.page import dispatch, snapshot
from tables.page.scene import Scene
from tables.play import seating
from tests.tables.frames import parts_of
from tests.tables.helpers import Clock, act, assert_books_agree, fold_out, purse, seat_of

pytestmark = pytest.mark.django_db


@pytest.mark.differs_on_services("row locks")
def test_chips_arrive_at_once_between_hands(seated: Table, alice: User) -> None:
    seating.top_up(seated.pk, alice, 10_000)
    assert (seat_of(seated, alice).stack, purse(alice)) == (20_000, 80_000)
    assert_books_agree()


@pytest.mark.differs_on_services("row locks")
def test_top_up_sent_twice_arrives_once(seated: Table, alice: User) -> None:
    asked = {"verb": "top_up", "chips": "1000", "stack": "10000"}
    dispatch.do(seated.pk, alice, asked)
    with pytest.raises(Refused, match="You have 11,000 chips here by now"):
        dispatch.do(seated.pk, alice, asked)
    assert (seat_of(seated, alice).stack, purse(alice)) == (11_000, 89_000)


@pytest.mark.parametrize("stack", ["", "-1", "all", [1], None, 10**30])
def test_top_up_with_a_wrong_stack_is_refused(seated: Table, alice: User, stack: object) -> None:
    with pytest.raises(Refused):
        dispatch.do(seated.pk, alice, {"verb": "top_up", "chips": "1000", "stack": stack})
    assert (seat_of(seated, alice).stack, purse(alice)) == (10_000, 90_000)


def test_form_contains_the_stack_that_was_seen(seated: Table, alice: User) -> None:
    menu = parts_of(Scene(snapshot.take(seated.pk), alice, alice.preferences))["t-me"]
    assert '<input type="hidden" name="stack" value="10000">' in menu


def test_button_shows_ordered_chips(dealt: Table, alice: User) -> None:
    seating.top_up(dealt.pk, alice, 5_000)
    assert 'aria-label="Top up: +5,000"' in parts_of(Scene(snapshot.take(dealt.pk), alice, alice.preferences))["t-me"]


@pytest.mark.differs_on_services("row locks")
def test_chips_ordered_during_a_hand_arrive_after_it(dealt: Table, alice: User) -> None:
    seating.top_up(dealt.pk, alice, 5_000)
    assert (seat_of(dealt, alice).stack, seat_of(dealt, alice).top_up, purse(alice)) == (10_000, 5_000, 90_000)
    act(dealt, alice, "fold")
    assert (seat_of(dealt, alice).stack, seat_of(dealt, alice).top_up, purse(alice)) == (14_950, 0, 85_000)
    assert_books_agree()


def test_winning_meanwhile_leaves_less_room(dealt: Table, alice: User, bob: User) -> None:
    seating.top_up(dealt.pk, bob, 10_000)
    fold_out(dealt)  # Bob wins the small blind
    assert (seat_of(dealt, bob).stack, purse(bob)) == (20_000, 80_050)
    assert_books_agree()


def test_chips_spent_meanwhile_cannot_be_added(dealt: Table, alice: User) -> None:
    seating.top_up(dealt.pk, alice, 5_000)
    Purse.objects.filter(user=alice).update(chips=1_000)
    act(dealt, alice, "fold")
    assert (seat_of(dealt, alice).stack, purse(alice)) == (10_950, 0)


def test_last_order_counts(dealt: Table, alice: User) -> None:
    seating.top_up(dealt.pk, alice, 5_000)
    seating.top_up(dealt.pk, alice, 1_000)
    act(dealt, alice, "fold")
    assert seat_of(dealt, alice).stack == 10_950


def refused(table: Table, user: User, chips: int, *, match: str) -> None:
    with pytest.raises(Refused, match=match):
        seating.top_up(table.pk, user, chips)
    assert (seat_of(table, user).top_up, seat_of(table, user).stack) == (0, 10_000)


def test_top_up_is_limited_by_the_highest_buy_in(seated: Table, alice: User, clock: Clock) -> None:
    for chips in (0, -1, 10_001, 10**30):
        refused(seated, alice, chips, match="from 1 to 10,000")
    clock.run_due(seated)
    for chips in (0, -1, 10_001, 10**30):
        refused(seated, alice, chips, match="from 1 to 10,000")


def test_top_up_is_limited_by_the_purse(seated: Table, alice: User, clock: Clock) -> None:
    Purse.objects.filter(user=alice).update(chips=99)
    refused(seated, alice, 100, match="You have 99 chips left")
    clock.run_due(seated)
    refused(seated, alice, 100, match="You have 99 chips left")


def test_stack_above_the_highest_buy_in_cannot_grow(seated: Table, alice: User) -> None:
    Seat.objects.filter(user=alice).update(stack=30_000)
    with pytest.raises(Refused, match="from 1 to 0"):
        seating.top_up(seated.pk, alice, 1)


def test_only_a_seated_player_tops_up(seated: Table, carol: User) -> None:
    with pytest.raises(Refused, match="not sitting"):
        seating.top_up(seated.pk, carol, 1_000)
    seating.hold_seat(seated.pk, carol, 3)
    with pytest.raises(Refused, match="not sitting"):
        seating.top_up(seated.pk, carol, 1_000)


def test_broke_player_plays_on_with_ordered_chips(dealt: Table, alice: User, bob: User) -> None:
    for user in (alice, bob):
        seating.top_up(dealt.pk, user, 5_000)
    act(dealt, alice, "all-in")
    act(dealt, bob, "call")
    assert {seat.state for seat in dealt.seated.all()} == {"playing"}
    assert sorted(dealt.seated.values_list("stack", flat=True)) == [5_000, 20_000]
    assert_books_agree()


def test_broke_player_sits_out_until_they_top_up(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "all-in")
    act(dealt, bob, "call")
    loser = dealt.seated.get(stack=0)
    assert loser.state == Seat.State.OUT
    with pytest.raises(Refused, match="Top up first"):
        seating.come_back(dealt.pk, loser.user)
    seating.top_up(dealt.pk, loser.user, 4_000)
    assert seat_of(dealt, loser.user).state == Seat.State.PLAYING
    assert_books_agree()


def test_broke_player_buys_in_anew(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "all-in")
    act(dealt, bob, "call")
    loser = dealt.seated.get(stack=0).user
    for chips in (1, 3_999, 20_001):
        with pytest.raises(Refused, match="from 4,000 to 20,000"):
            seating.top_up(dealt.pk, loser, chips)
    bar = parts_of(Scene(snapshot.take(dealt.pk), loser, loser.preferences))["t-bar"]
    assert 'min="4000" max="20000"' in bar


def test_order_below_the_least_buy_in_does_not_help_a_broke_player(dealt: Table, alice: User, bob: User) -> None:
    for user in (alice, bob):
        seating.top_up(dealt.pk, user, 3_999)
    act(dealt, alice, "all-in")
    act(dealt, bob, "call")
    loser = dealt.seated.get(stack=0)
    assert (loser.state, loser.top_up, purse(loser.user)) == (Seat.State.OUT, 0, 90_000)
    assert_books_agree()
