"""Read a page of a user's hands from where another ended: the ten thousandth is found as quickly as the first."""

import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet

from accounts.models import User
from tables.history.hands.selecting import NEWEST_FIRST, Filters, hands_of
from tables.models import HandPlayer

ROWS: Final = 40
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_WRITTEN: Final = struct.Struct(">qq")
_COLUMNS: Final = (
    *("hand", "table", "seat", "net", "pot", "ended_at", "rulebook", "showdown", "cards"),
    *("hand__number", "hand__board", "hand__state", "table__code", "table__name"),
)


class Mark(NamedTuple):
    """Marks a place in the list, just beside this hand."""

    ended_at: datetime
    hand: int

    def __str__(self) -> str:
        since = (self.ended_at - _EPOCH) // timedelta(microseconds=1)
        return urlsafe_b64encode(_WRITTEN.pack(since, self.hand)).decode().rstrip("=")


@dataclass(frozen=True)
class Page:
    rows: list[HandPlayer]
    newer: Mark | None
    older: Mark | None


def parse_mark(text: str) -> Mark | None:
    """Read a mark; None if the text is not one."""
    try:
        since, hand = _WRITTEN.unpack(urlsafe_b64decode(text[:40].encode("ascii") + b"=="))
        return Mark(_EPOCH + timedelta(microseconds=since), hand) if hand > 0 else None
    except (ValueError, OverflowError, struct.error):
        return None


def page_of(user: User, filters: Filters, asked: Mapping[str, str], *, rows: int = ROWS) -> Page:
    """Return a page of the user's hands: the newest, or those `older` or `newer` than the mark in `asked`.

    It reads keys first, from an index alone, so passing over hands that the filters leave out costs little.
    """
    found = hands_of(user, filters)
    if mark := parse_mark(asked.get("older", "")):
        places = _older(found, mark, rows)
    elif mark := parse_mark(asked.get("newer", "")):
        places = _newer(found, mark, rows)
    else:
        places = None
    shown, newer, older = places or _cut(_marks(found, rows), rows, newer=False)
    return Page(_read(user, shown), newer, older)


Places = tuple[list[Mark], Mark | None, Mark | None]
"""Holds the hands of a page, and the marks of the newer and the older page."""


def _older(found: QuerySet[HandPlayer], mark: Mark, rows: int) -> Places | None:
    """Return the page after the mark. Both conditions together compare the keys; an index can follow the second."""
    before = Q(ended_at__lt=mark.ended_at) | Q(hand_id__lt=mark.hand)
    marks = _marks(found.filter(before, ended_at__lte=mark.ended_at), rows)
    return _cut(marks, rows, newer=True) if marks else None


def _newer(found: QuerySet[HandPlayer], mark: Mark, rows: int) -> Places | None:
    """Return the page before the mark; None if no more than a page is newer, which makes it the first page."""
    after = Q(ended_at__gt=mark.ended_at) | Q(hand_id__gt=mark.hand)
    marks = _marks(found.filter(after, ended_at__gte=mark.ended_at).reverse(), rows)
    if len(marks) <= rows:
        return None
    shown = marks[rows - 1 :: -1]
    return shown, shown[0], shown[-1]


def _marks(found: QuerySet[HandPlayer], rows: int) -> list[Mark]:
    """Read one mark more than a page shows, which tells that there is another page."""
    places = found.values_list("ended_at", "hand_id")[: rows + 1]
    return [Mark(ended_at, hand) for ended_at, hand in places if ended_at is not None]


def _cut(marks: list[Mark], rows: int, *, newer: bool) -> Places:
    shown = marks[:rows]
    return shown, shown[0] if newer else None, shown[-1] if len(marks) > rows else None


def _read(user: User, shown: list[Mark]) -> list[HandPlayer]:
    wanted = HandPlayer.objects.filter(user=user, hand__in=[mark.hand for mark in shown]).order_by(*NEWEST_FIRST)
    return list(wanted.select_related("hand", "table").only(*_COLUMNS)) if shown else []
