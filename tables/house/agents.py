"""House bots that look at no card: what is legal is all they need, so whoever holds the hand may skip the view."""

import random
from collections.abc import Callable, Mapping
from typing import Final

from tables.engine.legal import Legal
from tables.house.sizing import Action

Agent = Callable[[Legal, random.Random], Action]


def call_agent(legal: Legal, chance: random.Random) -> Action:
    """Checks or calls; with too few chips for a price that must be met in full, all of them."""
    if legal.check:
        return "check", None
    return ("call" if legal.call else "all-in"), None


def random_agent(legal: Legal, chance: random.Random) -> Action:
    """Anything legal but a fold, each as likely; an amount anywhere in its range."""
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
    """Everything, whenever that is legal; known in the arena only."""
    bounds = legal.bet or legal.raise_
    if bounds is None:
        return call_agent(legal, chance)
    return ("bet" if legal.bet else "raise"), bounds.most


AGENTS: Final[Mapping[str, Agent]] = {"CallAgent": call_agent, "RandomAgent": random_agent}
