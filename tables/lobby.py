"""What the lobby shows: one's own tables, those with a free seat, those to watch."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Exists, Model, OuterRef, Prefetch, Q, Sum
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.models import User
from accounts.selectors import shown_name
from accounts.viewer import Viewer
from tables.access import open_letters
from tables.between import strategy_of
from tables.lobby_closed import Closed, closed_lately
from tables.lobby_games import Finished, finished_games
from tables.lobby_rows import Row, row_of
from tables.models import Cohost, Game, Guest, Presence, Purse, Seat, Table, TableBan
from tables.page import words
from tables.services import money

MOST_LISTED: Final = 100


@dataclass(frozen=True)
class Letter:
    """An invitation for the reader."""

    code: str
    by: str
    name: str
    game: str
    stakes: str
    starts: str


@dataclass(frozen=True)
class LobbyScene:
    letters: tuple[Letter, ...]
    yours: tuple[Row, ...]
    free: tuple[Row, ...]
    watch: tuple[Row, ...]
    starting: tuple[Row, ...]
    """Games with an end: those one can still sign up for, those that run, those that are over."""
    running: tuple[Row, ...]
    finished: tuple[Finished, ...]
    closed: tuple[Closed, ...]
    more: bool
    """There are more tables than are listed here."""
    chips: int
    at_tables: int
    may_need_refill: bool

    @property
    def turns(self) -> int:
        return sum(row.turn for row in self.yours)


def lobby_version() -> int:
    """Grows with every change that everybody's lobby shows."""
    return Table.objects.aggregate(version=Sum("lobby_version"))["version"] or 0


def own_version(user: User) -> int:
    """Grows with whatever happens at the tables where this player sits: it may be their turn."""
    tables = Table.objects.filter(seated__user=user).exclude(state=Table.State.CLOSED)
    return tables.aggregate(version=Sum("version"))["version"] or 0


def render_lobby(user: User, viewer: Viewer) -> str:
    """The element `#lobby` as the page has it."""
    with viewer.reading():
        return render_to_string("tables/partials/lobby_list.html", {"lobby": lobby_of(user)})


def render_chips(user: User, viewer: Viewer) -> str:
    """For htmx: the number in the box beside it. Not the whole box: it has a form, and a push has no token."""
    with viewer.reading():
        return f'<hx-partial hx-target="#chips + .sum" hx-swap="innerHTML">{words.chips(chips_of(user))}</hx-partial>'


def chips_of(user: User) -> int:
    """In the purse, where a new account finds its first ones."""
    purse = Purse.objects.filter(user=user).values_list("chips", flat=True).first()
    return money.FIRST_CHIPS if purse is None else purse


def lobby_of(user: User) -> LobbyScene:
    own, listed = _tables(user)
    shown = sorted(listed[:MOST_LISTED], key=lambda table: table.opened_at)  # a new one moves no other under a finger
    watchers = _watchers([*own, *shown])
    yours, rows = ([row_of(table, user, watchers.get(table.pk, 0)) for table in tables] for tables in (own, shown))
    chips = chips_of(user)
    stacks = sum(_stack(table, user) for table in own)
    ring = [row for row in rows if not row.phase]
    return LobbyScene(
        letters=tuple(_letters(user)),
        yours=tuple(sorted(yours, key=lambda row: not row.seated)),
        free=tuple(row for row in ring if not row.full),
        watch=tuple(row for row in ring if row.full and row.watchable),
        starting=tuple(row for row in rows if row.phase in (Game.State.STANDBY, Game.State.PREPARING)),
        running=tuple(row for row in rows if row.phase == Game.State.RUNNING and row.watchable),
        finished=finished_games(user, but=[table.pk for table in own]),
        closed=closed_lately(user),
        more=len(listed) > len(shown),
        chips=chips,
        at_tables=stacks,
        may_need_refill=chips + stacks < money.FIRST_CHIPS,
    )


def _stack(table: Table, user: User) -> int:
    """Counters of a game are no chips."""
    if strategy_of(table).counters:
        return 0
    return sum(seat.stack for seat in table.seated.all() if seat.user_id == user.pk)


def _letters(user: User) -> Iterator[Letter]:
    mine = open_letters(timezone.now()).filter(user=user).exclude(table__state=Table.State.CLOSED)
    for letter in mine.select_related("table", "by").order_by("-made_at"):
        table = letter.table
        game, stakes = words.game(table.rules), words.stakes(table.played_by)
        starts = words.day_and_time(table.starts_at) if table.starts_at else ""
        yield Letter(letter.code, shown_name(letter.by), table.name, game, stakes, starts)


def _tables(user: User) -> tuple[list[Table], list[Table]]:
    """The reader's own, newest first, and others' listed ones, those with most players first."""
    seats = Prefetch("seated", Seat.objects.select_related("user"))
    here, cohost, banned = (_tied(model, user) for model in (Seat, Cohost, TableBan))
    let_in = Q(cohost) | ~Q(found_by=Table.FoundBy.LOBBY) & Q(_tied(Guest, user, invited=True))
    mine = Q(here) | Q(owner=user) | let_in & ~Q(banned)
    open_tables = Table.objects.exclude(state=Table.State.CLOSED)
    own = open_tables.filter(mine).select_related("hand", "game").defer("hand__sealed").order_by("-opened_at")
    listed = open_tables.filter(~Q(banned), found_by=Table.FoundBy.LOBBY).exclude(mine).select_related("game")
    by_players = listed.annotate(people=Count("seated")).order_by("-people", "-opened_at")
    return list(own.prefetch_related(seats)), list(by_players.prefetch_related(seats)[: MOST_LISTED + 1])


def _tied(model: type[Model], user: User, **more: Any) -> Exists:
    return Exists(model._default_manager.filter(table=OuterRef("pk"), user=user, **more))


def _watchers(tables: Iterable[Table]) -> dict[int, int]:
    seat = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("user")).exclude(state=Seat.State.HELD)
    here = Presence.objects.filter(~Exists(seat), table__in=[table.pk for table in tables], until__gt=Now())
    return dict(here.values_list("table").annotate(Count("user", distinct=True)))
