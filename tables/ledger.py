"""A table's books: what everybody brought and took, what is still there, and who owes whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import shown_name
from tables import settlement
from tables.access import Tie, Ties, may_host, may_see, ties_of
from tables.models import LedgerEntry, Seat, Table

Kind = LedgerEntry.Kind
HOUSE: Final = 0
"""In the place of a user's number."""


def may_read(table: Table, user: User | None, ties: Ties | None = None) -> bool:
    """Whoever sits or sat there, and the hosts."""
    if user is None:
        return False
    ties = ties or ties_of(table.pk, user)
    if not may_see(table, user, ties):
        return False
    return ties.has(user, Tie.SEATED, Tie.LEFT) or may_host(table, user, ties)


@dataclass(frozen=True)
class Row:
    """Somebody's account at this table. All house bots together are the house."""

    user_id: int
    name: str
    bought_in: int
    topped_up: int
    cashed_out: int
    put_right: int
    """By a moderator: what came back to the purse, against the house."""
    at_table: int

    @property
    def net(self) -> int:
        return self.at_table + self.cashed_out + self.put_right - self.bought_in - self.topped_up


@dataclass(frozen=True)
class Payment:
    payer: str
    payee: str
    amount: int


@dataclass(frozen=True)
class Books:
    rows: tuple[Row, ...]

    @cached_property
    def payments(self) -> list[Payment]:
        names = {row.user_id: row.name for row in self.rows}
        found = settlement.transfers({row.user_id: row.net for row in self.rows})
        return [Payment(names[int(str(t.payer))], names[int(str(t.payee))], t.amount) for t in found]

    @property
    def was_put_right(self) -> bool:
        return any(row.put_right for row in self.rows)

    @property
    def total(self) -> Mapping[str, int]:
        columns = ("bought_in", "topped_up", "cashed_out", "put_right", "at_table", "net")
        return {column: sum(getattr(row, column) for row in self.rows) for column in columns}


def books_of(table: Table) -> Books:
    """In a running hand the chips are as they were before it: what is bet is still its player's."""
    sums = _sums(table)
    stacks = {seat.user_id: seat for seat in table.seated.exclude(state=Seat.State.HELD)}
    ids = {user_id for user_id, found in sums.items() if any(found.values())} | stacks.keys()
    users = User.objects.in_bulk(ids)
    people = [_row(users[pk], sums.get(pk, {}), stacks.get(pk)) for pk in ids if not users[pk].is_bot]
    rows = sorted(people, key=lambda row: (-row.net, row.name.casefold()))
    house = _house([sums.get(pk, {}) for pk in ids], [stacks[pk] for pk in stacks if users[pk].is_bot])
    return Books((*rows, house) if any(_values(house)) else tuple(rows))


def _sums(table: Table) -> dict[int, dict[str, int]]:
    """What came from the purse and from the house to the table, or back, by user and kind; and what went wrong."""
    kinds = [Kind.BUY_IN, Kind.TOP_UP, Kind.CASH_OUT, Kind.REVERSAL, Kind.HOUSE]
    entries = LedgerEntry.objects.filter(table=table, kind__in=kinds).order_by().values("user", "kind")
    plus, minus = Sum("to_seat", filter=Q(to_seat__gt=0)), Sum("to_seat", filter=Q(to_seat__lt=0))
    found: dict[int, dict[str, int]] = {}
    for entry in entries.annotate(brought=plus, took=minus, purse=Sum("to_purse")):
        sums = found.setdefault(entry["user"], {})
        sums[entry["kind"]] = entry["purse"]
        if entry["kind"] == Kind.HOUSE:
            sums |= {"brought": entry["brought"] or 0, "took": -(entry["took"] or 0)}
    return found


def _row(user: User, sums: Mapping[str, int], seat: Seat | None) -> Row:
    return Row(
        user_id=user.pk,
        name=shown_name(user),
        bought_in=-sums.get(Kind.BUY_IN, 0),
        topped_up=-sums.get(Kind.TOP_UP, 0),
        cashed_out=sums.get(Kind.CASH_OUT, 0),
        put_right=sums.get(Kind.REVERSAL, 0),
        at_table=seat.stack if seat else 0,
    )


def _house(sums: list[dict[str, int]], bots: list[Seat]) -> Row:
    """A bot's chips come from the house when it sits down and whenever it has none left."""
    return Row(
        user_id=HOUSE,
        name=_("The house"),
        bought_in=sum(found.get("brought", 0) for found in sums),
        topped_up=0,
        cashed_out=sum(found.get("took", 0) for found in sums),
        put_right=-sum(found.get(Kind.REVERSAL, 0) for found in sums),
        at_table=sum(seat.stack for seat in bots),
    )


def _values(row: Row) -> tuple[Any, ...]:
    return row.bought_in, row.cashed_out, row.put_right, row.at_table
