"""Report the progress of a user's archive, and let each account make one at a time."""

import pytest
from django.core.cache import cache

from accounts.models import User
from tables.history.export import archive, progress
from tables.history.export.archive import Archive, ArchiveOptions
from tables.history.hands.selecting import hands_of
from tables.models import Table
from tests.conftest import PASSWORD
from tests.tables.helpers import Clock, fold_out
from tests.tables.history.test_archives import ask, play_hands, words

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("the place is kept in Redis")]


def test_progress_can_be_asked_for(seated: Table, clock: Clock, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "HANDS_PER_PIECE", 2)
    play_hands(seated, clock, 5)
    made = Archive(alice, hands_of(alice), 5, ArchiveOptions())
    assert progress.begin(alice.pk, made.token, 5)
    pieces = made.pieces()
    next(pieces)
    assert "2 of 5 hands" in words(ask(alice, "hands_export_progress"))
    next(pieces)
    assert "4 of 5 hands" in words(ask(alice, "hands_export_progress"))
    list(pieces)
    assert "The archive is done, hands looked at: 5." in words(ask(alice, "hands_export_progress"))
    assert "5 hands" not in words(ask(User.objects.create_user("Other", password=PASSWORD), "hands_export_progress"))


def test_client_that_leaves_frees_the_place_at_once(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    made = Archive(alice, hands_of(alice), 1, ArchiveOptions())
    assert progress.begin(alice.pk, made.token, 1)
    assert not progress.begin(alice.pk, "another", 1)
    made.close()
    assert "broken off at 0 of 1 hands" in words(ask(alice, "hands_export_progress"))
    assert progress.begin(alice.pk, "another", 1)


def test_unfinished_piece_does_not_take_the_place_again(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    left = Archive(alice, hands_of(alice), 1, ArchiveOptions())
    assert progress.begin(alice.pk, left.token, 1)
    pieces = left.pieces()
    left.close()
    next(pieces)
    told = progress.progress_of(alice.pk)
    assert told is not None
    assert told.state == "stopped"
    assert progress.begin(alice.pk, "another", 1)


def test_archive_that_ends_late_does_not_free_the_place_of_the_next(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    made = Archive(alice, hands_of(alice), 1, ArchiveOptions())
    assert progress.begin(alice.pk, "another", 1)
    list(made.pieces())
    made.close()
    assert not progress.begin(alice.pk, "a third", 1)
    told = progress.progress_of(alice.pk)
    assert told == progress.Progress("another", 0, 1)


def test_archive_that_is_not_renewed_has_stopped(alice: User) -> None:
    assert progress.begin(alice.pk, "mine", 7)
    cache.delete(f"export-runs:{alice.pk}")
    told = progress.progress_of(alice.pk)
    assert told is not None
    assert told.state == "stopped"


def test_account_makes_one_archive_at_a_time(dealt: Table, alice: User, bob: User) -> None:
    fold_out(dealt)
    assert progress.begin(alice.pk, "mine", 1)
    answer = ask(alice)
    assert (answer.status_code, "Another archive of yours" in words(answer)) == (409, True)
    assert ask(bob).status_code == 200
