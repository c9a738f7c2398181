"""Test tables where the host approves who sits down and tops up: wishes, and what becomes of them."""

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import User
from tables.core import money
from tables.core.refusals import Refused
from tables.hosting import approval, table_settings
from tables.models import Cohost, Purse, Seat, Table, TableEvent, Wish
from tables.play import due, lifecycle, seating, waiting_list
from tests.tables.helpers import STACK, Clock, assert_books_agree, open_table, purse, seat_of, seat_people, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def strict(alice: User) -> Table:
    return open_table(alice, approves=True)


def wish_to_sit(table: Table, user: User, *, number: int = 3) -> Wish:
    seating.sit_down(table.pk, user, number=number, chips=STACK)
    return table.wishes.get(user=user)


def wish_to_top_up(table: Table, user: User, chips: int = 5_000) -> Wish:
    seat_people(table, [user])
    seating.top_up(table.pk, user, chips)
    return table.wishes.get(user=user)


@pytest.mark.differs_on_services("row locks")
def test_sitting_down_waits_for_the_host(strict: Table, alice: User, bob: User) -> None:
    wish = wish_to_sit(strict, bob)
    assert (state_of(strict, bob), purse(bob)) == (Seat.State.HELD, money.FIRST_CHIPS)
    approval.approve(strict.pk, alice, wish.pk)
    assert (state_of(strict, bob), seat_of(strict, bob).stack) == (Seat.State.PLAYING, STACK)
    assert not strict.wishes.exists()
    assert_books_agree()


def test_hosts_need_no_approval(strict: Table, alice: User, bob: User) -> None:
    Cohost.objects.create(table=strict, user=bob)
    for number, user in enumerate((alice, bob), start=1):
        seating.sit_down(strict.pk, user, number=number, chips=STACK)
        assert state_of(strict, user) == Seat.State.PLAYING


def test_topping_up_waits_for_the_host(strict: Table, alice: User, bob: User) -> None:
    wish = wish_to_top_up(strict, bob)
    assert seat_of(strict, bob).stack == STACK
    approval.approve(strict.pk, alice, wish.pk)
    assert seat_of(strict, bob).stack == STACK + 5_000
    assert_books_agree()


def test_a_refused_wish_frees_the_seat(strict: Table, alice: User, bob: User) -> None:
    wish = wish_to_sit(strict, bob)
    approval.refuse(strict.pk, alice, wish.pk)
    assert not strict.seated.exists()
    assert not strict.wishes.exists()


def test_a_refused_top_up_leaves_the_player_seated(strict: Table, alice: User, bob: User) -> None:
    approval.refuse(strict.pk, alice, wish_to_top_up(strict, bob).pk)
    assert (state_of(strict, bob), seat_of(strict, bob).stack) == (Seat.State.PLAYING, STACK)
    assert not strict.wishes.exists()


def test_a_player_may_withdraw_the_wish(strict: Table, bob: User) -> None:
    wish_to_sit(strict, bob)
    approval.withdraw(strict.pk, bob)
    assert not strict.wishes.exists()
    assert not strict.seated.exists()
    approval.withdraw(strict.pk, bob)  # harmless


def test_only_hosts_decide(strict: Table, bob: User, carol: User) -> None:
    wish = wish_to_sit(strict, bob)
    for decide in (approval.approve, approval.refuse):
        for user in (bob, carol):
            with pytest.raises(PermissionDenied):
                decide(strict.pk, user, wish.pk)
    assert strict.wishes.exists()


def test_hosts_decide_about_wishes_of_their_table_only(strict: Table, alice: User, bob: User) -> None:
    other = open_table(alice, approves=True)
    wish = wish_to_sit(other, bob)
    for decide in (approval.approve, approval.refuse):
        with pytest.raises(Refused, match="Nobody wishes"):
            decide(strict.pk, alice, wish.pk)


@pytest.mark.differs_on_services("row locks")
def test_the_seat_is_held_for_five_minutes_and_the_wish_ends_with_it(strict: Table, bob: User, clock: Clock) -> None:
    wish_to_sit(strict, bob)
    clock.go_on(299)
    due.sweep()
    assert strict.wishes.exists()
    clock.go_on(2)
    due.sweep()
    assert not strict.wishes.exists()
    assert not strict.seated.exists()


def test_approving_without_enough_chips_changes_nothing(strict: Table, alice: User, bob: User) -> None:
    wish = wish_to_sit(strict, bob)
    Purse.objects.filter(user=bob).update(chips=10)
    with pytest.raises(Refused, match="are gone"):
        approval.approve(strict.pk, alice, wish.pk)
    assert strict.wishes.filter(pk=wish.pk).exists()
    assert state_of(strict, bob) == Seat.State.HELD


def test_a_wish_for_more_chips_than_one_has_is_refused(strict: Table, bob: User) -> None:
    Purse.objects.create(user=bob, chips=STACK - 1)
    with pytest.raises(Refused, match="chips left"):
        seating.sit_down(strict.pk, bob, number=1, chips=STACK)
    assert not strict.wishes.exists()


def test_choosing_another_seat_withdraws_the_wish(strict: Table, bob: User) -> None:
    wish_to_sit(strict, bob, number=3)
    seating.hold_seat(strict.pk, bob, 4)
    assert not strict.wishes.exists()
    assert wish_to_sit(strict, bob, number=4).number == 4


def test_leaving_withdraws_the_wish(strict: Table, bob: User) -> None:
    wish_to_top_up(strict, bob)
    seating.stand_up(strict.pk, bob)
    assert not strict.wishes.exists()


def test_a_closed_table_has_no_wishes(strict: Table, alice: User, bob: User) -> None:
    wish_to_sit(strict, bob)
    lifecycle.close(strict.pk, alice)
    assert not strict.wishes.exists()


def test_an_older_wish_can_be_granted_after_approval_was_turned_off(strict: Table, alice: User, bob: User) -> None:
    wish = wish_to_sit(strict, bob)
    table_settings.set_access(strict.pk, alice, found_by="lobby", watchable=True, approves=False)
    approval.approve(strict.pk, alice, wish.pk)
    assert state_of(strict, bob) == Seat.State.PLAYING


def test_the_decision_is_an_event_of_the_table(strict: Table, alice: User, bob: User) -> None:
    approval.approve(strict.pk, alice, wish_to_sit(strict, bob).pk)
    event = TableEvent.objects.get(table=strict, verb="approve")
    assert (event.by, event.whom, event.values) == (alice, bob, {"kind": "sit", "chips": STACK})


def test_house_bots_need_no_approval(strict: Table, alice: User) -> None:
    from tables.hosting.house_bots import add_bot

    add_bot(strict.pk, alice, "caller")
    assert strict.seated.exclude(house="").count() == 1
    assert waiting_list.HOLD < seating.HOLD_FOR_WISH
