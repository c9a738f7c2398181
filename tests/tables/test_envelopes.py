"""What is sent to a page is what is new on it, down to the lines of the log and the rows of the players."""

import re

import pytest

from accounts.models import User
from tables.models import Table
from tables.room import snapshot
from tables.room.scene import Scene
from tables.room.screen import Screen, redrawn
from tables.services import seating
from tests.tables.helpers import act, fold_out, open_table, seat_people
from tests.tables.taking_over import taken_over

pytestmark = pytest.mark.django_db
TARGET = re.compile('<hx-partial (?:id="|hx-target="#)([a-z0-9-]+)"')


def shown(table: Table, viewer: User, before: Screen | None = None) -> tuple[Screen, str]:
    return redrawn(before or Screen(), Scene(snapshot.take(table.pk), viewer, viewer.preferences))


def test_a_bet_changes_one_stack_among_the_players(three: Table, alice: User, carol: User) -> None:
    before, _ = shown(three, carol)
    act(three, alice, "raise", 600)
    screen, frame = shown(three, carol, before)
    targets = set(TARGET.findall(frame))
    assert "k1" in targets
    assert not {"t-people", "t-player-1", "k2", "k3"} & targets
    parts = dict(before.parts)
    taken_over(parts, frame)
    assert "9,400" in parts["t-people"]
    assert parts["t-people"] == screen.parts["t-people"]


def test_whatever_somebody_is_called_their_seat_says_so(three: Table, alice: User, carol: User) -> None:
    before, _ = shown(three, carol)
    User.objects.filter(pk=alice.pk).update(display_name="data-seat")
    act(three, alice, "raise", 600)
    screen, frame = shown(three, carol, before)
    assert "data-seat</span>" in screen.parts["t-seat-1"]
    assert "data-seat</span>" in frame
    parts = dict(before.parts)
    taken_over(parts, frame)
    assert parts["t-seat-1"] == screen.parts["t-seat-1"]


def test_who_comes_or_goes_changes_the_list(three: Table, alice: User, ted: User) -> None:
    screen, _ = shown(three, alice)
    seating.sit_down(three.pk, ted, number=4, chips=4_000)
    screen, frame = shown(three, alice, screen)
    assert "t-people" in TARGET.findall(frame)
    fold_out(three)
    seating.stand_up(three.pk, ted)
    _, frame = shown(three, alice, screen)
    assert "t-people" in TARGET.findall(frame)


def test_at_a_full_table_a_bet_is_a_small_update(alice: User, clock: object) -> None:
    people = [User.objects.create_user(username=f"player{number}") for number in range(10)]
    table = open_table(alice, options={"players_most": 10})
    seat_people(table, people)
    clock.run_due(table)  # type: ignore[attr-defined]
    turn = people[3]
    screen, _ = shown(table, people[0])
    act(table, turn, "raise", 600)
    _, frame = shown(table, people[0], screen)
    assert len(frame.encode()) < 8_000
