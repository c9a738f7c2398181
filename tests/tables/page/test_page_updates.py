"""Check that an update turns the shown page into the one that would be loaded, and sends only what is new."""

import random
import re

import pytest
from django.utils import translation

from accounts.models import User
from tables.core.refusals import Refused
from tables.models import Table
from tables.page import snapshot
from tables.page.drawing import TableScreen, redrawn
from tables.page.scene import Scene
from tables.play import seating
from tests.samples import count
from tests.tables.frames import Parts, apply_frame, parts_of
from tests.tables.helpers import Clock, act, fold_out, open_table, seat_people
from tests.tables.page.test_snapshots import step

pytestmark = pytest.mark.django_db
TARGET = re.compile("<hx-partial id=([a-z0-9-]+)")
CLOCKS = re.compile(r' data-(?:left|total|bank-left|held|held-at)="\d+"')
"""Matches the clocks, which the browser counts down by itself."""


def shown(table: Table, viewer: User, before: TableScreen | None = None) -> tuple[TableScreen, str]:
    return redrawn(before or TableScreen(), Scene(snapshot.take(table.pk), viewer, viewer.preferences))


class Tab:
    """Keeps a page up to date by the frames that are sent to it."""

    def __init__(self, viewer: User, language: str, unit: str) -> None:
        self.viewer = User.objects.select_related("preferences").get(pk=viewer.pk)
        self.viewer.preferences.amounts = unit
        self.language = language
        self.screen = TableScreen()
        self.parts = Parts()

    def compare(self, seen: snapshot.Snapshot) -> None:
        """Update this page and compare it with a freshly loaded one, element by element."""
        with translation.override(self.language):
            scene = Scene(seen, self.viewer, self.viewer.preferences)
            self.screen, frame = redrawn(self.screen, scene)
            apply_frame(self.parts, frame)
            loaded = parts_of(scene)
        assert self.parts.keys() == loaded.keys()
        for name, text in dict.items(loaded):
            assert _still(dict.__getitem__(self.parts, name)) == _still(text), (name, self.viewer, self.language)


def _still(text: str) -> str:
    return CLOCKS.sub("", text).replace("\n", "")


@pytest.mark.parametrize("seed", range(count(12, quick=2)))
def test_updated_pages_equal_freshly_loaded_ones(
    three: Table, alice: User, bob: User, carol: User, ted: User, clock: Clock, seed: int
) -> None:
    """Tabs of players, host and watchers in both languages and units, some of which miss versions."""
    chance, done = random.Random(seed), 0
    looks = [("en", "chips"), ("zh-hans", "chips"), ("en", "bb"), ("zh-hans", "bb")]
    tabs = [Tab(viewer, *looks[n % 4]) for n, viewer in enumerate((alice, bob, carol, ted, alice, ted))]
    known: snapshot.Snapshot | None = None
    while done < 60:
        try:
            step(three, [alice, bob, carol, ted], chance, clock)
        except Refused:
            continue
        done += 1
        known = snapshot.take(three.pk, known)
        for tab in tabs:
            if chance.random() < 0.8:
                tab.compare(known)


def test_bet_updates_one_stack_in_the_list_of_people(three: Table, alice: User, carol: User) -> None:
    before, _ = shown(three, carol)
    act(three, alice, "raise", 600)
    _, frame = shown(three, carol, before)
    targets = set(TARGET.findall(frame))
    assert "k1" in targets
    assert not {"t-people", "t-player-1", "k2", "k3"} & targets


def test_action_updates_only_the_seats_concerned(three: Table, alice: User, carol: User) -> None:
    before, _ = shown(three, carol)
    act(three, alice, "call")
    _, frame = shown(three, carol, before)
    assert set(TARGET.findall(frame)) == {
        *("s-1", "stack-1", "turn-1", "bet-1", "s-2", "turn-2"),
        *("t-pot", "t-newest", "t-log", "k1", "t-data", "t-bar-says"),
    }


def test_only_new_lines_of_the_log_are_sent(three: Table, alice: User, carol: User) -> None:
    before, _ = shown(three, carol)
    act(three, alice, "call")
    _, frame = shown(three, carol, before)
    assert frame.count("<li") == 1
    assert '<hx-partial id=t-log hx-swap=beforeend><li id="l-1-3">Alice calls 100</li></hx-partial>' in frame


def test_an_unchanged_table_sends_nothing(three: Table, carol: User) -> None:
    """The clock that runs on is no change either."""
    screen, _ = shown(three, carol)
    assert shown(three, carol, screen)[1] == ""


def test_list_of_people_is_updated_when_players_come_or_go(three: Table, alice: User, ted: User) -> None:
    screen, _ = shown(three, alice)
    seating.sit_down(three.pk, ted, number=4, chips=4_000)
    screen, frame = shown(three, alice, screen)
    assert "t-people" in TARGET.findall(frame)
    fold_out(three)
    seating.stand_up(three.pk, ted)
    _, frame = shown(three, alice, screen)
    assert "t-people" in TARGET.findall(frame)


def test_bet_at_a_full_table_is_a_small_update(alice: User, clock: Clock) -> None:
    people = [User.objects.create_user(username=f"player{number}") for number in range(10)]
    table = open_table(alice, options={"players_most": 10})
    seat_people(table, people)
    clock.run_due(table)
    turn = people[3]
    screen, _ = shown(table, people[0])
    act(table, turn, "raise", 600)
    _, frame = shown(table, people[0], screen)
    assert len(frame.encode()) < 8_000
