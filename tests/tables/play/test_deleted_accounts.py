"""Test that a deleted account leaves every table, and nobody else loses a chip or a hand by it."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.hooks import account_deleted
from accounts.models import User
from accounts.services.deletion import delete_account
from tables.core import hand_cache
from tables.core.refusals import Unreadable
from tables.hosting import house_bots
from tables.models import Hand, LedgerEntry, Purse, Table, Waiting
from tables.play import account_deletion, due, lifecycle, seating, waiting_list
from tests.conftest import PASSWORD
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
    purse,
    seat_of,
    seat_people,
    sits,
    void_hand,
)
from tests.tables.play.test_races import at_once

pytestmark = pytest.mark.django_db


def test_chips_go_home_at_once_between_hands(seated: Table, bob: User) -> None:
    delete_account(bob)
    assert (sits(seated, bob), purse(bob)) == (False, 100_000)
    assert LedgerEntry.objects.get(user=bob, kind="cash_out").to_purse == 10_000
    assert_books_agree()


def test_cards_are_folded_at_once_on_the_players_turn(dealt: Table, alice: User, bob: User) -> None:
    delete_account(alice)
    assert (moves(dealt), hand_of(dealt).state) == ([(1, "fold", "left")], Hand.State.OVER)
    assert (purse(alice), seat_of(dealt, bob).stack) == (99_950, 10_050)
    assert_books_agree()


def test_cards_are_folded_when_the_turn_comes(three: Table, alice: User, bob: User, carol: User) -> None:
    delete_account(bob)
    assert (moves(three), sits(three, bob)) == ([], True)
    act(three, alice, "call")
    assert moves(three) == [(1, "call", "player"), (2, "fold", "left")]
    check_down(three)
    assert (sits(three, bob), purse(bob)) == (False, 99_950)
    assert {player.user for player in hand_of(three).players.all()} == {alice, bob, carol}
    assert_books_agree()


def test_hand_that_was_to_be_played_out_is_folded(dealt: Table, alice: User) -> None:
    seating.stand_up(dealt.pk, alice, after_hand=True)
    delete_account(alice)
    assert moves(dealt) == [(1, "fold", "left")]


def test_all_in_may_still_win(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "all-in")
    delete_account(alice)
    act(dealt, bob, "call")
    assert purse(alice) in (90_000, 110_000)
    assert_books_agree()


@pytest.mark.differs_on_services("row locks and real commits")
def test_account_leaves_every_table(seated: Table, alice: User, bob: User, carol: User) -> None:
    other = open_table(carol)
    seating.sit_down(other.pk, bob, number=1, chips=4_000)
    delete_account(bob)
    assert (sits(seated, bob), sits(other, bob), purse(bob)) == (False, False, 100_000)
    assert_books_agree()


def test_held_seat_and_place_in_the_waiting_list_are_given_up(alice: User, bob: User, carol: User, ted: User) -> None:
    table = open_table(alice, options={"players_most": 2})
    seating.sit_down(table.pk, alice, number=1, chips=4_000)
    seating.hold_seat(table.pk, bob, 2)
    for user in (carol, ted):
        waiting_list.wait_for_seat(table.pk, user)
    delete_account(carol)
    assert [waiting.user for waiting in Waiting.objects.all()] == [ted]
    delete_account(bob)
    assert (seat_of(table, ted).number, seat_of(table, ted).state) == (2, "held")


class TestOwnTables:
    def test_close_when_nobody_else_is_there(self, alice: User) -> None:
        empty, with_bots = open_table(alice), open_table(alice)
        seating.sit_down(with_bots.pk, alice, number=1, chips=4_000)
        house_bots.add_bot(with_bots.pk, alice, "tight")
        delete_account(alice)
        assert (fresh(empty).state, fresh(with_bots).state, purse(alice)) == ("closed", "closed", 100_000)
        assert_books_agree()

    def test_close_after_the_hand_with_only_bots_left(self, table: Table, alice: User, clock: Clock) -> None:
        seat_people(table, [alice])
        for _ in range(2):
            house_bots.add_bot(table.pk, alice, "tight")
        clock.run_due(table)
        delete_account(alice)
        while fresh(table).due == "house":
            clock.run_due(table)
        assert (fresh(table).state, hand_of(table).state) == ("closed", Hand.State.OVER)
        assert_books_agree()

    def test_go_on_with_the_others(self, three: Table, alice: User, bob: User, carol: User, clock: Clock) -> None:
        delete_account(alice)
        fold_out(three)
        clock.run_due(three)
        assert (fresh(three).state, fresh(three).hands_dealt) == ("open", 2)
        assert {player.user for player in hand_of(three).players.all()} == {bob, carol}

    def test_do_not_stay_paused(self, table: Table, alice: User, bob: User, carol: User, clock: Clock) -> None:
        seat_people(table, [alice, bob, carol])
        lifecycle.pause(table.pk, alice)
        delete_account(alice)
        clock.run_due(table)
        assert (fresh(table).state, fresh(table).hands_dealt) == ("open", 1)

    def test_paused_tables_of_others_stay_paused(self, seated: Table, alice: User, bob: User) -> None:
        lifecycle.pause(seated.pk, alice)
        delete_account(bob)
        assert fresh(seated).state == "paused"


@pytest.mark.differs_on_services("row locks and real commits")
def test_leaving_twice_changes_nothing(three: Table, bob: User) -> None:
    delete_account(bob)
    version, entries = fresh(three).version, LedgerEntry.objects.count()
    account_deletion.leave_all(bob)
    due.sweep()
    assert (fresh(three).version, LedgerEntry.objects.count()) == (version, entries)


@pytest.mark.differs_on_services("row locks and real commits")
def test_sweep_finds_what_a_killed_process_left_behind(
    table: Table, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seating.sit_down(table.pk, bob, number=1, chips=4_000)
    monkeypatch.setattr(account_deleted, "send_robust", lambda **_: [])
    delete_account(bob)
    assert sits(table, bob)
    due.sweep()
    assert (sits(table, bob), purse(bob)) == (False, 100_000)


def test_sweep_finds_a_player_who_sat_down_during_the_deletion(table: Table, bob: User, carol: User) -> None:
    earlier = User.objects.get(pk=bob.pk)
    delete_account(bob)
    seating.sit_down(table.pk, earlier, number=1, chips=4_000)
    due.sweep()
    assert (sits(table, bob), purse(bob)) == (False, 100_000)


def test_player_leaves_an_unreadable_hand_once_it_is_void(
    dealt: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_: object, **__: object) -> None:
        raise Unreadable

    monkeypatch.setattr(hand_cache, "hand_state_of", unreadable)
    delete_account(bob)
    due.sweep()
    assert (sits(dealt, bob), Purse.objects.get(user=bob).chips) == (True, 90_000)
    void_hand(dealt)
    assert (sits(dealt, bob), purse(bob)) == (False, 100_000)
    assert_books_agree()


def test_deleting_the_account_on_its_page_frees_the_seat(client: Client, seated: Table, bob: User) -> None:
    client.force_login(bob)
    assert client.post(reverse("account_delete"), {"password": PASSWORD}).status_code == 302
    assert not sits(seated, bob)


@pytest.mark.django_db(transaction=True)
@pytest.mark.differs_on_services("row locks and real commits")
def test_deletion_races_with_actions_and_the_sweep(
    three: Table, alice: User, bob: User, carol: User, clock: Clock
) -> None:
    """Delete an account while its player acts, the turn ends and a sweep runs: no chip and no hand is lost."""
    clock.run_due(three)
    clock.reach(three)
    at_once(
        lambda: delete_account(alice),
        lambda: act(three, alice, "call"),
        lambda: due.run_due(three.pk),
        lambda: seating.stand_up(three.pk, carol),
        due.sweep,
    )
    fold_out(three)
    due.sweep()
    assert not sits(three, alice)
    assert seat_of(three, bob).stack + purse(alice) + purse(carol) == 210_000
    assert_books_agree()
