"""Select among a user's hands: one selection for the list of hands and for the archives made of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from django.db.models import QuerySet

from accounts.models import User
from tables.models import HandPlayer

NEWEST_FIRST: Final = ("-ended_at", "-hand_id")


@dataclass(frozen=True, kw_only=True)
class Filters:
    """Chooses all hands by default. Void hands have no pot and no result, so filters by these leave them out."""

    table: int | None = None
    rulebook: str = ""
    since: datetime | None = None
    """The earliest time at which a hand may have ended."""
    until: datetime | None = None
    """The latest time at which a hand may have ended."""
    result: Literal["", "won", "lost"] = ""
    pot_least: int | None = None
    pot_most: int | None = None
    showdown: bool = False
    beside: int | None = None
    """The id of a user who was dealt into the same hand."""
    kinds: frozenset[str] = frozenset()
    """The kinds of one's own cards, such as AKs."""


def hands_of(user: User, filters: Filters | None = None) -> QuerySet[HandPlayer]:
    """Return the user's part in every hand that has ended, void ones too, the newest first."""
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
