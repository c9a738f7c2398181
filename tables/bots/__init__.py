"""House players for whoever wants to practise: they decide from the view of their own seat, as people do."""

from tables.bots.agents import AGENTS
from tables.bots.deciding import EVENHAND, HOUSE_BOTS, decide
from tables.bots.styles import STYLES

__all__ = ["AGENTS", "EVENHAND", "HOUSE_BOTS", "STYLES", "decide"]
