"""Gather what a decision rests on: the spot, and for every opponent what they may hold and how our hand does."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from tables.engine.view import HandView, SeatView
from tables.house.evenhand.beliefs import Belief, belief
from tables.house.evenhand.kinds import kind
from tables.house.evenhand.reading import Context, context, steps
from tables.house.evenhand.winning import against_kinds, against_several, equities
from tables.house.spot import Spot

SAMPLES: Final = (0, 240, 120, 80, 60)
"""The number of hands sampled for each opponent, by how many opponents there are."""


RIVER: Final = 3
TIE: Final = 0.5
DOUBT: Final = 0.08
"""This share of the hoped-for folds are calls, for each half doubling of what staying costs."""


@dataclass(slots=True)
class Opponent:
    bet: int
    stack: int
    belief: Belief
    wins: Sequence[float]
    """Our chance to win against each hand."""
    ahead: float
    """Our chance to win against all of them."""


class Answer(NamedTuple):
    """Holds how likely each answer of one opponent to a bet or raise is, and our chance to win then."""

    folds: float
    calls: float
    raises: float
    when_called: float
    when_raised: float


@dataclass(slots=True)
class Table:
    spot: Spot
    street: int
    opponents: list[Opponent]
    last: bool
    """True if the viewer acts last on the streets after the flop."""

    @classmethod
    def of(cls, view: HandView, spot: Spot, chance: random.Random) -> Self:
        done = list(steps(view.events, players=len(view.seats), big_blind=spot.big_blind))
        live = [player for player in view.seats if not player.folded]
        others = [player for player in live if player.seat != view.viewer]
        sample = SAMPLES[min(len(others), len(SAMPLES) - 1)]
        opponents = []
        for player in others:
            own = [step for step in done if step.seat == player.seat]
            held = belief(own, spot.hole, spot.board, chance, sample=sample)
            opponents.append(_opponent(player, spot, held, chance))
        street = len(spot.board) and len(spot.board) - 2
        return cls(spot, street, opponents, last=live[-1].seat == view.viewer)

    @property
    def ahead(self) -> float:
        """Return the chance to win against all opponents still in."""
        return against_several([one.ahead for one in self.opponents], preflop=not self.street)

    @property
    def unbeaten(self) -> bool:
        """Return whether all cards are there and none of the imagined hands wins."""
        return self.street == RIVER and min([min(one.wins) for one in self.opponents]) >= TIE

    def context(self, one: Opponent, *, to: int, pot: int) -> Context:
        """Return what this opponent sees after our bet or raise."""
        spot = self.spot
        return context(
            street=self.street,
            raises=spot.raises + 1,
            price=to,
            owed=min(to - one.bet, one.stack),
            pot=pot,
            big_blind=spot.big_blind,
            opponents=len(self.opponents),
        )

    def answer(self, one: Opponent, *, to: int, pot: int) -> Answer:
        """Estimate the answer. An all-in can only be called, and a player who has nothing left cannot fold."""
        total = sum(one.belief.total()) or 1.0
        if not one.stack:
            return Answer(0.0, 1.0, 0.0, one.ahead, one.ahead)
        seen = self.context(one, to=to, pot=pot)
        stays, raises = one.belief.answers(seen)
        if to - one.bet >= one.stack:
            stays = [a + b for a, b in zip(stays, raises, strict=True)]
            raises = [0.0] * len(raises)
        calls, raised = sum(stays), sum(raises)
        when_called = _mean(one.wins, stays, calls, one.ahead)
        folds = max(0.0, 1 - (calls + raised) / total) * (1 - min(0.7, DOUBT * seen.stakes))
        return Answer(
            folds,
            1 - folds - raised / total,
            raised / total,
            when_called,
            _mean(one.wins, raises, raised, when_called),
        )


def _opponent(player: SeatView, spot: Spot, held: Belief, chance: random.Random) -> Opponent:
    if spot.board:
        wins: Sequence[float] = equities(spot.hole, spot.board, held.pairs, chance)
    else:
        wins = against_kinds(kind(*spot.hole))
    weights = held.total()
    return Opponent(player.bet, player.stack, held, wins, _mean(wins, weights, sum(weights), 0.5))


def _mean(values: Sequence[float], weights: Sequence[float], total: float, otherwise: float) -> float:
    if total <= 0:
        return otherwise
    return sum([value * weight for value, weight in zip(values, weights, strict=True)]) / total
