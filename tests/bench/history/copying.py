"""Copy rows into PostgreSQL with COPY, without constraints and indexes until all rows are there."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from tables.engine.opening import Move as Made
from tables.models import Hand, HandPlayer, Move, Sitting

FILLED: Final = (Hand, HandPlayer, Move, Sitting)
_MOVE: Final = ("hand_id", "sequence", "seat", "verb", "amount", "cause", "at")


@dataclass
class Batch:
    hands: list[Hand] = field(default_factory=list)
    players: list[HandPlayer] = field(default_factory=list)
    moves: list[tuple[Any, ...]] = field(default_factory=list)
    sittings: list[Sitting] = field(default_factory=list)

    def add(self, hand: Hand, players: Iterable[HandPlayer], made: Iterable[Made]) -> None:
        self.hands.append(hand)
        self.players.extend(players)
        self.moves.extend(
            (hand.pk, place, move.seat, move.verb, move.amount, "player", hand.began_at + timedelta(seconds=1 + place))
            for place, move in enumerate(made)
        )


def copy(connection: BaseDatabaseWrapper, batch: Batch) -> None:
    """Copy the rows of the batch, and empty it."""
    with connection.cursor() as cursor:
        for model, rows in ((Hand, batch.hands), (HandPlayer, batch.players), (Sitting, batch.sittings)):
            names = [
                found.attname
                for found in model._meta.concrete_fields
                if model is not HandPlayer or not found.primary_key
            ]
            _copy(cursor, model, names, ([_value(row, name) for name in names] for row in rows))
        _copy(cursor, Move, _MOVE, batch.moves)
    for part in (batch.hands, batch.players, batch.moves, batch.sittings):
        part.clear()


def _value(row: Model, name: str) -> Any:
    value = getattr(row, name)
    return json.dumps(value) if name == "rules" else value


def _copy(cursor: Any, model: type[Model], names: Iterable[str], rows: Iterable[Any]) -> None:
    columns = ", ".join(f'"{name}"' for name in names)
    with cursor.copy(f'COPY "{model._meta.db_table}" ({columns}) FROM STDIN') as stream:
        for row in rows:
            stream.write_row(row)


@contextmanager
def unguarded(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Drop indexes, uniqueness and foreign keys for the block, and make them anew at its end."""
    tables = [model._meta.db_table for model in FILLED]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
            "WHERE contype IN ('f', 'u') AND conrelid::regclass::text = ANY(%s) ORDER BY contype DESC",
            [tables],
        )
        constraints = cursor.fetchall()
        for table, name, _ in constraints:
            cursor.execute(f'ALTER TABLE "{table}" DROP CONSTRAINT "{name}"')
        cursor.execute(
            "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index "
            "WHERE indrelid::regclass::text = ANY(%s) AND NOT indisprimary",
            [tables],
        )
        indexes = cursor.fetchall()
        for name, _ in indexes:
            cursor.execute(f"DROP INDEX {name}")
    yield
    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '512MB'")
        for _, definition in indexes:
            cursor.execute(definition)
        for table, name, definition in constraints:
            cursor.execute(f'ALTER TABLE "{table}" ADD CONSTRAINT "{name}" {definition}')


def settle_down(connection: BaseDatabaseWrapper) -> None:
    """Set the sequences behind the copied keys, and vacuum and analyse as the database would once it is idle."""
    with connection.cursor() as cursor:
        for model in FILLED:
            table = model._meta.db_table
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
            cursor.execute(f'VACUUM ANALYZE "{table}"')
        cursor.execute("VACUUM ANALYZE")
