"""Compute a table's books: what everybody brought and took, what is still there, and who owes whom."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import marked_name
from tables.access.permissions import Tie, Ties, may_host, may_see, ties_of
from tables.formats import strategy_of
from tables.models import LedgerEntry, Table
from tables.records import settlement

Kind = LedgerEntry.Kind
HOUSE: Final = 0
"""Stands for the house in the place of a user's id."""


def may_read(table: Table, user: User | None, ties: Ties | None = None) -> bool:
    """Let everybody read who sits or sat there, even if they may not come any more, and the hosts."""
    if user is None or not user.is_active or strategy_of(table).counters:
        return False  # the counters of a game are worth nothing afterwards
    ties = ties or ties_of(table.pk, user)
    return ties.has(user, Tie.SEATED, Tie.LEFT) or may_host(table, user, ties)


@dataclass(frozen=True)
class Row:
    """Holds a user's account at this table. All house bots together are the house."""

    user_id: int
    name: str
    bought_in: int
    topped_up: int
    cashed_out: int
    put_right: int
    """The chips that a moderator gave back to the purse, at the expense of the house."""
    at_table: int

    @property
    def net(self) -> int:
        return self.at_table + self.cashed_out + self.put_right - self.bought_in - self.topped_up


@dataclass(frozen=True)
class Payment:
    payer: Row
    payee: Row
    amount: int


@dataclass(frozen=True)
class Books:
    rows: tuple[Row, ...]
    payments: tuple[Payment, ...]

    @property
    def was_put_right(self) -> bool:
        return any(row.put_right for row in self.rows)

    @property
    def total(self) -> Mapping[str, int]:
        columns = ("bought_in", "topped_up", "cashed_out", "put_right", "at_table", "net")
        return {column: sum(getattr(row, column) for row in self.rows) for column in columns}

    def only_of(self, user: User) -> "Books":
        own = tuple(row for row in self.rows if row.user_id == user.pk)
        return Books(
            own, tuple(found for found in self.payments if user.pk in (found.payer.user_id, found.payee.user_id))
        )


def books_for(table: Table, user: User, ties: Ties) -> Books:
    """Return the books; a reader who may not see the table any more gets only their own account and payments."""
    books = books_of(table)
    return books if may_see(table, user, ties) else books.only_of(user)


def books_of(table: Table) -> Books:
    """Return all books. In a running hand the chips are as they were before it: bets still belong to their players."""
    sums = _sums(table)
    users = User.objects.in_bulk(pk for pk, found in sums.items() if any(found.values()))
    people = [_row(user, sums[pk]) for pk, user in users.items() if not user.is_house]
    rows = sorted(people, key=lambda row: (-row.net, row.name.casefold()))
    house = _house([sums[pk] for pk in users], [sums[pk] for pk, user in users.items() if user.is_house])
    all_rows = (*rows, house) if any(_values(house)) else tuple(rows)
    return Books(all_rows, tuple(_payments(all_rows)))


def _payments(rows: Iterable[Row]) -> Iterator[Payment]:
    by_id = {row.user_id: row for row in rows}
    for found in settlement.transfers({user_id: row.net for user_id, row in by_id.items()}):
        yield Payment(by_id[int(str(found.payer))], by_id[int(str(found.payee))], found.amount)


def _sums(table: Table) -> dict[int, dict[str, int]]:
    """Add up the ledger by user and kind; `at_table` is what lies on the seat, the sum of all that came to it.

    It takes one query: between two, a player who stands up would be neither at the table nor gone.
    """
    plus, minus = Sum("to_seat", filter=Q(to_seat__gt=0)), Sum("to_seat", filter=Q(to_seat__lt=0))
    entries = LedgerEntry.objects.filter(table=table).order_by().values("user", "kind")
    found: dict[int, dict[str, int]] = {}
    for entry in entries.annotate(brought=plus, took=minus, purse=Sum("to_purse"), seat=Sum("to_seat")):
        sums = found.setdefault(entry["user"], {"at_table": 0})
        sums[entry["kind"]] = entry["purse"]
        sums["at_table"] += entry["seat"]
        if entry["kind"] == Kind.HOUSE:
            sums |= {"brought": entry["brought"] or 0, "took": -(entry["took"] or 0)}
    return found


def _row(user: User, sums: Mapping[str, int]) -> Row:
    return Row(
        user_id=user.pk,
        name=marked_name(user),
        bought_in=-sums.get(Kind.BUY_IN, 0),
        topped_up=-sums.get(Kind.TOP_UP, 0),
        cashed_out=sums.get(Kind.CASH_OUT, 0),
        put_right=sums.get(Kind.REVERSAL, 0),
        at_table=sums["at_table"],
    )


def _house(sums: list[dict[str, int]], bots: list[dict[str, int]]) -> Row:
    """Return the account of the house: it gives a bot chips when it sits down and whenever it has none left."""
    return Row(
        user_id=HOUSE,
        name=_("The house"),
        bought_in=sum(found.get("brought", 0) for found in sums),
        topped_up=0,
        cashed_out=sum(found.get("took", 0) for found in sums),
        put_right=-sum(found.get(Kind.REVERSAL, 0) for found in sums),
        at_table=sum(found["at_table"] for found in bots),
    )


def _values(row: Row) -> tuple[Any, ...]:
    return row.bought_in, row.cashed_out, row.put_right, row.at_table
