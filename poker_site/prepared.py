"""Queries that come with every action. Their SQL is written once: that takes the ORM ten times as long as asking."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)

_BLANKS: Final = (2**63 - 1, 2**63 - 2)
"""Stand in the query for the numbers that are asked about, none of which is ever that large."""


class _Written(NamedTuple):
    sql: str
    values: Sequence[Any]
    names: Sequence[str]
    converters: Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]
    """Column, how what the database says becomes what Python knows, and the expression."""


class Prepared(Generic[M]):
    """Of one model, without joins; `make` gets a blank for each number that will be asked about."""

    def __init__(self, model: type[M], make: Callable[..., QuerySet[M, Any]], *, blanks: int = 1) -> None:
        self.model = model
        self.make = make
        self.blanks = _BLANKS[:blanks]
        self.written: dict[str, _Written] = {}

    def __call__(self, *numbers: int) -> list[M]:
        """As the queryset would give them."""
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
        return _Written(sql, values, [column.target.attname for column in columns], converters)


def _converted(row: Sequence[Any], written: _Written) -> Sequence[Any]:
    if not written.converters:
        return row
    values = list(row)
    for place, converters, expression in written.converters:
        for convert in converters:
            values[place] = convert(values[place], expression, connection)
    return values
