"""Check taking a seat at a table with a password: the seat is held while the action bar asks for it."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tables.core.refusals import Refused
from tables.models import Guest, Seat, Table, TableBan
from tables.play import seating
from tests.tables.helpers import STACK, Clock, open_table, seat_of, state_of

pytestmark = pytest.mark.django_db
WORD = "open sesame"
ASKED = 'form="t-password" name="password"'
Page = Callable[[], str]


@pytest.fixture
def guarded(alice: User) -> Table:
    return open_table(alice, password=WORD)


@pytest.fixture
def browser(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client


def take_seat(browser: Client, table: Table) -> str:
    return browser.post(f"/t/{table.code}/do/", {"verb": "hold", "seat": "3"}, follow=True).content.decode()


def test_seat_is_held_while_the_bar_asks_for_the_password(guarded: Table, browser: Client, bob: User) -> None:
    assert ASKED not in browser.get(f"/t/{guarded.code}/").content.decode()
    page = take_seat(browser, guarded)
    assert ASKED in page
    assert 'id="f-buy"' not in page
    assert (seat_of(guarded, bob).number, state_of(guarded, bob)) == (3, Seat.State.HELD)


def test_right_password_leads_to_the_buy_in_for_the_same_seat(guarded: Table, browser: Client, bob: User) -> None:
    take_seat(browser, guarded)
    page = browser.post(f"/t/{guarded.code}/door/", {"password": WORD}, follow=True).content.decode()
    assert ASKED not in page
    assert 'id="f-buy"' in page
    assert "Seat 3 is yours" in page


def test_wrong_password_keeps_the_hold_but_seats_nobody(guarded: Table, browser: Client, bob: User) -> None:
    take_seat(browser, guarded)
    assert browser.post(f"/t/{guarded.code}/door/", {"password": "wrong"}).status_code == 422
    assert state_of(guarded, bob) == Seat.State.HELD
    with pytest.raises(Refused, match="has a password"):
        seating.sit_down(guarded.pk, bob, number=3, chips=STACK)
    assert not Guest.objects.exists()


def test_asking_again_does_not_prolong_the_hold(guarded: Table, browser: Client, bob: User, clock: Clock) -> None:
    take_seat(browser, guarded)
    first = seat_of(guarded, bob).held_until
    clock.go_on(10)
    take_seat(browser, guarded)
    assert seat_of(guarded, bob).held_until == first


def test_banned_or_uninvited_player_cannot_hold_a_seat(guarded: Table, alice: User, bob: User, carol: User) -> None:
    TableBan.objects.create(table=guarded, user=bob)
    private = open_table(alice, password=WORD, found_by=Table.FoundBy.INVITATION)
    for table, user in ((guarded, bob), (private, carol)):
        with pytest.raises(Refused):
            seating.hold_seat(table.pk, user, 3)
