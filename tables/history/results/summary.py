"""Sum sessions up in figures that players compare."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Count, Q, QuerySet, Sum

from tables.formats import STRATEGIES
from tables.formats.scoring import Score
from tables.models import Sitting
from tables.records.figures import THOUSAND

_ADDED: Final = (
    *("hands", "net", "mbb", "luck", "luck_mbb", "vpip", "pfr", "three_bet_chances", "three_bets"),
    *("flops", "showdowns", "showdowns_won"),
)
_COUNTERS: Final = [name for name, strategy in STRATEGIES.items() if strategy.same_chips]


class Share(NamedTuple):
    """Holds how often something happened, and how often it could have."""

    of: int
    all: int

    @property
    def percent(self) -> float | None:
        return 100 * self.of / self.all if self.all else None


@dataclass(frozen=True)
class Summary:
    sessions: int
    won: int
    """The number of sessions that ended with a gain."""
    best: int
    fall: int
    """The deepest fall from a height reached before, over these sessions: zero or less."""
    hands: int
    net: int
    score: Score
    """The results in thousandths of a big blind."""
    luck: int
    """The chips that all-ins brought above their worth, in thousandths of a chip."""
    luck_mbb: int
    vpip: Share
    pfr: Share
    three_bet: Share
    went_to_showdown: Share
    won_at_showdown: Share
    has_counters: bool
    """True if some of it is in chips of games, which are worth nothing outside of them."""

    @property
    def per_100(self) -> float:
        """Return the big blinds won in 100 hands."""
        return (self.score.mbb_per_hand(THOUSAND) or 0) / 10

    @property
    def interval(self) -> float | None:
        """Return how much `per_100` may differ from the truth, 19 times out of 20."""
        half = self.score.interval(THOUSAND)
        return None if half is None else half / 10

    @property
    def adjusted(self) -> int:
        """Return the net in chips, had every all-in paid what it was worth."""
        return round((self.net * THOUSAND - self.luck) / THOUSAND)

    @property
    def adjusted_per_100(self) -> float:
        return (self.score.net - self.luck_mbb) / self.hands / 10


def summary_of(found: QuerySet[Sitting], nets: Sequence[int]) -> Summary | None:
    """Sum up these sessions; `nets` are their results, the first one first."""
    if not nets:
        return None
    counters = Count("pk", filter=Q(table__strategy__in=_COUNTERS))
    sums = {name: Sum(name) for name in (*_ADDED, "mbb_squares")}
    told = found.order_by().aggregate(**sums, counters=counters)
    of = {name: int(told[name] or 0) for name in _ADDED}
    hands = of["hands"]
    return Summary(
        sessions=len(nets),
        won=sum(1 for net in nets if net > 0),
        best=max(nets),
        fall=deepest_fall(nets),
        hands=hands,
        net=of["net"],
        score=Score(hands, of["mbb"], round(told["mbb_squares"] or 0)),
        luck=of["luck"],
        luck_mbb=of["luck_mbb"],
        vpip=Share(of["vpip"], hands),
        pfr=Share(of["pfr"], hands),
        three_bet=Share(of["three_bets"], of["three_bet_chances"]),
        went_to_showdown=Share(of["showdowns"], of["flops"]),
        won_at_showdown=Share(of["showdowns_won"], of["showdowns"]),
        has_counters=bool(told["counters"]),
    )


def deepest_fall(nets: Sequence[int]) -> int:
    total = height = fall = 0
    for net in nets:
        total += net
        height = max(height, total)
        fall = min(fall, total - height)
    return fall
