"""Check the log of moves: the state is its replay, it only grows, and an unreadable one pauses its table."""

import logging
import random
from datetime import datetime

import pytest
from django.db import OperationalError

from accounts.models import User
from tables.core import hand_cache
from tables.core.refusals import Unreadable
from tables.engine.hand import HandState
from tables.models import Hand, Move, Table
from tables.page.host_log import sentence
from tables.play import acting, due, lifecycle
from tests.tables.core.test_ledger import random_move
from tests.tables.helpers import (
    Clock,
    OutboxContext,
    act,
    assert_books_agree,
    check_down,
    fold_out,
    fresh,
    hand_of,
    moment_of,
    open_table,
    play_of,
    seat_people,
    to_act,
    void_hand,
)

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("prepared SQL, JSON and what is rolled back")]


def replayed(table: Table) -> HandState:
    hand_cache._memory.hands.clear()
    return play_of(table)


def test_replay_equals_what_was_played(three: Table, clock: Clock, hear: OutboxContext) -> None:
    chance = random.Random(11)
    while hand_of(three).number < 4:
        while hand_of(three).state == Hand.State.RUNNING:
            random_move(three, chance)
        known = play_of(three)
        assert replayed(three) == known
        assert replayed(three).net == tuple(hand_of(three).players.get(seat=seat).net for seat in known.seats)
        clock.run_due(three)


def test_memory_and_replay_agree_after_every_move(three: Table, hear: OutboxContext) -> None:
    """`hear` runs the commit hooks, so memory is filled as in a server."""
    while hand_of(three).state == Hand.State.RUNNING:
        legal = play_of(three).legal
        with hear():
            act(three, to_act(three), "check" if legal and legal.check else "call")
        key = (hand_of(three).root, hand_of(three).epoch, fresh(three).moves_made)
        remembered = hand_cache._memory.hands[key]
        assert replayed(three) == remembered


def test_moves_are_numbered_without_a_gap(three: Table) -> None:
    check_down(three)
    assert list(Move.objects.values_list("sequence", flat=True)) == list(range(fresh(three).moves_made))


def test_past_moves_are_never_changed(three: Table, alice: User, bob: User) -> None:
    act(three, alice, "raise", 300)
    before = Move.objects.values().get()
    act(three, bob, "call")
    void_hand(three)
    assert Move.objects.values().get(pk=before["id"]) == before
    assert Move.objects.count() == 2


def test_hand_keeps_the_rules_it_was_dealt_with(dealt: Table) -> None:
    rules = {**dealt.rules, "small_blind": 1, "big_blind": 2}
    Table.objects.filter(pk=dealt.pk).update(rules=rules)
    assert replayed(dealt).rules.big_blind == 100
    assert hand_of(dealt).rules["version"] == 1


def test_a_finished_hand_keeps_its_result(three: Table) -> None:
    check_down(three)
    nets = [player.net or 0 for player in hand_of(three).players.all()]
    assert (sum(nets), max(nets)) == (0, 200)


def unreadable(table: Table) -> None:
    """Write an illegal move to the log, as only a bug could."""
    Move.objects.create(hand=hand_of(table), sequence=0, seat=2, verb="check")
    Table.objects.filter(pk=table.pk).update(moves_made=1)
    hand_cache._memory.hands.clear()


def test_a_hand_that_cannot_be_replayed_pauses_its_table(
    dealt: Table, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    unreadable(dealt)
    clock.reach(dealt)
    with caplog.at_level(logging.ERROR):
        due.run_guarded(dealt.pk)
    assert (fresh(dealt).state, fresh(dealt).due) == ("paused", "")
    assert "is paused" in caplog.text


def test_paused_table_tells_its_host_the_reason(dealt: Table, clock: Clock) -> None:
    unreadable(dealt)
    clock.run_guarded(dealt)
    last = dealt.events.last()
    assert last is not None
    assert "record of this hand can't be read" in sentence(last)
    assert not lifecycle.is_paused_by_moderator(dealt)


def test_host_cannot_resume_an_unreadable_hand(dealt: Table, alice: User, clock: Clock) -> None:
    unreadable(dealt)
    clock.run_guarded(dealt)
    with pytest.raises(Unreadable):
        lifecycle.resume(dealt.pk, alice)
    assert fresh(dealt).state == Table.State.PAUSED


def test_host_resumes_once_the_hand_is_readable_again(dealt: Table, alice: User, clock: Clock) -> None:
    unreadable(dealt)
    clock.run_guarded(dealt)
    Move.objects.filter(hand=hand_of(dealt)).delete()
    Table.objects.filter(pk=dealt.pk).update(moves_made=0)
    lifecycle.resume(dealt.pk, alice)
    assert (fresh(dealt).state, fresh(dealt).due) == (Table.State.OPEN, Table.Due.ACT)


def test_other_errors_pause_no_table_and_are_retried(
    dealt: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(table: Table, at: datetime) -> None:
        raise RuntimeError("Redis is away")

    with monkeypatch.context() as broken:
        broken.setitem(due.STEPS, Table.Due.ACT, fail)
        clock.run_guarded(dealt)
    assert (fresh(dealt).state, fresh(dealt).due) == (Table.State.OPEN, Table.Due.ACT)
    assert "will be tried again" in caplog.text
    due.sweep()
    assert fresh(dealt).due_at != clock()


def test_unreadable_hand_is_not_retried_for_ever(dealt: Table, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    unreadable(dealt)
    clock.reach(dealt)
    for _ in range(3):
        due.sweep()
        clock.go_on(2)
    assert caplog.text.count("is paused") == 1


def test_unreadable_hand_stops_no_other_table(dealt: Table, carol: User, ted: User, clock: Clock) -> None:
    unreadable(dealt)
    other = open_table(carol)
    seat_people(other, [carol, ted])
    clock.reach(dealt)
    due.sweep()
    assert (fresh(dealt).state, fresh(other).hands_dealt) == ("paused", 1)


def test_moderator_voids_an_unreadable_hand_and_the_host_resumes(dealt: Table, alice: User, clock: Clock) -> None:
    unreadable(dealt)
    clock.reach(dealt)
    due.sweep()
    void_hand(dealt)
    lifecycle.resume(dealt.pk, alice)
    clock.run_due(dealt)
    assert (hand_of(dealt).number, hand_of(dealt).state) == (2, Hand.State.RUNNING)
    assert_books_agree()


def test_short_database_failure_pauses_no_table(dealt: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next sweep finds the table as it was and its log in order."""
    clock.reach(dealt)

    def away(*_: object) -> None:
        raise OperationalError("deadlock detected")

    with monkeypatch.context() as patched:
        patched.setattr(due, "run_due", away)
        due.sweep()
    assert (fresh(dealt).state, fresh(dealt).due) == ("open", "act")
    due.sweep()
    assert fresh(dealt).bank_since == clock.moment


def test_rolled_back_move_is_not_remembered(dealt: Table, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = moment_of(dealt)
    with monkeypatch.context() as patched:
        patched.setattr(acting, "settle", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            acting.act(dealt.pk, alice, moment=seen, verb="fold")
    assert (fresh(dealt).moves_made, Move.objects.count()) == (0, 0)
    fold_out(dealt)
    assert play_of(dealt).over
