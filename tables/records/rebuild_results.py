"""Rebuild all sessions from the log of hands alone, while people play.

Each table is read some hands at a time. They are replayed without a lock, for a hand that is over does not change.
Under the table's lock the sessions that still grow are moved on, and those that no later hand can belong to replace
whatever was counted for that time. Hands that end meanwhile are counted as always, and read here in their turn. When no
hand is left, and none can end because of the lock, the remaining sessions are stored, and what was there before is
deleted.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from tables.core.locking import locked
from tables.core.refusals import Refused, Unreadable
from tables.engine.deck import NotASealedDeck
from tables.engine.hand import HandState
from tables.engine.opening import OpeningError, SeatNumber
from tables.engine.rejection import Rejection
from tables.engine.rules import RulesError
from tables.equity.luck import all_in_luck
from tables.models import Hand, Recount, Sitting, Table
from tables.records import sessions
from tables.records.audit import replayed
from tables.records.count_results import people_of
from tables.records.figures import Figures, figures

AT_A_TIME: Final = 100
"""The number of hands that are in memory, and counted under one lock."""

ReportProgress = Callable[[int, int], None]
"""Receives how many hands were read, and how many of these cannot be replayed."""


@dataclass
class _Growing:
    """Holds a session, and the numbers of the first and the last hand that are counted in it so far."""

    sitting: Sitting
    first: int
    last: int


def rebuild(told: ReportProgress) -> None:
    """Rebuild all sessions, from where an earlier run was cut off."""
    for table_id in list(_tables().values_list("pk", flat=True)):
        while not _step(table_id, told):
            pass
    Recount.objects.all().delete()


def forget_where() -> None:
    """Let the next run begin at the beginning."""
    Recount.objects.all().delete()


def hands_to_read() -> tuple[int, int]:
    """Return how many hands the run that was cut off has read, and how many there are."""
    over = Hand.objects.filter(state=Hand.State.OVER)
    read = Q(number__lte=Recount.objects.filter(table=OuterRef("table")).values("number")[:1])
    return over.filter(read).count(), over.count()


def _tables() -> QuerySet[Table]:
    counted = Exists(Sitting.objects.filter(table=OuterRef("pk")))
    done = Recount.objects.filter(done=True).values("table")
    return Table.objects.filter(Q(hands_dealt__gt=0) | counted).exclude(pk__in=done).order_by("pk")


def _step(table_id: int, told: ReportProgress) -> bool:
    """Read some hands of this table, and return whether it is done."""
    mark = _mark(table_id)
    hands = list(_next(table_id, mark.number))
    read = [(hand, _figures(hand)) for hand in hands]
    with locked(table_id, even_closed=True):
        if Recount.objects.filter(pk=mark.pk, number=mark.number, done=False).first() is None:
            raise Refused("Another run is rebuilding the results.")
        if not hands and _next(table_id, mark.number).exists():
            return False
        growing = {found["user_id"]: _thawed(found) for found in mark.open}
        ended = _grow(growing, read) if hands else list(growing.values())
        _replace(table_id, ended)
        mark.open = [_frozen(found) for found in growing.values()] if hands else []
        mark.number, mark.done = (hands[-1].number if hands else mark.number), not hands
        if mark.done:
            Sitting.objects.filter(table=table_id, pk__lte=mark.before).delete()
        mark.save()
    told(len(hands), sum(1 for _hand, found in read if found is None))
    return mark.done


def _mark(table_id: int) -> Recount:
    with locked(table_id, even_closed=True):
        before = Sitting.objects.filter(table=table_id).aggregate(last=Max("pk"))["last"] or 0
        return Recount.objects.get_or_create(table_id=table_id, defaults={"before": before})[0]


def _next(table_id: int, number: int) -> QuerySet[Hand]:
    over = Hand.objects.filter(table=table_id, state=Hand.State.OVER, number__gt=number)
    return over.order_by("number").prefetch_related("players__user", "moves")[:AT_A_TIME]


def _figures(hand: Hand) -> dict[SeatNumber, Figures] | None:
    """Return the figures of a hand by seat; None if it cannot be replayed, which leaves it out."""
    try:
        return figures(_replayed(hand))
    except Unreadable:
        return None


def _replayed(hand: Hand) -> HandState:
    try:
        play = replayed(hand)
    except (Rejection, OpeningError, RulesError, NotASealedDeck, ValueError, LookupError, TypeError) as error:
        raise Unreadable from error
    if not play.over:
        raise Unreadable
    return play


Read = tuple[Hand, Mapping[SeatNumber, Figures] | None]


def _grow(growing: dict[int, _Growing], read: Iterable[Read]) -> list[_Growing]:
    """Count these hands in the sessions that grow, and return those that have ended."""
    ended = []
    for hand, found in read:
        over = [user_id for user_id, own in growing.items() if not sessions.goes_on(own.sitting, hand)]
        ended += [growing.pop(user_id) for user_id in over]
        if found is None:
            continue
        for place, user_id in people_of(hand).items():
            if user_id not in growing:
                growing[user_id] = _Growing(sessions.begun(user_id, hand), hand.number, hand.number)
            sessions.add(growing[user_id].sitting, hand, found[place])
            growing[user_id].last = hand.number
    return ended


def _replace(table_id: int, ended: Collection[_Growing]) -> None:
    """Replace what is counted for the time of these sessions."""
    lucks: dict[int, tuple[Mapping[SeatNumber, int], int]] = {}
    for own in ended:
        sitting = own.sitting
        same_time = Q(ended_at__gte=sitting.began_at, began_at__lte=sitting.ended_at)
        Sitting.objects.filter(same_time, table=table_id, user=sitting.user_id).delete()
        _add_lucks(own, lucks)
    Sitting.objects.bulk_create(own.sitting for own in ended)


def _add_lucks(own: _Growing, lucks: dict[int, tuple[Mapping[SeatNumber, int], int]]) -> None:
    """Add the luck of a session's hands, under the lock, for chances may be stored at any time.

    `lucks` remembers hands for the sessions of other players.
    """
    sitting = own.sitting
    numbers = {"number__range": (own.first, own.last), "chances__isnull": False}
    hands = Hand.objects.filter(table=sitting.table_id, state=Hand.State.OVER, players__user=sitting.user_id, **numbers)
    for hand in hands.order_by("number").prefetch_related("players", "moves"):
        if hand.pk not in lucks:
            lucks[hand.pk] = _lucks(hand)
        place = next(SeatNumber(player.seat) for player in hand.players.all() if player.user_id == sitting.user_id)
        found, big_blind = lucks[hand.pk]
        sessions.add_luck(sitting, found.get(place, 0), big_blind)


def _lucks(hand: Hand) -> tuple[Mapping[SeatNumber, int], int]:
    try:
        play = _replayed(hand)
    except Unreadable:
        return {}, 1
    return all_in_luck(play, hand.chances), play.rules.big_blind


_TIMES: Final = ("began_at", "ended_at")


def _frozen(own: _Growing) -> dict[str, Any]:
    values = {field.attname: getattr(own.sitting, field.attname) for field in Sitting._meta.concrete_fields}
    times = {name: values[name].isoformat() for name in _TIMES}
    return {**values, **times, "first": own.first, "last": own.last}


def _thawed(values: Mapping[str, Any]) -> _Growing:
    kept = {name: value for name, value in values.items() if name not in ("first", "last")}
    times = {name: datetime.fromisoformat(values[name]) for name in _TIMES}
    sitting = Sitting(**{**kept, **times, "mbb_squares": float(values["mbb_squares"])})
    return _Growing(sitting, values["first"], values["last"])
