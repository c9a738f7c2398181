"""Test that hands face up before the board is complete get chances, once, which everybody at the table sees."""

from typing import Any

import pytest
from celery.exceptions import Retry
from django.utils import translation

from accounts.models import User
from tables import tasks
from tables.core import words
from tables.engine.hand import HandState
from tables.equity.asking import Unanswered
from tables.equity.streets import face_up_chances
from tables.models import Hand, Table
from tables.page import snapshot
from tables.page.scene import Scene
from tables.records import all_in_equity, count_results
from tests.tables.frames import group_of, parts_of
from tests.tables.helpers import (
    Clock,
    OutboxContext,
    act,
    check_down,
    close_by_force,
    fold_out,
    fresh,
    hand_of,
    void_hand,
)

pytestmark = pytest.mark.django_db

CHANCES = [
    {"street": "preflop", "seats": [2, 1], "win": [0.8195, 0.1751], "tie": [0.0054, 0.0054], "exact": True, "error": 0},
    {"street": "flop", "seats": [2, 1], "win": [0.3, 0.7], "tie": [0, 0], "exact": True, "error": 0},
    {"street": "turn", "seats": [2, 1], "win": [0.002, 0.998], "tie": [0, 0], "exact": True, "error": 0},
]


@pytest.fixture
def all_in(dealt: Table, alice: User, bob: User) -> Table:
    act(dealt, alice, "all-in")
    act(dealt, bob, "call")
    return dealt


def scene(table: Table, viewer: User) -> Scene:
    return Scene(snapshot.take(table.pk), viewer, None)


# A task works chances out, and they are stored.


@pytest.mark.differs_on_services("JSON that is null in SQL, and a broker that is Redis")
def test_a_task_is_sent_once_the_hand_is_settled(dealt: Table, alice: User, bob: User, hear: OutboxContext) -> None:
    with hear() as heard:
        act(dealt, alice, "all-in")
        assert heard.tasks == []
    with hear() as heard:
        act(dealt, bob, "call")
        assert heard.tasks == []
    assert heard.tasks == [("tables.tasks.work_out_chances", hand_of(dealt).pk, "default")]


def test_no_task_is_sent_if_no_hands_lay_face_up(dealt: Table, clock: Clock, hear: OutboxContext) -> None:
    with hear() as heard:
        fold_out(dealt)
    assert heard.tasks == []
    clock.run_due(dealt)
    with hear() as heard:
        check_down(dealt)
    assert heard.tasks == []


@pytest.mark.differs_on_services("JSON that is null in SQL, and a broker that is Redis")
def test_the_task_stores_chances_with_the_hand(all_in: Table) -> None:
    assert hand_of(all_in).chances is None
    tasks.work_out_chances(hand_of(all_in).pk)
    chances = hand_of(all_in).chances
    assert chances is not None
    assert [at["street"] for at in chances] == ["preflop", "flop", "turn"]
    assert sum(chances[0]["win"]) + chances[0]["tie"][0] == pytest.approx(1)


