"""Test leaving: a player in a hand checks or folds in turn, or plays it out, and takes the chips home after it."""

import re
from html import unescape

import pytest

from accounts.models import User
from tables.core import money
from tables.core.refusals import Refused
from tables.hosting import people
from tables.models import Departure, Hand, LedgerEntry, Purse, Seat, Table
from tables.page import snapshot
from tables.page.scene import Scene
from tables.play import seating
from tests.tables.frames import Parts, group_of, parts_of
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
    play_of,
    purse,
    seat_people,
    to_act,
)

pytestmark = pytest.mark.django_db


def drawn(table: Table, viewer: User) -> Parts:
    return parts_of(Scene(snapshot.take(table.pk), viewer, viewer.preferences))


@pytest.mark.differs_on_services("row locks")
def test_chips_go_home_at_once_between_hands(seated: Table, alice: User) -> None:
    seating.stand_up(seated.pk, alice)
    assert not seated.seated.filter(user=alice).exists()
    assert purse(alice) == 100_000
    assert LedgerEntry.objects.filter(kind="cash_out").values_list("to_purse", "to_seat").get() == (10_000, -10_000)
    assert Departure.objects.get().chips == 10_000
    assert_books_agree()


def test_cards_are_folded_at_once_on_the_players_turn(dealt: Table, alice: User, bob: User) -> None:
    seating.stand_up(dealt.pk, alice)
    assert moves(dealt) == [(1, "fold", "left")]
    assert hand_of(dealt).state == Hand.State.OVER
    assert purse(alice) == 99_950
    assert list(dealt.seated.values_list("user", "stack")) == [(bob.pk, 10_050)]
    assert_books_agree()


def test_cards_are_folded_when_the_turn_comes(three: Table, alice: User, bob: User) -> None:
    seating.stand_up(three.pk, bob)
    assert moves(three) == []
    assert three.seated.filter(user=bob).exists()
    act(three, alice, "call")
    assert moves(three) == [(1, "call", "player"), (2, "fold", "left")]
    assert fresh(three).turn == 3
    check_down(three)
    assert not three.seated.filter(user=bob).exists()
    assert purse(bob) == 99_950
    assert_books_agree()


def test_all_in_stands_though_the_player_leaves(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "all-in")
    seating.stand_up(dealt.pk, alice)
    act(dealt, bob, "call")
    assert [verb for _, verb, _ in moves(dealt)] == ["raise", "call"]
    assert purse(alice) in (90_000, 110_000)
    assert_books_agree()


def test_player_may_leave_after_playing_the_hand_out(dealt: Table, alice: User) -> None:
    seating.stand_up(dealt.pk, alice, after_hand=True)
    assert moves(dealt) == []
    act(dealt, alice, "call")
    check_down(dealt)
    assert not dealt.seated.filter(user=alice).exists()
    assert_books_agree()


def test_leaving_player_may_come_back_during_the_hand(dealt: Table, alice: User, bob: User) -> None:
    seating.stand_up(dealt.pk, bob)
    seating.come_back(dealt.pk, bob)
    act(dealt, alice, "call")
    assert to_act(dealt) == bob
    check_down(dealt)
    assert dealt.seated.filter(user=bob).exists()


def test_player_who_leaves_while_the_deck_is_cut_is_folded(seated: Table, alice: User, bob: User, clock: Clock) -> None:
    Seat.objects.filter(user=bob).update(commitment="a" * 64)
    clock.run_due(seated)
    assert hand_of(seated).state == Hand.State.CUTTING
    seating.stand_up(seated.pk, alice)
    clock.run_due(seated)
    assert moves(seated) == [(1, "fold", "left")]
    assert purse(alice) == 99_950
    assert_books_agree()


def test_player_who_was_not_dealt_in_leaves_at_once(dealt: Table, carol: User) -> None:
    seating.sit_down(dealt.pk, carol, number=3, chips=5_000)
    seating.stand_up(dealt.pk, carol)
    assert purse(carol) == money.FIRST_CHIPS
    assert hand_of(dealt).state == Hand.State.RUNNING


def test_only_a_seated_player_can_leave(seated: Table, carol: User) -> None:
    with pytest.raises(Refused, match="not sitting"):
        seating.stand_up(seated.pk, carol)
    seating.hold_seat(seated.pk, carol, 3)
    with pytest.raises(Refused, match="not sitting"):
        seating.stand_up(seated.pk, carol)


@pytest.mark.differs_on_services("row locks")
def test_leaving_twice_is_refused(seated: Table, alice: User) -> None:
    seating.stand_up(seated.pk, alice)
    with pytest.raises(Refused, match="not sitting"):
        seating.stand_up(seated.pk, alice)
    assert purse(alice) == 100_000


