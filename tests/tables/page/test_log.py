"""The log is the truth: the state is its replay, it only grows, and what cannot be replayed stops its table."""

import logging
import random
from datetime import datetime

import pytest
from django.db import OperationalError

from accounts.models import User
from tables.core import hand_cache
from tables.core.refusals import Unreadable
from tables.engine.hand import Hand as Play
from tables.models import Hand, Move, Table
from tables.page.host_log import sentence
from tables.play import acting, due, lifecycle
from tests.tables.core.test_ledger import random_move
from tests.tables.helpers import (
    Clock,
    Hear,
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


def replayed(table: Table) -> Play:
    hand_cache._memory.hands.clear()
    return play_of(table)


def test_the_replay_is_what_was_played(three: Table, clock: Clock, hear: Hear) -> None:
    chance = random.Random(11)
    while hand_of(three).number < 4:
        while hand_of(three).state == Hand.State.RUNNING:
            random_move(three, chance)
        known = play_of(three)
        assert replayed(three) == known
        assert replayed(three).net == tuple(hand_of(three).players.get(seat=seat).net for seat in known.seats)
        clock.run_due(three)


def test_memory_and_replay_agree_after_every_move(three: Table, hear: Hear) -> None:
    """What a committed move leaves in memory, as it does in a server."""
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


def test_moves_of_the_past_stay_as_they_are(three: Table, alice: User, bob: User) -> None:
    act(three, alice, "raise", 300)
    before = Move.objects.values().get()
    act(three, bob, "call")
    void_hand(three)
    assert Move.objects.values().get(pk=before["id"]) == before
    assert Move.objects.count() == 2


def test_the_rules_of_the_hand_are_kept_with_it(dealt: Table) -> None:
    rules = {**dealt.rules, "small_blind": 1, "big_blind": 2}
    Table.objects.filter(pk=dealt.pk).update(rules=rules)
    assert replayed(dealt).rules.big_blind == 100
    assert hand_of(dealt).rules["version"] == 1


def test_a_finished_hand_keeps_its_result(three: Table) -> None:
    check_down(three)
    nets = [player.net or 0 for player in hand_of(three).players.all()]
    assert (sum(nets), max(nets)) == (0, 200)


def unreadable(table: Table) -> None:
    """A move that was never legal, as only a broken program could have written it."""
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


def test_its_host_and_moderators_read_why(dealt: Table, clock: Clock) -> None:
    unreadable(dealt)
    clock.run_guarded(dealt)
    last = dealt.events.last()
    assert last is not None
    assert "record of this hand can't be read" in sentence(last)
    assert not lifecycle.is_paused_by_moderator(dealt)


def test_a_host_cannot_resume_what_still_cannot_be_read(dealt: Table, alice: User, clock: Clock) -> None:
    unreadable(dealt)
    clock.run_guarded(dealt)
    with pytest.raises(Unreadable):
        lifecycle.resume(dealt.pk, alice)
    assert fresh(dealt).state == Table.State.PAUSED


def test_a_host_resumes_it_once_it_can_be_read_again(dealt: Table, alice: User, clock: Clock) -> None:
    unreadable(dealt)
    clock.run_guarded(dealt)
    Move.objects.filter(hand=hand_of(dealt)).delete()
    Table.objects.filter(pk=dealt.pk).update(moves_made=0)
    lifecycle.resume(dealt.pk, alice)
    assert (fresh(dealt).state, fresh(dealt).due) == (Table.State.OPEN, Table.Due.ACT)


def test_other_trouble_pauses_no_table_and_is_tried_again(
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


def test_it_is_not_tried_for_ever(dealt: Table, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    unreadable(dealt)
    clock.reach(dealt)
    for _ in range(3):
        due.sweep()
        clock.go_on(2)
    assert caplog.text.count("is paused") == 1


def test_it_stops_no_other_table(dealt: Table, carol: User, ted: User, clock: Clock) -> None:
    unreadable(dealt)
    other = open_table(carol)
    seat_people(other, [carol, ted])
    clock.reach(dealt)
    due.sweep()
    assert (fresh(dealt).state, fresh(other).hands_dealt) == ("paused", 1)


def test_a_moderator_voids_it_and_the_host_goes_on(dealt: Table, alice: User, clock: Clock) -> None:
    unreadable(dealt)
    clock.reach(dealt)
    due.sweep()
    void_hand(dealt)
    lifecycle.resume(dealt.pk, alice)
    clock.run_due(dealt)
    assert (hand_of(dealt).number, hand_of(dealt).state) == (2, Hand.State.RUNNING)
    assert_books_agree()


def test_a_database_that_is_away_for_a_moment_pauses_no_table(
    dealt: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next look finds the table as it was; its log is in order."""
    clock.reach(dealt)

    def away(*_: object) -> None:
        raise OperationalError("deadlock detected")

    with monkeypatch.context() as patched:
        patched.setattr(due, "run_due", away)
        due.sweep()
    assert (fresh(dealt).state, fresh(dealt).due) == ("open", "act")
    due.sweep()
    assert fresh(dealt).bank_since == clock.moment


def test_a_move_that_is_rolled_back_is_forgotten(dealt: Table, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = moment_of(dealt)
    with monkeypatch.context() as patched:
        patched.setattr(acting, "settle", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            acting.act(dealt.pk, alice, moment=seen, verb="fold")
    assert (fresh(dealt).moves_made, Move.objects.count()) == (0, 0)
    fold_out(dealt)
    assert play_of(dealt).over
