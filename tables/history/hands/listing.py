"""Prepare the list of hands as plain values for its page."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.http import QueryDict
from django.utils import timezone
from django.utils.formats import time_format

from accounts.models import User
from tables.core.words import chips, signed
from tables.history.hands.filter_form import FilterForm
from tables.history.hands.pages import Mark, page_of
from tables.history.hands.selecting import hands_of
from tables.hosting.rulebook_cards import CARDS
from tables.models import Hand, HandPlayer
from tables.templatetags.cards import faces


@dataclass(frozen=True, slots=True)
class Row:
    """Shows a hand of the list, all in words."""

    id: int
    at: datetime
    moment: str
    time: str
    number: str
    table: str
    rulebook: str
    cards: str
    board: str
    pot: str
    net: str
    way: str
    """Says whether the hand was won: up, down, or nothing."""
    void: bool


@dataclass(frozen=True)
class Listing:
    form: FilterForm
    days: list[tuple[date, list[Row]]]
    newer: str
    """The query string of that page; empty if there is none."""
    older: str
    asked: str
    """The query string of the filters alone."""
    played: bool
    """True if there would be any hand without filters."""


def listing(user: User, asked: QueryDict) -> Listing:
    form = FilterForm(asked, user=user)
    filters = _query(asked, None, None)
    if not form.is_valid():
        return Listing(form, [], "", "", filters, played=True)
    page = page_of(user, form.filters(), asked)
    played = bool(page.rows) or (form.chooses and hands_of(user).exists())
    newer = _query(asked, "newer", page.newer) if page.newer else ""
    older = _query(asked, "older", page.older) if page.older else ""
    return Listing(form, _days(page.rows), newer, older, filters, played)


def _query(asked: QueryDict, way: str | None, mark: Mark | None) -> str:
    query = QueryDict(mutable=True)
    for name, value in asked.items():
        if value and name not in ("newer", "older"):
            query[name] = str(value)
    if way:
        query[way] = str(mark)
    return query.urlencode()


def _days(found: Iterable[HandPlayer]) -> list[tuple[date, list[Row]]]:
    days = groupby(map(_row, found), key=lambda row: row.at.date())
    return [(day, list(rows)) for day, rows in days]


def _row(found: HandPlayer) -> Row:
    """Prepare a row in words: a page has forty of them, and a template takes ten times as long."""
    card, table, net = CARDS.get(found.rulebook), found.table, found.net or 0
    at = timezone.localtime(found.ended_at)
    return Row(
        id=found.hand_id,
        at=at,
        moment=at.isoformat(timespec="seconds"),
        time=time_format(at, "TIME_FORMAT"),
        number=str(found.hand.number),
        table=table.name if table else "",
        rulebook=str(card.title) if card else found.rulebook,
        cards=faces(found.cards),
        board=faces(found.hand.board),
        pot="" if found.pot is None else chips(found.pot),
        net=signed(net),
        way="up" if net > 0 else "down" if net else "",
        void=found.hand.state == Hand.State.VOID,
    )
