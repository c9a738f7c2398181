"""Test that after a restore nothing is taken from what this process remembers of the data before."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command

from accounts.models import User
from poker_site.ops import backups
from poker_site.runtime import epoch
from tables.core import hand_cache
from tables.core.refusals import Unreadable
from tables.models import Table
from tables.page import snapshot
from tables.page.feed import TableFeed
from tables.play import presence
from tests.tables.helpers import act, assert_books_agree, hand_of, play_of, to_act

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.differs_on_services("backups are made by the tools of the database"),
]


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)


@contextmanager
def another_process() -> Iterator[None]:
    """Let another process, whose memory is empty, do what is in the block."""
    own, hand_cache._memory = hand_cache._memory, hand_cache._Memory()
    try:
        yield
    finally:
        hand_cache._memory = own


def verbs(table: Table) -> list[str]:
    """Return the verbs of the hand as this process remembers it."""
    return [move.verb for move in play_of(table).moves]


def test_restored_hand_that_goes_another_way_is_replayed_from_its_log(three: Table) -> None:
    act(three, to_act(three), "call")
    file = backups.backup()
    act(three, to_act(three), "raise", 600)
    backups.restore(file)
    with another_process():
        act(three, to_act(three), "fold")
    assert verbs(three) == ["call", "fold"]
    act(three, to_act(three), "check")
    assert verbs(three) == ["call", "fold", "check"]
    assert_books_agree()


def test_restored_hand_from_before_epochs_is_replayed_too(three: Table) -> None:
    try:
        call_command("migrate", "tables", "0014", verbosity=0)
        file = backups.backup()
    finally:
        call_command("migrate", verbosity=0)
    before = epoch.current()
    act(three, to_act(three), "raise", 600)
    backups.restore(file)
    assert epoch.current() != before
    with another_process():
        act(three, to_act(three), "fold")
    assert verbs(three) == ["fold"]


def test_each_restore_begins_an_epoch(alice: User) -> None:
    file, seen = backups.backup(), {epoch.current()}
    for _ in range(2):
        backups.restore(file)
        seen.add(epoch.current())
    assert len(seen) == 3


def test_failed_restore_begins_an_epoch_too(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail in the middle: readers of that moment remember the backup's data."""
    file, before = backups.backup(), epoch.current()

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr(backups, "call_command", fail)
    with pytest.raises(SystemExit):
        backups.restore(file)
    assert epoch.current() != before


def test_snapshot_takes_nothing_over_from_before_a_restore(three: Table, alice: User, bob: User, ted: User) -> None:
    """Check it though the table reaches the very same versions again."""
    file = backups.backup()
    feed = TableFeed(three.pk, {})
    presence.arrive(three.pk, ted.pk, "here")
    act(three, to_act(three), "call")
    known = feed.look()
    backups.restore(file)
    restored = feed.look()
    assert ted.pk not in restored.present
    assert restored.version < known.version
    assert feed.known is restored
    with another_process():
        presence.depart(three.pk, bob.pk, "test")
        act(three, to_act(three), "fold")
    now = snapshot.take(three.pk, known)
    assert now.table.around_version == known.table.around_version
    assert now.version == known.version
    assert ted.pk not in now.present
    assert now.play is not None
    assert [move.verb for move in now.play.moves] == ["fold"]


def test_log_shorter_than_expected_is_not_remembered(three: Table) -> None:
    hand = hand_of(three)
    hand_cache._memory.hands.clear()
    with pytest.raises(Unreadable):
        hand_cache.hand_state_of(hand, moves_made=1)
    act(three, to_act(three), "fold")
    assert [move.verb for move in hand_cache.hand_state_of(hand, moves_made=1).moves] == ["fold"]


def test_content_types_are_read_again(alice: User) -> None:
    """Restore, after which content types of a newer release may have other keys."""
    file = backups.backup()
    epoch.current()
    known = ContentType.objects.get_for_model(Table)
    backups.restore(file)
    epoch.current()
    assert ContentType.objects.get_for_model(Table) is not known


def test_moves_after_a_restore_are_remembered(three: Table) -> None:
    backups.restore(backups.backup())
    act(three, to_act(three), "call")
    assert (hand_of(three).root, epoch.current(), 1) in hand_cache._memory.hands
