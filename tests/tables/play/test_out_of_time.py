"""What the clock decided is told as such: in the log beside the chat, in the replayer and in files."""

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from tables.core import hand_cache
from tables.engine.events import Acted, Event
from tables.models import Seat, Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.tables.helpers import Clock, act, hand_of, play_of
from tests.tables.taking_over import parts_of

pytestmark = pytest.mark.django_db
FOLDS, CHECKS, FOLDS_ZH = "Alice folds, out of time", "Bob checks, out of time", "Alice 超时弃牌"


@pytest.fixture
def late(dealt: Table, alice: User, clock: Clock) -> Table:
    """Alice has let her time run out."""
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
def test_a_fold_by_the_clock(dealt: Table, alice: User, bob: User, clock: Clock, part: str) -> None:
    before = told(dealt, bob, part)
    Seat.objects.filter(table=dealt).update(time_bank_ms=0)
    clock.run_due(dealt)
    assert FOLDS not in before
    assert (FOLDS in told(dealt, bob, part)) == (part != "t-newest")  # which tells the last line alone


def test_a_check_by_the_clock(dealt: Table, alice: User, bob: User, clock: Clock) -> None:
    Seat.objects.filter(table=dealt).update(time_bank_ms=0)
    act(dealt, alice, "call")
    clock.run_due(dealt)
    assert CHECKS in told(dealt, alice)


def test_it_is_told_in_chinese_too(late: Table, bob: User) -> None:
    with translation.override("zh-hans"):
        assert FOLDS_ZH in told(late, bob)


def test_after_a_restart_the_log_says_the_same(late: Table, bob: User) -> None:
    known = play_of(late)
    hand_cache._memory.hands.clear()
    assert play_of(late) == known
    assert FOLDS in page(bob, f"/t/{late.code}/")


def test_whoever_folds_in_time_or_is_away_is_not_said_to_be_late(three: Table, alice: User, clock: Clock) -> None:
    Seat.objects.filter(user=alice).update(state=Seat.State.AWAY)
    act(three, alice, "call")
    Seat.objects.filter(table=three, number=2).update(time_bank_ms=0)
    clock.run_due(three)
    log = told(three, alice)
    assert log.count("out of time") == 1
    assert "Bob folds, out of time" in log


@pytest.mark.parametrize("address", ["/hands/{}/", "/hands/{}/text/"])
def test_the_replayer_and_the_text_tell_it(late: Table, bob: User, address: str) -> None:
    assert FOLDS in page(bob, address.format(hand_of(late).pk))


def test_nothing_else_is_called_late(dealt: Table, bob: User, alice: User, clock: Clock) -> None:
    Seat.objects.filter(table=dealt).update(time_bank_ms=0)
    act(dealt, alice, "call")
    clock.run_due(dealt)
    acted = [event for event in seen_events(dealt) if isinstance(event, Acted)]
    assert [event.late for event in acted][:2] == [False, True]


def seen_events(table: Table) -> tuple[Event, ...]:
    seen = Scene(snapshot.take(table.pk), None, None).seen
    assert seen is not None
    return seen.events


def test_phh_files_are_as_they_were(late: Table, bob: User) -> None:
    assert "time" not in page(bob, f"/hands/{hand_of(late).pk}/phh/").partition("actions")[2].partition("\n")[0]
