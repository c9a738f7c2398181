"""Define how the house bots differ from each other, as numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

RANDOM: Final = "random"
"""Has no numbers: anything sensible is as likely as anything else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    plays: float
    """The share of hands that is played against five others while nobody has raised."""
    opens: float
    """The share of these that is opened with a raise."""
    reraises: float
    """The share of these that raises again; for every further raise the same share of the rest."""
    respect: float
    """Says how much it believes the bets of others: at 0 it ignores them."""
    bets_at: float
    """The chance to win from which it bets for value."""
    raises_at: float
    """The chance to win from which it raises a bet."""
    boldness: float
    """The share of such hands that it does bet or raise."""
    bluffs: float
    """The share of hands that cannot win a showdown, and are bet all the same against one opponent."""
    margin: float
    """The chance to win that a call needs beyond its price."""
    stubbornness: float = 0.0
    """The share of hands that it should fold, and calls."""
    temper: float = 1.0
    """Its bets and raises, as a multiple of the usual ones."""


PLAYERS: Final[Mapping[str, Style]] = {
    "caller": Style(
        plays=0.72,
        opens=0.04,
        reraises=0.02,
        respect=0.22,
        bets_at=0.82,
        raises_at=0.94,
        boldness=0.6,
        bluffs=0.01,
        margin=-0.12,
        stubbornness=0.3,
    ),
    "tight": Style(
        plays=0.2,
        opens=0.85,
        reraises=0.22,
        respect=0.75,
        bets_at=0.64,
        raises_at=0.8,
        boldness=0.9,
        bluffs=0.1,
        margin=0.04,
    ),
    "loose": Style(
        plays=0.48,
        opens=0.8,
        reraises=0.26,
        respect=0.5,
        bets_at=0.5,
        raises_at=0.7,
        boldness=0.88,
        bluffs=0.35,
        margin=-0.02,
    ),
}
STYLES: Final = (*PLAYERS, RANDOM)
"""The first house bots, for practice."""

CLASSIC: Final[Mapping[str, Style]] = {
    "TightPassive": Style(
        plays=0.17,
        opens=0.2,
        reraises=0.15,
        respect=0.7,
        bets_at=0.78,
        raises_at=0.94,
        boldness=0.45,
        bluffs=0.01,
        margin=0.02,
    ),
    "TightAggressive": Style(
        plays=0.21,
        opens=0.95,
        reraises=0.32,
        respect=0.7,
        bets_at=0.55,
        raises_at=0.74,
        boldness=0.95,
        bluffs=0.28,
        margin=0.01,
    ),
    "LoosePassive": Style(
        plays=0.55,
        opens=0.07,
        reraises=0.03,
        respect=0.3,
        bets_at=0.78,
        raises_at=0.95,
        boldness=0.45,
        bluffs=0.02,
        margin=-0.06,
        stubbornness=0.15,
    ),
    "LooseAggressive": Style(
        plays=0.45,
        opens=0.9,
        reraises=0.33,
        respect=0.5,
        bets_at=0.47,
        raises_at=0.66,
        boldness=0.92,
        bluffs=0.42,
        margin=-0.01,
    ),
    "HotheadManiac": Style(
        plays=0.75,
        opens=0.92,
        reraises=0.7,
        respect=0.12,
        bets_at=0.3,
        raises_at=0.48,
        boldness=0.95,
        bluffs=0.75,
        margin=-0.1,
        stubbornness=0.1,
        temper=1.7,
    ),
    "ScaredLimper": Style(
        plays=0.5,
        opens=0.01,
        reraises=0.01,
        respect=1.3,
        bets_at=0.9,
        raises_at=0.98,
        boldness=0.3,
        bluffs=0.0,
        margin=0.1,
    ),
}
"""Covers tight and loose, passive and aggressive, and two extremes beyond them."""

ARENA: Final[Mapping[str, Style]] = {
    "RuleAgent6p": Style(
        plays=0.2,
        opens=0.9,
        reraises=0.25,
        respect=0.7,
        bets_at=0.6,
        raises_at=0.77,
        boldness=0.92,
        bluffs=0.15,
        margin=0.02,
    ),
}
"""Is known in the arena only: a sound style for six players."""
