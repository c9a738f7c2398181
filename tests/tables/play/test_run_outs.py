"""What is dealt after the last word comes street by street, the hands first, so that everybody can follow it."""

import pytest

from accounts.models import User
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.tables.games import begun, knockout, people
from tests.tables.helpers import Clock, act, fold_out
from tests.tables.taking_over import parts_of

pytestmark = pytest.mark.django_db


def waits(table: Table, viewer: User) -> list[int | None]:
    board = Scene(snapshot.take(table.pk), viewer, viewer.preferences).public.board
    return [card.wait if card else None for card in board]


def test_streets_after_an_all_in_wait_for_each_other(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "all-in")
    act(dealt, bob, "call")
    assert waits(dealt, alice) == [1, 1, 1, 2, 3]
    parts = parts_of(Scene(snapshot.take(dealt.pk), alice, alice.preferences))
    assert 'data-runs="3"' in parts["t-centre"]


def test_only_those_that_nobody_spoke_on(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "call")
    act(dealt, bob, "check")
    assert waits(dealt, alice) == [0, 0, 0, None, None]
    act(dealt, bob, "all-in")
    act(dealt, alice, "call")
    assert waits(dealt, alice) == [0, 0, 0, 1, 2]


def test_nothing_waits_when_every_street_is_spoken_on(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "call")
    act(dealt, bob, "check")
    for _ in range(3):
        act(dealt, bob, "check")
        act(dealt, alice, "check")
    assert waits(dealt, alice) == [0] * 5


def test_nothing_waits_where_everybody_folded_though_the_rules_deal_the_board(clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3), cast)
    clock.run_due(table)
    fold_out(table)
    assert waits(table, cast[0]) == [0] * 5
    assert told_late(table, cast[0]) == []


def told_late(table: Table, viewer: User) -> list[tuple[str, int]]:
    lines = Scene(snapshot.take(table.pk), viewer, viewer.preferences).public.log
    return [(line.text.split(":")[0].split(" ")[-1], line.wait) for line in lines if line.wait]


def test_the_log_waits_for_the_board_and_the_winner_for_both(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "all-in")
    act(dealt, bob, "call")
    assert [wait for _, wait in told_late(dealt, alice)] == [1, 2, 3, 4]
    assert [name for name, _ in told_late(dealt, alice)[:3]] == ["Flop", "Turn", "River"]
    parts = parts_of(Scene(snapshot.take(dealt.pk), alice, alice.preferences))
    assert 'data-kind="win" data-wait="4"' in parts["t-log"]
    assert "data-up" in parts["t-seat-1"]
    assert "data-up" in parts["t-seat-2"]


def test_the_log_of_a_hand_that_everybody_spoke_on_does_not_wait(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "call")
    act(dealt, bob, "check")
    for _ in range(3):
        act(dealt, bob, "check")
        act(dealt, alice, "check")
    assert told_late(dealt, alice) == []
