"""Help with a table: seat people, let them look on and act, and check the books."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

from django.db.models import Sum

from accounts.models import User
from tables.core import deadlines as clocks
from tables.core import hand_cache, money
from tables.engine.hand import HandState
from tables.hosting import moderation
from tables.models import Hand, LedgerEntry, Move, Presence, Purse, Seat, Table
from tables.play import acting, due, lifecycle, presence
from tables.play.acting import Moment

STACK = 10_000
LEAST, MOST = 4_000, 20_000
NEVER = datetime(2040, 1, 1, tzinfo=UTC)


class Clock:
    """Stands still until a test moves it on."""

    def __init__(self) -> None:
        self.moment = datetime(2030, 1, 1, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def go_on(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)

    def reach(self, table: Table) -> float:
        """Move to the moment when something is due at this table; return how many seconds that took."""
        moment = fresh(table).due_at
        assert moment is not None
        seconds = (moment - self.moment).total_seconds()
        self.moment = moment
        return seconds

    def run_guarded(self, table: Table) -> None:
        """Wait for what is due, and do it as the worker does."""
        self.reach(table)
        due.run_guarded(table.pk)

    def run_due(self, table: Table) -> float:
        """Wait for what is due, and do it; return how many seconds that took."""
        seconds = self.reach(table)
        due.run_due(table.pk)
        return seconds


@dataclass
class Outbox:
    """Holds what left the process, in this order."""

    topics: list[tuple[str, int]] = field(default_factory=list)
    wakes: list[tuple[int, datetime]] = field(default_factory=list)
    tasks: list[tuple[str, int, str]] = field(default_factory=list)
    """Holds tasks other than wake-ups, with the queue they went to."""


OutboxContext = Callable[[], AbstractContextManager[Outbox]]


def open_table(owner: User, *, rulebook: str = "cash", **changes: Any) -> Table:
    """Open a table, with the stakes 50/100 unless something else is asked for."""
    wanted: dict[str, Any] = {"name": "A table", "options": {}, "buy_in_least": LEAST, "buy_in_most": MOST, **changes}
    return lifecycle.open_table(owner, rulebook=rulebook, **wanted)


def seat_people(table: Table, users: Iterable[User], *, chips: int = STACK) -> None:
    """Seat people in the seats 1, 2, 3 and so on of a new table, each with it open in a browser; a hand is due.

    The rows are those that `sit_down` would leave, in a tenth of the time; `test_sitting_down` compares them.
    """
    here, at = list(users), clocks.now()
    left = money.FIRST_CHIPS - chips
    Presence.objects.bulk_create(
        Presence(table=table, user=user, process="test", since=at, until=NEVER) for user in here
    )
    Purse.objects.bulk_create(Purse(user=user, chips=left) for user in here)
    Seat.objects.bulk_create(
        Seat(table=table, number=number, user=user, stack=chips, state=Seat.State.PLAYING, must_wait=False, since=at)
        for number, user in enumerate(here, start=1)
    )
    entries = [
        [
            LedgerEntry(kind="grant", user=user, to_purse=money.FIRST_CHIPS),
            LedgerEntry(kind="buy_in", user=user, table=table, to_purse=-chips, to_seat=chips),
        ]
        for user in here
    ]
    LedgerEntry.objects.bulk_create(chain.from_iterable(entries))
    first_deal = at + clocks.PROMISED_IN
    Table.objects.filter(pk=table.pk).update(due=Table.Due.DEAL, due_at=first_deal, wake_up_at=first_deal)


def sits(table: Table, user: User) -> bool:
    return table.seated.filter(user=user).exists()


def look_on(table: Table, user: User) -> None:
    """Open the table in a browser that stays open however late it gets."""
    presence.arrive(table.pk, user.pk, "test")
    Presence.objects.filter(table=table, user=user).update(until=NEVER)


def look_away(table: Table, *users: User) -> None:
    for user in users:
        presence.depart(table.pk, user.pk, "test")


def fresh(table: Table) -> Table:
    return Table.objects.select_related("hand").get(pk=table.pk)


def hand_of(table: Table) -> Hand:
    hand = fresh(table).hand
    assert hand is not None
    return hand


def play_of(table: Table) -> HandState:
    now = fresh(table)
    assert now.hand is not None
    return hand_cache.hand_state_of(now.hand, moves_made=now.moves_made)


def moment_of(table: Table) -> Moment:
    now = fresh(table)
    assert now.hand is not None
    return Moment(now.hand.number, now.moves_made)


def seat_of(table: Table, user: User) -> Seat:
    return table.seated.get(user=user)


def state_of(table: Table, user: User) -> str:
    return seat_of(table, user).state


def to_act(table: Table) -> User:
    return table.seated.select_related("user").get(number=play_of(table).turn or 0).user


def act(table: Table, user: User, verb: str, amount: Any = None) -> None:
    acting.act(table.pk, user, moment=moment_of(table), verb=verb, amount=amount)


def fold_out(table: Table) -> None:
    """Fold for everybody until the last one has won."""
    while not play_of(table).over:
        act(table, to_act(table), "fold")


def check_down(table: Table) -> None:
    """Call and check for everybody, to a showdown."""
    users = {seat.number: seat.user for seat in table.seated.select_related("user")}
    while (legal := play_of(table).legal) is not None:
        act(table, users[legal.seat], "check" if legal.check else "call")


def judge() -> User:
    """Return a moderator who sits at no table."""
    return User.objects.filter(username="judge").first() or User.objects.create_superuser(username="Judge")


def void_hand(table: Table) -> None:
    moderation.void_hand(table.pk, judge(), "It was stuck.")


def close_by_force(table: Table) -> None:
    moderation.close(table.pk, judge(), "Nobody is left to host it.")


def moves(table: Table) -> list[tuple[int, str, str]]:
    """Return the seat, verb and cause of each move of the last hand."""
    return list(Move.objects.filter(hand=hand_of(table)).values_list("seat", "verb", "cause"))


def purse(user: User) -> int:
    return Purse.objects.get(user=user).chips


def assert_books_agree() -> None:
    """Check that purses and seats are the sums of their ledger entries, and that those of each hand add up to 0."""
    for user, chips in Purse.objects.values_list("user", "chips"):
        assert chips == (LedgerEntry.objects.filter(user=user).aggregate(sum=Sum("to_purse"))["sum"] or 0)
    sums = LedgerEntry.objects.exclude(table=None).order_by().values_list("user", "table").annotate(Sum("to_seat"))
    seats = {(user, table): stack for user, table, stack in Seat.objects.values_list("user", "table", "stack") if stack}
    assert {(user, table): chips for user, table, chips in sums if chips} == seats
    hands = LedgerEntry.objects.filter(kind="hand").order_by().values_list("hand").annotate(Sum("to_seat"))
    assert all(chips == 0 for _, chips in hands)
