"""Find what may be watched at the moment: tables and games of the lobby, and matches of programs."""

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import shown_name
from tables.core import words
from tables.lobby.games import state_of
from tables.models import ArenaMatch, ArenaPlayer, Game, Seat, Table, TableBan

MOST: Final = 50
ENOUGH: Final = 2
"""The number of players that make a table worth watching."""


@dataclass(frozen=True)
class LiveTable:
    code: str
    name: str
    game: str
    stakes: str
    phase: str
    """The phase of a game with an end, in words."""
    taken: int
    seats: int
    names: tuple[str, ...]
    """The players' names, shown only to readers who are logged in."""


@dataclass(frozen=True)
class LiveMatch:
    number: int
    names: tuple[str, ...]
    played: int
    wanted: int


@dataclass(frozen=True)
class LiveGames:
    games: tuple[LiveTable, ...]
    tables: tuple[LiveTable, ...]
    matches: tuple[LiveMatch, ...]

    @property
    def nothing(self) -> bool:
        return not (self.games or self.tables or self.matches)


def watching(reader: User | AnonymousUser) -> LiveGames:
    known = isinstance(reader, User)
    found = _tables(reader)
    games = found.filter(game__state__in=[Game.State.PREPARING, Game.State.RUNNING])
    return LiveGames(
        games=tuple(_live(table, known=known) for table in games[:MOST]),
        tables=tuple(_live(table, known=known) for table in found.filter(Q(("people__gte", ENOUGH)), game=None)[:MOST]),
        matches=tuple(_match(match, known=known) for match in _matches()),
    )


def _tables(reader: User | AnonymousUser) -> QuerySet[Table]:
    """Return the tables of the lobby that may be watched, the fullest first."""
    shown = Table.objects.filter(state=Table.State.OPEN, found_by=Table.FoundBy.LOBBY, watchable=True)
    if isinstance(reader, User):
        shown = shown.filter(~Exists(TableBan.objects.filter(table=OuterRef("pk"), user=reader)))
    playing = Prefetch("seated", Seat.objects.exclude(state=Seat.State.HELD).select_related("user").order_by("number"))
    people = Count("seated", filter=~Q(seated__state=Seat.State.HELD))
    counted = shown.annotate(people=people).select_related("game").prefetch_related(playing)
    return counted.order_by(F("people").desc(), "-opened_at")


def _live(table: Table, *, known: bool) -> LiveTable:
    rules, seats = table.played_by, list(table.seated.all())
    return LiveTable(
        code=table.code,
        name=table.name,
        game=words.game(table.rules),
        stakes=words.stakes(rules),
        phase=state_of(table).get("phase_text", ""),
        taken=len(seats),
        seats=rules.players_most,
        names=tuple(map(_name, (seat.user for seat in seats))) if known else (),
    )


def _name(user: User) -> str:
    name = shown_name(user)
    return _("%(name)s (bot)") % {"name": name} if user.is_bot else name


def _matches() -> QuerySet[ArenaMatch]:
    players = Prefetch("players", ArenaPlayer.objects.select_related("user").order_by("place"))
    running = ArenaMatch.objects.filter(state=ArenaMatch.State.RUNNING)
    return running.prefetch_related(players).order_by("-began_at", "-pk")[:MOST]


def _match(match: ArenaMatch, *, known: bool) -> LiveMatch:
    players = list(match.players.all())
    names = tuple(shown_name(player.user) if player.user else player.name for player in players)
    played = max((player.hands for player in players), default=0)
    return LiveMatch(match.pk, names if known else (), played, match.hands_wanted)
