"""Games with an end in the lobby: how far each is, and how those of the last days went."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import marked_name
from tables.models import Entrant, Game, Table, TableBan
from tables.page import words

MOST_FINISHED: Final = 10
SHOWN_FOR: Final = timedelta(days=2)


@dataclass(frozen=True)
class Finished:
    code: str
    name: str
    kind: str
    winners: str
    players: int
    early: bool


def state_of(table: Table) -> dict[str, Any]:
    """For a row of the list; nothing where one plays on and on."""
    game: Game | None = getattr(table, "game", None)
    if game is None:
        return {}
    return {"phase": str(game.state), "phase_text": str(game.get_state_display())}


def finished_games(user: User, *, but: Collection[int]) -> tuple[Finished, ...]:
    """Listed ones that anybody could watch, and those where this player was; not tables that stand there anyway."""
    banned = Exists(TableBan.objects.filter(table=OuterRef("table"), user=user))
    was_in = Exists(Entrant.objects.filter(game=OuterRef("pk"), user=user))
    seen = Q(table__found_by=Table.FoundBy.LOBBY, table__watchable=True) | Q(table__owner=user) | Q(was_in)
    over = Game.objects.filter(~Q(banned), seen, ended_at__gt=timezone.now() - SHOWN_FOR, started_at__isnull=False)
    entrants = Prefetch("entrants", Entrant.objects.select_related("user"))
    others = over.exclude(table__in=but)
    newest = others.select_related("table").prefetch_related(entrants).order_by("-ended_at")[:MOST_FINISHED]
    return tuple(_finished(game) for game in newest)


def _finished(game: Game) -> Finished:
    entrants = list(game.entrants.all())
    first = [marked_name(entrant.user) for entrant in entrants if entrant.rank == 1]
    winners = first[0] if len(first) == 1 else _("%(number)s players share the first place") % {"number": len(first)}
    early = game.state == Game.State.ENDED
    return Finished(game.table.code, game.table.name, words.game(game.table.rules), winners, len(entrants), early)
