"""Decide for house bots, with whom people practise: each sees only the view of its own seat, as people do."""

from tables.house.agents import AGENTS
from tables.house.deciding import EVENHAND, HOUSE_BOTS, decide
from tables.house.styles import STYLES

__all__ = ["AGENTS", "EVENHAND", "HOUSE_BOTS", "STYLES", "decide"]
