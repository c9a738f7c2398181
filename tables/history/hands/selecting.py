"""Which of one's hands are meant: one selection for the list of hands and for the archives made of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from django.db.models import QuerySet

from accounts.models import User
from tables.models import HandPlayer

NEWEST_FIRST: Final = ("-ended_at", "-hand_id")


@dataclass(frozen=True, kw_only=True)
class Filters:
    """Nothing chosen: all hands. Void hands have no pot and no result, so only time, place and cards select them."""

    table: int | None = None
    rulebook: str = ""
    since: datetime | None = None
    """Hands that ended then or later."""
    until: datetime | None = None
    """And not later than this."""
    result: Literal["", "won", "lost"] = ""
    pot_least: int | None = None
    pot_most: int | None = None
    showdown: bool = False
    beside: int | None = None
    """Dealt into the same hand: a user's number."""
    kinds: frozenset[str] = frozenset()
    """Of one's own cards, such as AKs."""


def hands_of(user: User, filters: Filters | None = None) -> QuerySet[HandPlayer]:
    """One's own part in every hand that is over, the newest first; void ones too."""
    chosen = filters or Filters()
    found = HandPlayer.objects.filter(user=user, ended_at__isnull=False)
    if chosen.table is not None:
        found = found.filter(table=chosen.table)
    if chosen.rulebook:
        found = found.filter(rulebook=chosen.rulebook)
    if chosen.beside is not None:
        found = found.filter(hand__in=HandPlayer.objects.filter(user=chosen.beside).values("hand"))
    if chosen.since is not None:
        found = found.filter(ended_at__gte=chosen.since)
    if chosen.until is not None:
        found = found.filter(ended_at__lte=chosen.until)
    return _by_outcome(found, chosen).order_by(*NEWEST_FIRST)


def _by_outcome(found: QuerySet[HandPlayer], chosen: Filters) -> QuerySet[HandPlayer]:
    if chosen.result:
        found = found.filter(net__gt=0) if chosen.result == "won" else found.filter(net__lt=0)
    if chosen.pot_least is not None:
        found = found.filter(pot__gte=chosen.pot_least)
    if chosen.pot_most is not None:
        found = found.filter(pot__lte=chosen.pot_most)
    if chosen.showdown:
        found = found.filter(showdown=True)
    if len(chosen.kinds) == 1:
        return found.filter(kind=next(iter(chosen.kinds)))
    return found.filter(kind__in=sorted(chosen.kinds)) if chosen.kinds else found
