"""Decide for house bots in a match: from the view of their own seat, as everywhere."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from tables.bots.duel.people import Player
from tables.bots.duel.play import name_text
from tables.engine.hand import HandState
from tables.engine.view import view
from tables.house import AGENTS, decide
from tables.house.agents import Agent, all_in_agent

_AGENTS: Final[Mapping[str, Agent]] = {**AGENTS, "AllinAgent": all_in_agent}
STYLES: Final = (
    "TightPassive",
    "TightAggressive",
    "LoosePassive",
    "LooseAggressive",
    "CandidStatistician",
    "HotheadManiac",
    "ScaredLimper",
    "RandomGambler",
    "RuleAgent6p",
    "Evenhand",
)
HOUSE: Final = (*_AGENTS, *STYLES)


def house_players(kinds: Iterable[str]) -> list[Player]:
    """Create the house bots; those of one kind are told apart by a number: `CallAgent`, `CallAgent1`."""
    met: Counter[str] = Counter()
    players = []
    for kind in kinds:
        name = f"{kind}{met[kind] or ''}"
        met[kind] += 1
        player = Player(name, name_text(name))
        player.kind = kind
        players.append(player)
    return players


def move(hand: HandState, name: str, chance: random.Random) -> tuple[str, int | None]:
    """Choose the move of the player to act. An agent that looks at no card needs no view."""
    agent = _AGENTS.get(name)
    legal = hand.legal
    if agent is not None and legal is not None:
        return agent(legal, chance)
    return decide(view(hand, hand.turn), name, chance)
