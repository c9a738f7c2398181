"""Tell who plays where and when, as a pure function of numbers, so that processes need not talk to each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Final

from tables.engine.rulebooks import RULEBOOKS, rules_for
from tables.engine.rules import Rules

ACCOUNTS: Final = 2_000
TABLES: Final = 500
HEAVY: Final = 20
"""Counts the accounts that play every evening at one table in each twenty."""
EVENING: Final = 100
"""Counts the hands of an evening at one table."""
SECONDS_A_HAND: Final = 40
BEGAN: Final = datetime(2026, 1, 1, 18, tzinfo=UTC)
_BOOKS: Final = ("cash", "cash", "cash", "home", "queue", "cash", "contest", "cash", "duel", "cash")


_rules: Final = cache(rules_for)


@dataclass(frozen=True)
class World:
    """Describes the tables, evenings and accounts; account 1 also plays at every fifth table."""

    tables: int
    evenings: int
    accounts: int = ACCOUNTS

    @classmethod
    def of(cls, hands: int) -> "World":
        tables = max(2, min(TABLES, hands // EVENING))
        return cls(tables, max(1, hands // (tables * EVENING)))

    @property
    def hands(self) -> int:
        return self.tables * self.evenings * EVENING

    @property
    def heavy(self) -> range:
        return range(1, HEAVY + 1)

    def rules(self, table: int) -> Rules:
        return _rules(_BOOKS[table % len(_BOOKS)])

    def stack(self, table: int, mind: Random) -> int:
        book = RULEBOOKS[_BOOKS[table % len(_BOOKS)]]
        return book.stack if book.stack_is_fixed else book.rules.big_blind * mind.randint(30, 200)

    def players(self, table: int, evening: int) -> list[int]:
        """Return the accounts at a table: those that always come, and some of its circle."""
        circle = Random(table).sample(range(HEAVY + 1, self.accounts + 1), 8)
        always = list(dict.fromkeys([1 + table % HEAVY, *([1] if table % 5 == 0 else [])]))
        if _BOOKS[table % len(_BOOKS)] == "duel":
            return [always[0], circle[evening % len(circle)]]
        return [*always, *Random(f"{table} {evening}").sample(circle, 2 + (table + evening) % 4)]

    def moments(self, table: int, evening: int) -> Iterator[tuple[datetime, datetime]]:
        """Yield when the hands begin and end; no two hands of all end at the same microsecond."""
        first = BEGAN + timedelta(days=evening * 330 / self.evenings, seconds=7 * table, microseconds=table)
        for number in range(EVENING):
            began = first + timedelta(seconds=SECONDS_A_HAND * number)
            yield began, began + timedelta(seconds=SECONDS_A_HAND - 8)