@pytest.mark.differs_on_services("JSON that is null in SQL, and a broker that is Redis")
def test_working_chances_out_twice_counts_luck_once(all_in: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(count_results, "add_luck", told.append)
    for _ in range(2):
        all_in_equity.work_out(hand_of(all_in).pk)
        version = fresh(all_in).version
    assert told == [hand_of(all_in).pk]
    assert fresh(all_in).version == version


@pytest.mark.differs_on_services("JSON that is null in SQL, and a broker that is Redis")
def test_only_one_of_two_simultaneous_calculations_counts(all_in: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(count_results, "add_luck", told.append)
    real, hand = face_up_chances, hand_of(all_in)

    def overtaken(play: HandState) -> Any:
        monkeypatch.setattr(all_in_equity, "face_up_chances", real)
        Hand.objects.filter(pk=hand.pk).update(chances=CHANCES)
        return real(play)

    monkeypatch.setattr(all_in_equity, "face_up_chances", overtaken)
    all_in_equity.work_out(hand.pk)
    assert (told, hand_of(all_in).chances) == ([], CHANCES)


@pytest.mark.differs_on_services("JSON that is null in SQL, and a broker that is Redis")
def test_luck_is_counted_in_the_same_transaction(all_in: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(hand_id: int) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(count_results, "add_luck", fail)
    with pytest.raises(ZeroDivisionError):
        all_in_equity.work_out(hand_of(all_in).pk)
    assert hand_of(all_in).chances is None


@pytest.mark.differs_on_services("JSON that is null in SQL, and a broker that is Redis")
def test_missing_unfinished_and_void_hands_get_no_chances(dealt: Table, hear: OutboxContext) -> None:
    all_in_equity.work_out(0)
    all_in_equity.work_out(hand_of(dealt).pk)
    void_hand(dealt)
    version = fresh(dealt).version
    all_in_equity.work_out(hand_of(dealt).pk)
    assert (hand_of(dealt).chances, fresh(dealt).version) == (None, version)


def test_a_hand_that_was_checked_down_gets_no_chances(dealt: Table) -> None:
    check_down(dealt)
    version = fresh(dealt).version
    all_in_equity.work_out(hand_of(dealt).pk)
    assert (hand_of(dealt).chances, fresh(dealt).version) == (None, version)


def test_a_hand_that_cannot_be_replayed_gets_no_chances(all_in: Table) -> None:
    hand = hand_of(all_in)
    Hand.objects.filter(pk=hand.pk).update(sealed={}, root="0" * 64)
    all_in_equity.work_out(hand.pk)
    assert hand_of(all_in).chances is None


def test_a_table_that_has_gone_on_or_closed_gets_no_new_version(all_in: Table) -> None:
    hand = hand_of(all_in)
    close_by_force(all_in)
    Table.objects.filter(pk=all_in.pk).update(hand=None)
    version = fresh(all_in).version
    all_in_equity.work_out(hand.pk)
    hand.refresh_from_db()
    assert hand.chances
    assert fresh(all_in).version == version


@pytest.mark.differs_on_services("JSON that is null in SQL, and a broker that is Redis")
def test_the_task_is_retried_later_when_there_is_too_much_to_do(all_in: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def later(**options: Any) -> Retry:
        asked.update(options)
        return Retry()

    monkeypatch.setattr(tasks.work_out_chances, "retry", later)
    with all_in_equity._one_at_a_time, pytest.raises(Retry):
        tasks.work_out_chances(hand_of(all_in).pk)
    assert isinstance(asked["exc"], Unanswered)
    assert (asked["queue"], asked["countdown"]) == ("default", 1)
    with all_in_equity._one_at_a_time:
        tasks.work_out_chances.apply((hand_of(all_in).pk,), retries=10)
    assert asked["countdown"] == tasks.LONGEST_PAUSE
    tasks.work_out_chances(hand_of(all_in).pk)
    assert hand_of(all_in).chances


# Viewers see chances at the table.


def test_chances_are_shown_at_the_seats_of_both_players(all_in: Table, alice: User, bob: User) -> None:
    Hand.objects.filter(pk=hand_of(all_in).pk).update(chances=CHANCES)
    for viewer in (alice, bob):
        parts = parts_of(scene(all_in, viewer))
        assert [text in parts["t-seat-1"] for text in (">18%", ">70%", ">99.8%")] == [True] * 3
        assert [text in parts["t-seat-2"] for text in (">82%", ">30%", ">0.2%", "tie 0.5%")] == [True] * 4
        assert "tie" not in parts["t-seat-1"].partition(">70%")[2].partition(">99.8%")[0]


def test_a_screen_reader_reads_the_chances_of_each_street(all_in: Table, bob: User) -> None:
    Hand.objects.filter(pk=hand_of(all_in).pk).update(chances=CHANCES)
    told = "Chance to win: Before the flop 82%, tie 0.5%; Flop 30%; Turn 0.2%"
    assert told in parts_of(scene(all_in, bob))["t-seat-2"]


def test_the_log_shows_chances_before_each_street(all_in: Table, alice: User) -> None:
    Hand.objects.filter(pk=hand_of(all_in).pk).update(chances=CHANCES)
    lines = [line.text for line in scene(all_in, alice).public.log]
    places = [place for place, line in enumerate(lines) if line.startswith("Chance to win")]
    assert [lines[place] for place in places] == [
        "Chance to win: Bob 82% · Alice 18% · tie 0.5%",
        "Chance to win: Bob 30% · Alice 70%",
        "Chance to win: Bob 0.2% · Alice 99.8%",
    ]
    assert [lines[place + 1].split(":")[0] for place in places] == ["Flop", "Turn", "River"]
    assert "wins" in lines[-1]


def test_chances_are_shown_in_chinese(all_in: Table, alice: User) -> None:
    Hand.objects.filter(pk=hand_of(all_in).pk).update(chances=CHANCES)
    with translation.override("zh-hans"):
        seen = scene(all_in, alice)
        assert "胜率：Bob 82% · Alice 18% · 平分 0.5%" in [line.text for line in seen.public.log]
        assert "胜率" in parts_of(seen)["t-seat-1"]


def test_new_chances_change_seats_and_log_of_an_open_table(all_in: Table, alice: User) -> None:
    before = scene(all_in, alice)
    assert before.public.odds == {}
    known, version = parts_of(before), fresh(all_in).version
    all_in_equity.work_out(hand_of(all_in).pk)
    assert fresh(all_in).version == version + 1
    now = parts_of(Scene(snapshot.take(all_in.pk, before.snapshot), alice, None))
    changed = {group_of(name) for name, text in dict.items(now) if name != "t-data" and text != dict.get(known, name)}
    assert changed == {"t-seat-1", "t-seat-2", "t-log"}


def test_a_player_who_folded_has_no_chances(three: Table, alice: User, bob: User, carol: User) -> None:
    act(three, alice, "all-in")
    act(three, bob, "fold")
    act(three, carol, "call")
    all_in_equity.work_out(hand_of(three).pk)
    assert sorted(scene(three, bob).public.odds) == [1, 3]
    assert 'class="chance"' not in parts_of(scene(three, alice))["t-seat-2"]


@pytest.mark.differs_on_services("JSON that is null in SQL, and a broker that is Redis")
def test_chances_disappear_with_the_hand(all_in: Table, alice: User, clock: Clock) -> None:
    all_in_equity.work_out(hand_of(all_in).pk)
    Table.objects.filter(pk=all_in.pk).update(state=Table.State.PAUSED)
    assert scene(all_in, alice).public.odds
    Table.objects.filter(pk=all_in.pk).update(hand=None, state=Table.State.OPEN)
    assert scene(all_in, alice).public.odds == {}


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (0, "0%"),
        (1, "100%"),
        (0.5, "50%"),
        (0.8195, "82%"),
        (0.125, "13%"),
        (0.0046, "0.5%"),
        (0.00001, "0.1%"),
        (0.9951, "99.5%"),
        (0.99999, "99.9%"),
        (0.0101, "1%"),
    ],
)
def test_a_nearly_certain_chance_is_not_rounded_to_certainty(chance: float, told: str) -> None:
    assert words.percent(chance) == told
