"""Decide for Evenhand, the strong house bot: weigh each option against all hands that the others may hold.

It knows what its seat may see, and nothing of who sits there. The same random numbers give the same decision; otherwise
the hands that it imagines for the others differ each time, so that close decisions vary.
"""

import random
from typing import Final

from tables.engine.view import HandView
from tables.house.evenhand.opening import first_in
from tables.house.evenhand.table import Table
from tables.house.evenhand.weighing import Option, options
from tables.house.sizing import Action, Plan, carry_out
from tables.house.spot import Spot

SHORT: Final = 14
"""Big blinds: with fewer, all-in is weighed from the start."""
TURN: Final = 2
BLUFF: Final = 0.3
"""A bet with less than this chance to win is a bluff."""
LEFT_UNDONE: Final = 0.25


def decide(view: HandView, chance: random.Random) -> Action:
    spot = Spot.of(view)
    if not (spot.board or spot.raises) and spot.reach > SHORT * spot.big_blind:
        return carry_out(spot, first_in(spot, _behind(view), chance), chance)
    best = _chosen(Table.of(view, spot, chance), chance)
    return carry_out(spot, Plan(best.stays, best.to, sure=True), chance)


def _chosen(table: Table, chance: random.Random) -> Option:
    """Choose the best option, but now and then leave a paying bluff undone, so that nobody can rely on it."""
    found = options(table)
    best = max(found)
    if best.to and table.street >= TURN and table.ahead < BLUFF and chance.random() < LEFT_UNDONE:
        return max([option for option in found if not option.to])
    return best


def _behind(view: HandView) -> int:
    """Return how many players act after the viewer."""
    return max(0, len(view.waiting) - 1)
