"""Who is ahead in a game, and how it ended."""

from dataclasses import dataclass

from accounts.models import User
from tables.formats.scoring import Score
from tables.models import Entrant, Game

_NO_STRENGTH = 10_000


@dataclass(frozen=True)
class Placed:
    rank: int
    """Equals share one."""
    entrant: Entrant
    chips: int
    unused: int
    """Reloads."""
    total: int
    """Chips, and what the unused reloads are worth."""
    score: Score

    @property
    def user(self) -> User:
        return self.entrant.user


def ranking(game: Game) -> list[Placed]:
    """The best first; while the game runs as it stands after the last hand."""
    entrants = list(game.entrants.select_related("user").order_by("seat"))
    ordered = sorted(entrants, key=lambda entrant: _key(game, entrant))
    keys = [_key(game, entrant) for entrant in ordered]
    return [_placed(game, entrant, rank=1 + keys.index(_key(game, entrant))) for entrant in ordered]


def _key(game: Game, entrant: Entrant) -> tuple[int, int, int]:
    """More chips first; where one winner remains, who was in for longer; then the stronger last hand."""
    lasted = (entrant.out_after or 0) if game.ends_with_one else 0
    return -total(game, entrant), -lasted, entrant.last_strength or _NO_STRENGTH


def total(game: Game, entrant: Entrant) -> int:
    """Of what one has, or has not asked for yet, only what was won and lost differs; stacks may be reset each hand."""
    return game.stack * (1 + game.reloads_most) + entrant.net


def _placed(game: Game, entrant: Entrant, rank: int) -> Placed:
    unused = game.reloads_most - entrant.reloads_used
    score = Score(entrant.hands, entrant.net, int(entrant.net_squares))
    return Placed(rank, entrant, entrant.chips, unused, total(game, entrant), score)