def test_ordered_chips_stay_in_the_purse(dealt: Table, alice: User) -> None:
    seating.top_up(dealt.pk, alice, 5_000)
    seating.stand_up(dealt.pk, alice)
    assert purse(alice) == 99_950
    assert_books_agree()


def test_seat_is_free_after_the_hand(three: Table, alice: User, ted: User) -> None:
    seating.stand_up(three.pk, alice)
    fold_out(three)
    seating.sit_down(three.pk, ted, number=1, chips=5_000)
    assert three.seated.get(number=1).user == ted


@pytest.mark.differs_on_services("row locks")
def test_purses_are_locked_in_the_order_of_the_users(
    bob: User, alice: User, carol: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check the order of the locks: without it two tables that pay the same people would wait for each other."""
    table = open_table(alice)
    seat_people(table, [carol, alice, bob])
    clock.run_due(table)
    for user in (alice, bob, carol):
        seating.stand_up(table.pk, user, after_hand=True)
    locked: list[int] = []
    locked_purse = money.locked_purse

    def noted(user: User) -> Purse:
        locked.append(user.pk)
        return locked_purse(user)

    monkeypatch.setattr(money, "locked_purse", noted)
    fold_out(table)
    assert locked == sorted([alice.pk, bob.pk, carol.pk])


def test_hand_keeps_the_player_who_left(dealt: Table, alice: User) -> None:
    seating.stand_up(dealt.pk, alice)
    assert play_of(dealt).seats == (2, 1)
    assert hand_of(dealt).players.get(user=alice).net == -50


def test_menu_lets_a_leaving_player_stay(dealt: Table, alice: User, bob: User) -> None:
    seating.stand_up(dealt.pk, bob, after_hand=True)
    menu = drawn(dealt, bob)["t-me"]
    assert ("Stay" in menu, "Leave table" in menu, "Add chips" in menu, "Sit out" in menu) == (True, True, False, False)
    seating.stand_up(dealt.pk, bob)
    menu = drawn(dealt, bob)["t-me"]
    assert ("Stay" in menu, "Leave table" in menu) == (True, False)
    seating.come_back(dealt.pk, bob)
    assert "Leave after this hand" in drawn(dealt, bob)["t-me"]


def test_page_tells_a_leaving_player_when_the_cards_are_folded(three: Table, alice: User, bob: User) -> None:
    seating.stand_up(three.pk, bob)
    before = drawn(three, bob)
    assert "You are leaving" in before["t-me"]
    assert "You're leaving. On your turn you check if that's free, else you fold." in unescape(before["t-bar"])
    act(three, alice, "call")
    after = drawn(three, bob)
    assert "You leave after this hand" in after["t-me"]
    assert "You leave; your cards are folded." in after["t-bar"]


def test_removed_player_cannot_stay(dealt: Table, alice: User, bob: User) -> None:
    people.remove(dealt.pk, alice, bob)
    menu = drawn(dealt, bob)["t-me"]
    assert ("You leave after this hand" in menu, "Stay" in menu) == (True, False)


def test_player_all_in_is_not_told_that_cards_are_folded(three: Table, alice: User, bob: User) -> None:
    act(three, alice, "all-in")
    assert "On your turn you check if" not in drawn(three, alice)["t-me"]
    assert "On your turn you check if" in drawn(three, bob)["t-me"]
    seating.stand_up(three.pk, alice)
    assert "You leave when the hand is over." in drawn(three, alice)["t-bar"]


def test_players_own_seat_shows_that_they_leave_or_sit_out(dealt: Table, alice: User, bob: User) -> None:
    """Check the own seat, because on a phone the header's button is in a sheet, so nothing else tells it."""

    def tags(viewer: User) -> list[str]:
        view = parts_of(Scene(snapshot.take(dealt.pk), viewer, viewer.preferences))
        own = next(view[group_of(name)] for name, text in view.items() if re.search(r'class="seat[^"]* me"', text))
        return re.findall(r'class="badge tag words">([^<]+)<', own)

    assert tags(alice) == tags(bob) == []
    seating.sit_out(dealt.pk, alice)
    assert (tags(alice), tags(bob)) == (["Sitting out"], [])
    seating.come_back(dealt.pk, alice)
    seating.stand_up(dealt.pk, alice, after_hand=True)
    assert (tags(alice), tags(bob)) == (["Leaving"], [])
    seating.come_back(dealt.pk, alice)
    assert tags(alice) == []
