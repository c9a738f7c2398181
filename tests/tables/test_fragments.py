"""Texts that are remembered are the same as those drawn anew."""

import random
import re
from collections.abc import Sequence

import pytest
from django.utils import translation

from accounts.models import User
from tables.models import Table
from tables.refusals import Refused
from tables.room import fragments, snapshot
from tables.room.scene import Scene
from tables.room.screen import Screen, redrawn
from tables.services import hosting
from tests.samples import count, sample
from tests.tables.helpers import Clock, act, fresh, look_on, play_of, to_act
from tests.tables.test_snapshots import step

pytestmark = pytest.mark.django_db


def drawn(table: Table, viewer: User) -> fragments.Fragments:
    return fragments.render(Scene(snapshot.take(table.pk), viewer, viewer.preferences))


def anew(table: Table, viewer: User, monkeypatch: pytest.MonkeyPatch) -> fragments.Fragments:
    with monkeypatch.context() as patched:
        patched.setattr(fragments, "memory", type(fragments.memory)())
        return drawn(table, viewer)


def compare(table: Table, viewers: Sequence[User], monkeypatch: pytest.MonkeyPatch, *, turn: int) -> int:
    """For all of them in both languages, unless the run is a quick one: then in one, each turn in the other one."""
    pairs = [(viewer, language) for viewer in viewers for language in ("en", "zh-hans")]
    for viewer, language in (some := sample(pairs, quick=len(viewers), turn=turn)):
        with translation.override(language):
            assert drawn(table, viewer) == anew(table, viewer, monkeypatch), (viewer, language)
    return len(some)


def without_clocks(parts: fragments.Fragments) -> fragments.Fragments:
    """Two looks at a table, one after the other."""
    return {name: re.sub(r'data-(left|held|total)="[0-9]+"', "", text) for name, text in parts.items()}


def test_who_has_books_is_shown_the_way_to_them(
    seated: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though all else that the bar shows be the same."""
    hosting.close(seated.pk, alice)
    monkeypatch.setattr(fragments, "memory", type(fragments.memory)())
    for has_books in (False, True):
        scene = Scene(snapshot.take(seated.pk), bob, bob.preferences)
        monkeypatch.setattr(Scene, "has_books", has_books)
        assert ("/ledger/" in fragments.render(scene)["t-bar"]) is has_books


def next_move(table: Table) -> None:
    legal = play_of(table).legal
    assert legal is not None
    number = fresh(table).moves_made
    if number == 3 and legal.bet:
        act(table, to_act(table), "bet", legal.bet.least)
    else:
        act(table, to_act(table), "check" if legal.check else "call")


def test_for_every_viewer_and_language_through_two_hands(
    three: Table, alice: User, bob: User, carol: User, ted: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob.preferences.amounts = "bb"
    look_on(three, ted)
    compared: list[int] = []
    for _ in range(2):
        while not play_of(three).over:
            compared.append(compare(three, (alice, bob, carol, ted), monkeypatch, turn=len(compared)))
            next_move(three)
        clock.run_due(three)
    assert sum(compared) > count(100, quick=50)


def test_for_every_viewer_whatever_happens_at_the_table(
    three: Table, alice: User, bob: User, carol: User, ted: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, compared, screens = random.Random(5), 0, dict.fromkeys((alice, bob, carol, ted), Screen())
    known: snapshot.Snapshot | None = None
    while compared < count(300, quick=120):
        try:
            step(three, [alice, bob, carol, ted], chance, clock)
        except Refused:
            continue
        known = snapshot.take(three.pk, known)
        for viewer, before in screens.items():
            new = anew(three, viewer, monkeypatch)
            assert drawn(three, viewer) == new
            screens[viewer], _ = redrawn(before, Scene(known, viewer, viewer.preferences))
            assert without_clocks(screens[viewer].parts) == without_clocks(new)
            compared += 1
