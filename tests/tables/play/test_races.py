"""Test several workers at one table at the same time: there is one effect, and the log proves it."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from tables.core.locking import locked
from tables.core.refusals import Stale
from tables.engine.deck import seal
from tables.models import Hand, Table
from tables.play import acting, dealing, due, seating
from tests.tables.helpers import Clock, assert_books_agree, fold_out, fresh, moment_of, moves, state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.differs_on_services("row locks")]


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls at the same moment, and return what each returned or raised."""
    start = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        start.wait(10)
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_double_click_makes_one_move(dealt: Table, alice: User) -> None:
    seen = moment_of(dealt)
    call = [lambda: acting.act(dealt.pk, alice, moment=seen, verb="call")] * 4
    outcomes = at_once(*call)
    assert sorted(map(type, outcomes), key=str) == [type(None), Stale, Stale, Stale]
    assert moves(dealt) == [(1, "call", "player")]


def test_action_races_with_the_end_of_its_time(dealt: Table, alice: User, clock: Clock) -> None:
    """Expect that the player was in time or was not, and never both."""
    clock.run_due(dealt)
    clock.reach(dealt)
    seen = moment_of(dealt)
    act = at_once(
        lambda: acting.act(dealt.pk, alice, moment=seen, verb="call"),
        *[lambda: due.run_due(dealt.pk)] * 2,
    )[0]
    if act is None:
        assert (moves(dealt), state_of(dealt, alice)) == ([(1, "call", "player")], "playing")
    else:
        assert isinstance(act, Stale)
        assert (moves(dealt), state_of(dealt, alice)) == ([(1, "fold", "time")], "away")
    assert_books_agree()


def test_wake_ups_and_sweeps_at_once_deal_one_hand(seated: Table, clock: Clock) -> None:
    clock.reach(seated)
    outcomes = at_once(*[lambda: due.run_due(seated.pk)] * 3, due.sweep, due.sweep)
    assert outcomes == [None] * 5
    assert (Hand.objects.count(), fresh(seated).due) == (1, "act")


def test_two_players_at_once_get_one_seat(table: Table, alice: User, bob: User) -> None:
    at_once(*[lambda user=user: seating.sit_down(table.pk, user, number=3, chips=5_000) for user in (alice, bob)])
    assert table.seated.count() == 1
    assert_books_agree()


def until_it_waits(call: Future[Any], started: Event) -> None:
    """Wait until the call waits for a lock of ours, or is done without one."""
    assert started.wait(10)
    while connection.vendor == "postgresql" and not call.done():
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone() != (0,):
                return


def test_hand_read_after_waiting_for_the_table_is_current(dealt: Table, clock: Clock) -> None:
    """Check it on PostgreSQL, which reads a row again that it had to wait for, but not the rows joined to it."""
    fold_out(dealt)
    clock.reach(dealt)
    started = Event()

    def look() -> tuple[Hand | None, bool]:
        started.set()
        try:
            with locked(dealt.pk) as table:
                return table.hand, dealing.is_in_hand(table)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with locked(dealt.pk) as table:
            looking = pool.submit(look)
            until_it_waits(looking, started)
            dealing.deal_next(table)
        hand, is_in_hand = looking.result(10)
    assert (hand and hand.number, hand and hand.state, is_in_hand) == (2, "running", True)


def test_commitment_sent_while_the_deck_is_sealed_is_for_the_next_hand(
    seated: Table, alice: User, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    clock.reach(seated)
    started, sealing = Event(), seal

    def commit() -> None:
        started.set()
        try:
            dealing.commit(seated.pk, alice, "a" * 64)
        finally:
            connection.close()

    def meanwhile(**wanted: Any) -> Any:
        until_it_waits(pool.submit(commit), started)
        return sealing(**wanted)

    monkeypatch.setattr(dealing, "seal", meanwhile)
    with ThreadPoolExecutor(1) as pool:
        due.run_due(seated.pk)
    assert (fresh(seated).hands_dealt, seated.seated.get(user=alice).commitment) == (1, "a" * 64)
