"""Prepare the page of results as plain values."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import Max, Q, QuerySet
from django.utils.formats import number_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from tables.core.words import chips, signed
from tables.history.hands.pages import Mark, parse_mark
from tables.history.results.board import Board, board_of
from tables.history.results.by_hand import Group, groups
from tables.history.results.chart import Chart, Step, chart, day, steps
from tables.history.results.results_filter import PERIODS, ResultsFilter, counted, sittings_of
from tables.history.results.summary import Share, Summary, summary_of
from tables.hosting.rulebook_cards import CARDS
from tables.models import Sitting, Table
from tables.records.ledger import may_read

SESSIONS: Final = 25
"""The number of sessions on a page."""
MOST_POINTS: Final = 240
"""The most points of the line; with no more hands than that, each point is one hand."""
MOST_ROWS: Final = 60
"""The most rows of the table with the same figures."""
MOST_TABLES: Final = 100
"""The most tables to choose from; an address may name any."""
MOST_LEDGERS: Final = 5
NOTHING: Final = "\N{EN DASH}"


class Figure(NamedTuple):
    term: str
    value: str
    note: str = ""
    sign: int = 0


class Session(NamedTuple):
    began_at: datetime
    minutes: int
    table: str
    rulebook: Any
    hands: int
    hands_query: str
    net: int
    per_100: str


class Drawing(NamedTuple):
    title: str
    words: str
    large: Chart
    small: Chart
    """The chart for phones."""
    steps: list[Step]


@dataclass(frozen=True)
class Results:
    asked: ResultsFilter
    periods: Any
    rulebooks: Any
    tables: list[tuple[str, str]]
    figures: list[Figure]
    habits: list[Figure]
    has_counters: bool
    drawing: Drawing | None
    sessions: list[Session]
    older: str
    """The query string of older sessions; empty if there are none."""
    newest: str
    ledgers: list[Table]
    board: Board | None

    ever: bool
    """True if there would be anything without filters."""


def results(user: User, asked: ResultsFilter, older: str = "") -> Results:
    found = sittings_of(user, asked)
    summary = summary_of(found, list(found.order_by("began_at", "pk").values_list("net", flat=True)))
    played = groups(user, found, most=MOST_POINTS) if summary else []
    sessions, mark = _sessions(found, parse_mark(older))
    tables = _tables(user, asked)
    return Results(
        asked=asked,
        periods=PERIODS.items(),
        rulebooks=[(card.value, card.title) for card in CARDS.values()],
        tables=sorted(((table.code, table.name) for table in tables), key=lambda pair: pair[1].casefold()),
        figures=_figures(summary) if summary else [],
        habits=_habits(summary) if summary else [],
        has_counters=bool(summary and summary.has_counters),
        drawing=_drawing(played) if played else None,
        sessions=sessions,
        older=asked.query(older=str(mark)) if mark else "",
        newest=asked.query() if older else "",
        ledgers=_ledgers(user, asked, tables),
        board=board_of(asked.table, user) if asked.table else None,
        ever=bool(tables) or Sitting.objects.filter(user=user).exists(),
    )


def _sessions(found: QuerySet[Sitting], mark: Mark | None) -> tuple[list[Session], Mark | None]:
    """Return a page of sessions, and the mark of the next one.

    Both conditions together compare the keys; an index can follow the second.
    """
    if mark:
        before = Q(began_at__lt=mark.ended_at) | Q(pk__lt=mark.hand)
        found = found.filter(before, began_at__lte=mark.ended_at)
    rows = list(found.select_related("table").order_by("-began_at", "-pk")[: SESSIONS + 1])
    last = rows[SESSIONS - 1] if len(rows) > SESSIONS else None
    return [_session(row) for row in rows[:SESSIONS]], Mark(last.began_at, last.pk) if last else None


def _session(row: Sitting) -> Session:
    card = CARDS.get(row.rulebook)
    span = {"table": row.table.code, "from": row.began_at.isoformat(), "to": row.ended_at.isoformat()}
    return Session(
        row.began_at,
        max(1, round((row.ended_at - row.began_at) / timedelta(minutes=1))),
        row.table.name,
        card.title if card else row.rulebook,
        row.hands,
        urlencode(span),
        row.net,
        _decimal(row.mbb / row.hands / 10, sign=True),
    )


def _tables(user: User, asked: ResultsFilter) -> list[Table]:
    """Return the tables where the user played, the latest first, and the one that the address names."""
    lately = counted(Sitting.objects.filter(user=user), asked).order_by().values("table").annotate(last=Max("ended_at"))
    ids = list(lately.order_by("-last").values_list("table", flat=True)[:MOST_TABLES])
    if asked.table and asked.table.pk not in ids:
        ids.append(asked.table.pk)
    tables = Table.objects.in_bulk(ids)
    return [tables[table_id] for table_id in ids]


def _ledgers(user: User, asked: ResultsFilter, tables: list[Table]) -> list[Table]:
    if asked.table:
        return [asked.table] if may_read(asked.table, user) else []
    return [table for table in tables if table.strategy == "ring"][:MOST_LEDGERS]


def _figures(summary: Summary) -> list[Figure]:
    won, sessions = (chips(number) for number in (summary.won, summary.sessions))
    half = summary.interval
    return [
        Figure(_("Net"), signed(summary.net) or "0", sign=summary.net),
        Figure(_("Sessions won"), _("%(won)s of %(sessions)s") % {"won": won, "sessions": sessions}),
        Figure(pgettext("number", "Hands"), chips(summary.hands)),
        Figure(
            _("BB/100"),
            _decimal(summary.per_100, sign=True),
            "" if half is None else f"\N{PLUS-MINUS SIGN} {_decimal(half)}",
        ),
        Figure(_("Best session"), signed(summary.best) or "0"),
        Figure(_("Deepest fall"), signed(summary.fall) or "0"),
    ]


def _habits(summary: Summary) -> list[Figure]:
    return [
        _share(_("VPIP"), summary.vpip),
        _share(_("PFR"), summary.pfr),
        _share(_("3-bet"), summary.three_bet),
        _share(_("WTSD"), summary.went_to_showdown),
        _share(_("W$SD"), summary.won_at_showdown),
        Figure(
            _("All-in adjusted"),
            signed(summary.adjusted) or "0",
            " ".join((_decimal(summary.adjusted_per_100, sign=True), _("BB/100"))),
            sign=summary.adjusted,
        ),
    ]


def _share(term: str, share: Share) -> Figure:
    if share.percent is None:
        return Figure(term, NOTHING)
    of = _("%(some)s of %(all)s") % {"some": chips(share.of), "all": chips(share.all)}
    return Figure(term, f"{_decimal(share.percent)}%", of)


def _decimal(number: float, *, sign: bool = False) -> str:
    rounded = round(number, 1)
    before = {True: "+", False: "\N{MINUS SIGN}"}[rounded > 0] if sign and rounded else ""
    return f"{before}{number_format(abs(rounded), 1, force_grouping=True)}"


def _drawing(played: list[Group]) -> Drawing:
    found, hands = steps(played, MOST_POINTS), sum(group.hands for group in played)
    low, high = min(found, key=lambda step: step.total), max(found, key=lambda step: step.total)
    told = {"low": signed(low.total) or "0", "low_day": day(low.at), "high": signed(high.total) or "0"}
    told |= {"high_day": day(high.at), "end": signed(found[-1].total) or "0", "end_day": day(found[-1].at)}
    return Drawing(
        ngettext("Net over %(count)s hand", "Net over %(count)s hands", hands) % {"count": chips(hands)},
        _("Lowest %(low)s on %(low_day)s, highest %(high)s on %(high_day)s, in the end %(end)s on %(end_day)s.") % told,
        chart(found, width=760, height=260, beside=True),
        chart(steps(played, MOST_POINTS // 2), width=366, height=240, beside=False),
        steps(played, MOST_ROWS),
    )
