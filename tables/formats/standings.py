"""Rank the entrants of a game, while it runs and when it has ended."""

from dataclasses import dataclass

from accounts.models import User
from tables.formats.scoring import Score
from tables.models import Entrant, Game

_NO_STRENGTH = 10_000


@dataclass(frozen=True)
class Placed:
    rank: int
    """The place of the entrant; equals share one."""
    entrant: Entrant
    chips: int
    unused: int
    """The number of reloads that were not used."""
    total: int
    """The chips, plus what the unused reloads are worth."""
    score: Score

    @property
    def user(self) -> User:
        return self.entrant.user


def ranking(game: Game) -> list[Placed]:
    """Return the entrants, the best first; while the game runs, as it stands after the last hand."""
    entrants = list(game.entrants.select_related("user").order_by("seat"))
    ordered = sorted(entrants, key=lambda entrant: _key(game, entrant))
    keys = [_key(game, entrant) for entrant in ordered]
    return [_placed(game, entrant, rank=1 + keys.index(_key(game, entrant))) for entrant in ordered]


def _key(game: Game, entrant: Entrant) -> tuple[int, int, int]:
    """Sort by chips; in a game for one winner, by who was in for longer; then by the stronger last hand."""
    lasted = (entrant.out_after or 0) if game.ends_with_one else 0
    return -total(game, entrant), -lasted, entrant.last_strength or _NO_STRENGTH


def total(game: Game, entrant: Entrant) -> int:
    """Return chips and unused reloads together, from the net result alone: stacks may be reset each hand."""
    return game.stack * (1 + game.reloads_most) + entrant.net


def _placed(game: Game, entrant: Entrant, rank: int) -> Placed:
    unused = game.reloads_most - entrant.reloads_used
    score = Score(entrant.hands, entrant.net, int(entrant.net_squares))
    return Placed(rank, entrant, entrant.chips, unused, total(game, entrant), score)
