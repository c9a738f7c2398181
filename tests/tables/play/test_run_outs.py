"""Test that streets dealt after the last decision appear one by one, the hands first, so that viewers can follow."""

import pytest

from accounts.models import User
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.tables.frames import parts_of
from tests.tables.games import begun, knockout, people
from tests.tables.helpers import Clock, act, fold_out

pytestmark = pytest.mark.django_db


def waits(table: Table, viewer: User) -> list[int | None]:
    board = Scene(snapshot.take(table.pk), viewer, viewer.preferences).public.board
    return [card.wait if card else None for card in board]


def test_streets_after_an_all_in_appear_one_by_one(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "all-in")
    act(dealt, bob, "call")
    assert waits(dealt, alice) == [1, 1, 1, 2, 3]
    parts = parts_of(Scene(snapshot.take(dealt.pk), alice, alice.preferences))
    assert 'data-runs="3"' in parts["t-centre"]


def test_streets_with_decisions_appear_at_once(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "call")
    act(dealt, bob, "check")
    assert waits(dealt, alice) == [0, 0, 0, None, None]
    act(dealt, bob, "all-in")
    act(dealt, alice, "call")
    assert waits(dealt, alice) == [0, 0, 0, 1, 2]


def test_no_card_waits_if_every_street_had_decisions(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "call")
    act(dealt, bob, "check")
    for _ in range(3):
        act(dealt, bob, "check")
        act(dealt, alice, "check")
    assert waits(dealt, alice) == [0] * 5


def test_no_card_waits_after_a_fold_out_though_the_rules_deal_the_board(clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3), cast)
    clock.run_due(table)
    fold_out(table)
    assert waits(table, cast[0]) == [0] * 5
    assert told_late(table, cast[0]) == []


def told_late(table: Table, viewer: User) -> list[tuple[str, int]]:
    lines = Scene(snapshot.take(table.pk), viewer, viewer.preferences).public.log
    return [(line.text.split(":")[0].split(" ")[-1], line.wait) for line in lines if line.wait]


def test_log_waits_for_the_board_and_the_winner_for_both(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "all-in")
    act(dealt, bob, "call")
    assert [wait for _, wait in told_late(dealt, alice)] == [1, 2, 3, 4]
    assert [name for name, _ in told_late(dealt, alice)[:3]] == ["Flop", "Turn", "River"]
    parts = parts_of(Scene(snapshot.take(dealt.pk), alice, alice.preferences))
    assert 'data-kind="win" data-wait="4"' in parts["t-log"]
    assert "data-up" in parts["t-seat-1"]
    assert "data-up" in parts["t-seat-2"]


def test_log_does_not_wait_if_every_street_had_decisions(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "call")
    act(dealt, bob, "check")
    for _ in range(3):
        act(dealt, bob, "check")
        act(dealt, alice, "check")
    assert told_late(dealt, alice) == []
