"""Show how far a game with an end is, and how those of the last days went."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, Prefetch, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import marked_name
from poker_site.web.fragments import Fragment, ViewModel, view_model
from tables.core import words
from tables.models import Entrant, Game, Table, TableBan

MOST_FINISHED: Final = 10
SHOWN_FOR: Final = timedelta(days=2)


@view_model
class Finished(ViewModel):
    code: str
    name: str
    kind: str
    winners: str
    players: int
    early: bool


def state_of(table: Table) -> dict[str, Any]:
    """Return the phase of a game with an end, for its row in the list; nothing for a ring game."""
    game: Game | None = getattr(table, "game", None)
    if game is None:
        return {}
    return {"phase": str(game.state), "phase_text": str(game.get_state_display())}


def games_version() -> int:
    """Sum up the versions of all games that may stand among the finished ones: it changes whenever one of them does."""
    ended = Game.objects.filter(ended_at__gt=timezone.now() - SHOWN_FOR)
    return ended.aggregate(version=Sum("table__lobby_version"))["version"] or 0


def finished_games(user: User, *, but: Collection[int]) -> tuple[Fragment, ...]:
    """Read listed games that anybody could watch, and those of this user; none of the tables in `but`."""
    banned = Exists(TableBan.objects.filter(table=OuterRef("table"), user=user))
    was_in = Exists(Entrant.objects.filter(game=OuterRef("pk"), user=user))
    seen = Q(table__found_by=Table.FoundBy.LOBBY, table__watchable=True) | Q(table__owner=user) | Q(was_in)
    over = Game.objects.filter(~Q(banned), seen, ended_at__gt=timezone.now() - SHOWN_FOR, started_at__isnull=False)
    entrants = Prefetch("entrants", Entrant.objects.select_related("user"))
    others = over.exclude(table__in=but)
    newest = others.select_related("table").prefetch_related(entrants).order_by("-ended_at")[:MOST_FINISHED]
    return tuple(_row(game) for game in newest)


def _row(game: Game) -> Fragment:
    entrants = list(game.entrants.all())
    first = [marked_name(entrant.user) for entrant in entrants if entrant.rank == 1]
    winners = first[0] if len(first) == 1 else _("%(number)s players share the first place") % {"number": len(first)}
    finished = Finished(
        code=game.table.code,
        name=game.table.name,
        kind=words.game(game.table.rules),
        winners=winners,
        players=len(entrants),
        early=game.state == Game.State.ENDED,
    )
    return Fragment(f"game-{finished.code}", "tables/lobby/finished.html", finished)
