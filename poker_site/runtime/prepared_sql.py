"""Keep the SQL of queries that come with every action: writing it takes the ORM ten times as long as running it.

Only what an action at a table reads and writes is here; everything else goes by the ORM.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Field, Model, QuerySet
from django.db.models.expressions import Col

M = TypeVar("M", bound=Model)

_BLANKS: Final = tuple(2**63 - place for place in range(1, 12))
"""Placeholders in a query for the numbers that it is asked about, none of which is ever that large."""


class _Written(NamedTuple):
    sql: str
    values: Sequence[Any]
    names: Sequence[str]
    converters: Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]
    """Holds a column's number, the functions that turn its values into Python's, and its expression."""


class Prepared(Generic[M]):
    """Runs a query on one model, without joins; `make` builds it from a placeholder for each number to ask about."""

    def __init__(self, model: type[M], make: Callable[..., QuerySet[M, Any]], *, blanks: int = 1) -> None:
        self.model = model
        self.make = make
        self.blanks = _BLANKS[:blanks]
        self.written: dict[str, _Written] = {}

    def __call__(self, *numbers: int) -> list[M]:
        """Return the rows that the queryset would."""
        names = self._written().names
        return [self.model.from_db(connection.alias, names, row) for row in self.rows(*numbers)]

    def one(self, *numbers: int) -> M | None:
        return next(iter(self(*numbers)), None)

    def rows(self, *numbers: int) -> Iterator[Sequence[Any]]:
        written, asked = self._written(), dict(zip(self.blanks, numbers, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(written.sql, [asked.get(value, value) for value in written.values])
            found = cursor.fetchall()
        return (_converted(row, written) for row in found)

    def _written(self) -> _Written:
        return self.written.get(connection.vendor) or self.written.setdefault(connection.vendor, self._write())

    def _write(self) -> _Written:
        compiler = self.make(*self.blanks).query.get_compiler(connection.alias)
        sql, values = compiler.as_sql()
        columns = [column for column, *_ in compiler.select]
        converters = [(place, *found) for place, found in compiler.get_converters(columns).items()]
        names = [column.target.attname for column in columns if isinstance(column, Col)]
        return _Written(sql, values, names, converters)


def _converted(row: Sequence[Any], written: _Written) -> Sequence[Any]:
    if not written.converters:
        return row
    values = list(row)
    for place, converters, expression in written.converters:
        for convert in converters:
            values[place] = convert(values[place], expression, connection)
    return values


def insert(row: Model) -> None:
    """Insert a row without learning its key and without sending signals."""
    sql, fields = _insert(type(row))
    with connection.cursor() as cursor:
        cursor.execute(sql, _values(row, fields))


def upsert(rows: Collection[Model], *key: str) -> None:
    """Insert rows, or overwrite those that have the same values in the key fields, which must be unique together."""
    if not rows:
        return
    sql, fields = _put(type(next(iter(rows))), key)
    with connection.cursor() as cursor:
        cursor.executemany(sql, [_values(row, fields) for row in rows])


def update(rows: Collection[Model], *names: str) -> None:
    """Update these fields of rows of one model, without sending signals."""
    if not rows:
        return
    sql, fields = _update(type(next(iter(rows))), tuple(sorted(names)))
    values = [[*_values(row, fields), row.pk] for row in rows]
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(sql, values[0])
        else:
            cursor.executemany(sql, values)


Columns = tuple[str, tuple["Field[Any, Any]", ...]]


@cache
def _insert(model: type[Model]) -> Columns:
    fields = tuple(field for field in model._meta.concrete_fields if not field.primary_key)
    columns, blanks = ", ".join(map(_quoted, fields)), ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {_table(model)} ({columns}) VALUES ({blanks})", fields  # noqa: S608  names of ours alone


@cache
def _put(model: type[Model], key: tuple[str, ...]) -> Columns:
    sql, fields = _insert(model)
    among = ", ".join(_quoted(field) for field in fields if field.name in key)
    rest = ", ".join(f"{_quoted(field)} = excluded.{_quoted(field)}" for field in fields if field.name not in key)
    return f"{sql} ON CONFLICT ({among}) DO UPDATE SET {rest}", fields


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> Columns:
    fields = tuple(field for field in model._meta.concrete_fields if field.name in names)
    columns = ", ".join(f"{_quoted(field)} = %s" for field in fields)
    return f'UPDATE {_table(model)} SET {columns} WHERE "id" = %s', fields  # noqa: S608  names of ours alone


def _table(model: type[Model]) -> str:
    return f'"{model._meta.db_table}"'


def _quoted(field: "Field[Any, Any]") -> str:
    return f'"{field.column}"'


def _values(row: Model, fields: "tuple[Field[Any, Any], ...]") -> list[Any]:
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
