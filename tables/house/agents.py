"""Decide for house bots that look at no card: they need only what is legal, so callers may skip the view."""

import random
from collections.abc import Callable, Mapping
from typing import Final

from tables.engine.legal import Legal
from tables.house.sizing import Action

Agent = Callable[[Legal, random.Random], Action]


def call_agent(legal: Legal, chance: random.Random) -> Action:
    """Check or call; go all-in with too few chips for a price that must be met in full."""
    if legal.check:
        return "check", None
    return ("call" if legal.call else "all-in"), None


def random_agent(legal: Legal, chance: random.Random) -> Action:
    """Choose among the legal actions but a fold, each equally likely, with any amount of the range."""
    bounds = legal.bet or legal.raise_
    options = 1 + (bounds is not None) + legal.pass_
    chosen = int(chance.random() * options)
    if chosen == 0:
        return call_agent(legal, chance)
    if chosen == 1 and bounds is not None:
        amount = bounds.least + int(chance.random() * (bounds.most - bounds.least + 1))
        return ("bet" if legal.bet else "raise"), amount
    return "pass", None


def all_in_agent(legal: Legal, chance: random.Random) -> Action:
    """Put in everything whenever that is legal; known in the arena only."""
    bounds = legal.bet or legal.raise_
    if bounds is None:
        return call_agent(legal, chance)
    return ("bet" if legal.bet else "raise"), bounds.most


AGENTS: Final[Mapping[str, Agent]] = {"CallAgent": call_agent, "RandomAgent": random_agent}
