"""Check that a snapshot shows one moment, whatever is committed meanwhile, and blocks no writer."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from tables.core.refusals import Unreadable
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tables.page.snapshot import Snapshot, _one_moment
from tables.play import acting, seating
from tests.conftest import PATIENCE_SECONDS
from tests.tables.frames import parts_of
from tests.tables.helpers import fold_out, fresh, moment_of
from tests.tables.page.test_snapshots import all_of

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def meanwhile(do: Callable[[], object]) -> Iterator[list[object]]:
    """Run and commit something on another connection right after the table's row was read."""
    done: list[object] = []

    def elsewhere() -> object:
        try:
            return do() or True
        finally:
            connection.close()

    def between(execute: Any, sql: str, *more: Any) -> Any:
        if not done and sql.startswith("SELECT") and 'FROM "tables_table"' not in sql:
            done.append(somebody.submit(elsewhere).result(PATIENCE_SECONDS))
        return execute(sql, *more)

    with ThreadPoolExecutor(1) as somebody, connection.execute_wrapper(between):
        yield done


def drawn(seen: Snapshot, user: User) -> str:
    return "".join(parts_of(Scene(seen, user, user.preferences)).values())


@pytest.mark.differs_on_services("one moment is a repeatable read")
def test_snapshot_is_consistent_though_a_player_leaves_meanwhile(dealt: Table, alice: User, bob: User) -> None:
    before = snapshot.take(dealt.pk)
    with meanwhile(lambda: seating.stand_up(dealt.pk, alice)) as left:
        seen = snapshot.take(dealt.pk)
    assert left
    assert all_of(seen) == all_of(before)
    assert "Alice" in drawn(seen, bob)
    assert [*snapshot.take(dealt.pk).seats] == [2]


@pytest.mark.differs_on_services("one moment is a repeatable read")
def test_next_hand_is_consistent_though_a_player_leaves_meanwhile(dealt: Table, alice: User, bob: User) -> None:
    known = snapshot.take(dealt.pk)
    fold_out(dealt)
    before = snapshot.take(dealt.pk)
    with meanwhile(lambda: seating.stand_up(dealt.pk, alice)) as left:
        seen = snapshot.take(dealt.pk, known)
    assert left
    assert seen.ties is known.ties  # only the hand was read anew
    assert all_of(seen) == all_of(before)
    assert "Alice" in drawn(seen, bob)
    assert [*snapshot.take(dealt.pk, seen).seats] == [2]


@pytest.mark.differs_on_services("one moment is a repeatable read")
def test_player_acts_while_a_snapshot_is_taken(dealt: Table, alice: User) -> None:
    seen, looked = moment_of(dealt), snapshot.take(dealt.pk).version
    with ThreadPoolExecutor(1) as somebody, _one_moment():
        assert fresh(dealt).version == looked
        acted = somebody.submit(closing, lambda: acting.act(dealt.pk, alice, moment=seen, verb="call"))
        acted.result(PATIENCE_SECONDS)
        assert fresh(dealt).version == looked
    assert fresh(dealt).version == looked + 1


def closing(do: Callable[[], object]) -> None:
    try:
        do()
    finally:
        connection.close()


@pytest.mark.differs_on_services("one moment is a repeatable read")
def test_nested_block_sees_the_state_of_the_outer_one(dealt: Table, alice: User, bob: User) -> None:
    looked = fresh(dealt).version
    with ThreadPoolExecutor(1) as somebody, _one_moment():
        assert fresh(dealt).version == looked
        with _one_moment():
            assert fresh(dealt).version == looked
        somebody.submit(closing, lambda: seating.stand_up(dealt.pk, alice)).result(PATIENCE_SECONDS)
        assert snapshot.take(dealt.pk).version == looked
    assert state_is_clean()
    assert fresh(dealt).version > looked


@pytest.mark.differs_on_services("one moment is a repeatable read")
def test_snapshot_within_a_transaction_does_not_end_it(dealt: Table, alice: User) -> None:
    with transaction.atomic():
        Table.objects.filter(pk=dealt.pk).update(name="Another")
        assert snapshot.take(dealt.pk).table.name == "Another"
        assert connection.in_atomic_block
        transaction.set_rollback(True)
    assert fresh(dealt).name != "Another"


def state_is_clean() -> bool:
    """Return whether another transaction can begin and writes outside of one are committed at once."""
    with transaction.atomic():
        pass
    return connection.get_autocommit() and not connection.in_atomic_block and not _in_transaction()


def _in_transaction() -> bool:
    return connection.vendor == "sqlite" and bool(connection.connection.in_transaction)


@pytest.mark.parametrize("error", [Unreadable, KeyboardInterrupt])
@pytest.mark.differs_on_services("one moment is a repeatable read")
def test_error_during_a_snapshot_leaves_the_connection_clean(
    dealt: Table, alice: User, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(snapshot, "ties_of", fails)
        with pytest.raises(error):
            snapshot.take(dealt.pk)
    assert state_is_clean()
    with ThreadPoolExecutor(1) as somebody:  # no lock is left that a writer would wait for
        somebody.submit(closing, lambda: seating.stand_up(dealt.pk, alice)).result(PATIENCE_SECONDS)
    assert [*snapshot.take(dealt.pk).seats] == [2]


@pytest.mark.differs_on_services("one moment is a repeatable read")
def test_unknown_table_leaves_the_connection_clean(db: None) -> None:
    with pytest.raises(Table.DoesNotExist):
        snapshot.take(10**9)
    assert state_is_clean()


@pytest.mark.embedded
def test_connection_closed_during_a_snapshot_is_replaced(dealt: Table) -> None:
    with _one_moment():
        fresh(dealt)
        connection.close()
        assert fresh(dealt).pk == dealt.pk
    assert state_is_clean()
    assert snapshot.take(dealt.pk).table == dealt
