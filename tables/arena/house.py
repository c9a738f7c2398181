"""House bots in a match: they decide from the view of their own seat, like everywhere."""

import random
from typing import Final

from tables.bots import AGENTS, decide
from tables.engine.hand import Hand
from tables.engine.view import view

STYLES: Final = (
    "TightPassive",
    "TightAggressive",
    "LoosePassive",
    "LooseAggressive",
    "CandidStatistician",
    "HotheadManiac",
    "ScaredLimper",
    "RandomGambler",
    "Evenhand",
)
HOUSE: Final = (*AGENTS, *STYLES)


def move(hand: Hand, name: str, chance: random.Random) -> tuple[str, int | None]:
    """Of the player whose turn it is. Who looks at no card needs no view."""
    agent = AGENTS.get(name)
    legal = hand.legal
    if agent is not None and legal is not None:
        return agent(legal, chance)
    return decide(view(hand, hand.turn), name, chance)
