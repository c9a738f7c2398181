"""Test practice: its chips come from nowhere, new ones come at once, and results and ledgers leave it out."""

import pytest
from django.test import Client

from accounts.models import User
from tables.history.results.results_filter import filter_from_query, sittings_of
from tables.history.results.scene import results
from tables.hosting.practice import practice
from tables.models import LedgerEntry, Purse, Seat, Sitting, Table
from tables.play import lifecycle, seating
from tests.tables.helpers import Clock, act, assert_books_agree, fresh, look_on, seat_of, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def dealt_in(alice: User, clock: Clock) -> Table:
    """Open a practice table where Alice is to act in the first hand."""
    table = practice(alice)
    look_on(table, alice)
    while fresh(table).due != Table.Due.ACT:
        clock.run_due(table)
    return table


def end_hand(table: Table, clock: Clock) -> None:
    while fresh(table).due != Table.Due.DEAL:
        clock.run_due(table)


def lose_everything(table: Table, user: User) -> None:
    """Take the player's stack as if it had been lost; the hand itself ends as it may."""
    Seat.objects.filter(table=table, user=user).update(stack=0)
    LedgerEntry.objects.create(kind="counters", user=user, table=table, to_seat=-10_000)


@pytest.mark.differs_on_services("row locks")
def test_a_player_who_lost_everything_is_dealt_in_at_once(dealt_in: Table, alice: User, clock: Clock) -> None:
    act(dealt_in, alice, "fold")
    lose_everything(dealt_in, alice)
    end_hand(dealt_in, clock)
    assert (seat_of(dealt_in, alice).stack, state_of(dealt_in, alice)) == (10_000, Seat.State.PLAYING)
    clock.run_due(dealt_in)
    hand = fresh(dealt_in).hand
    assert hand is not None
    assert hand.players.filter(user=alice, stack=10_000).exists()
    assert_books_agree()


def test_a_player_who_leaves_gets_no_new_chips(dealt_in: Table, alice: User, clock: Clock) -> None:
    seating.stand_up(dealt_in.pk, alice)
    lose_everything(dealt_in, alice)
    end_hand(dealt_in, clock)
    assert not dealt_in.seated.filter(user=alice).exists()
    assert LedgerEntry.objects.filter(user=alice, to_seat=10_000).count() == 1


def test_topping_up_and_leaving_do_not_touch_the_purse(dealt_in: Table, alice: User, clock: Clock) -> None:
    seating.top_up(dealt_in.pk, alice, 500)
    act(dealt_in, alice, "fold")
    end_hand(dealt_in, clock)
    assert seat_of(dealt_in, alice).stack > 10_000
    seating.top_up(dealt_in.pk, alice, 100)
    lifecycle.close(dealt_in.pk, alice)
    assert not Purse.objects.exists()
    assert_books_agree()


def test_results_include_practice_only_on_request(dealt_in: Table, alice: User, clock: Clock) -> None:
    act(dealt_in, alice, "fold")
    end_hand(dealt_in, clock)
    assert Sitting.objects.filter(user=alice).count() == 1
    for query, counted in (({}, 0), ({"practice": "1"}, 1), ({"table": dealt_in.code}, 1)):
        wanted = filter_from_query(query, alice)
        assert wanted is not None
        assert sittings_of(alice, wanted).count() == counted
        assert len(results(alice, wanted).sessions) == counted
        assert results(alice, wanted).ledgers == []


def test_results_with_nothing_but_practice_offer_to_show_it(dealt_in: Table, alice: User, clock: Clock) -> None:
    act(dealt_in, alice, "fold")
    end_hand(dealt_in, clock)
    client = Client()
    client.force_login(alice)
    page = client.get("/results/").content.decode()
    assert 'name="practice"' in page
    assert "practice=1" in page
    page = client.get("/results/?practice=1").content.decode()
    assert "Practice" in page
    assert "Games with an end" not in page


def test_practice_has_no_ledger(dealt_in: Table, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    assert client.get(f"/t/{dealt_in.code}/ledger/").status_code == 403
    lifecycle.close(dealt_in.pk, alice)
    assert "ledger" not in client.get("/").content.decode()
