"""Test that moves by the clock are shown as such: in the log beside the chat, in the replayer and in files."""

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from tables.core import hand_cache
from tables.engine.events import Acted, Event
from tables.models import Seat, Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.tables.frames import parts_of
from tests.tables.helpers import Clock, act, hand_of, play_of

pytestmark = pytest.mark.django_db
FOLDS, CHECKS, FOLDS_ZH = "Alice folds, out of time", "Bob checks, out of time", "Alice 超时弃牌"


@pytest.fixture
def late(dealt: Table, alice: User, clock: Clock) -> Table:
    """Return the table after Alice has let her time run out."""
    Seat.objects.filter(table=dealt).update(time_bank_ms=0)
    clock.run_due(dealt)
    return dealt


def told(table: Table, user: User, part: str = "t-log") -> str:
    return parts_of(Scene(snapshot.take(table.pk), user, None))[part]


def page(user: User, address: str) -> str:
    client = Client()
    client.force_login(user)
    return client.get(address).content.decode()


@pytest.mark.parametrize("part", ["t-log", "t-newest"])
def test_log_says_that_a_fold_was_out_of_time(dealt: Table, alice: User, bob: User, clock: Clock, part: str) -> None:
    before = told(dealt, bob, part)
    Seat.objects.filter(table=dealt).update(time_bank_ms=0)
    clock.run_due(dealt)
    assert FOLDS not in before
    assert (FOLDS in told(dealt, bob, part)) == (part != "t-newest")  # "t-newest" holds the last line alone


def test_log_says_that_a_check_was_out_of_time(dealt: Table, alice: User, bob: User, clock: Clock) -> None:
    Seat.objects.filter(table=dealt).update(time_bank_ms=0)
    act(dealt, alice, "call")
    clock.run_due(dealt)
    assert CHECKS in told(dealt, alice)


def test_log_says_it_in_chinese(late: Table, bob: User) -> None:
    with translation.override("zh-hans"):
        assert FOLDS_ZH in told(late, bob)


def test_log_says_the_same_after_a_restart(late: Table, bob: User) -> None:
    known = play_of(late)
    hand_cache._memory.hands.clear()
    assert play_of(late) == known
    assert FOLDS in page(bob, f"/t/{late.code}/")


def test_log_calls_no_other_moves_late(three: Table, alice: User, clock: Clock) -> None:
    Seat.objects.filter(user=alice).update(state=Seat.State.AWAY)
    act(three, alice, "call")
    Seat.objects.filter(table=three, number=2).update(time_bank_ms=0)
    clock.run_due(three)
    log = told(three, alice)
    assert log.count("out of time") == 1
    assert "Bob folds, out of time" in log


@pytest.mark.parametrize("address", ["/hands/{}/", "/hands/{}/text/"])
def test_replayer_and_text_say_it(late: Table, bob: User, address: str) -> None:
    assert FOLDS in page(bob, address.format(hand_of(late).pk))


def test_only_moves_by_the_clock_are_late_in_the_view(dealt: Table, bob: User, alice: User, clock: Clock) -> None:
    Seat.objects.filter(table=dealt).update(time_bank_ms=0)
    act(dealt, alice, "call")
    clock.run_due(dealt)
    acted = [event for event in seen_events(dealt) if isinstance(event, Acted)]
    assert [event.late for event in acted][:2] == [False, True]


def seen_events(table: Table) -> tuple[Event, ...]:
    seen = Scene(snapshot.take(table.pk), None, None).seen
    assert seen is not None
    return seen.events


def test_phh_files_do_not_mention_it(late: Table, bob: User) -> None:
    assert "time" not in page(bob, f"/hands/{hand_of(late).pk}/phh/").partition("actions")[2].partition("\n")[0]
