"""Offer the five betting structures behind one interface."""

from typing import Final

from tables.engine.betting.doubling_raises import Doubling
from tables.engine.betting.fixed_limit import FixedLimit
from tables.engine.betting.no_limit import NoLimit
from tables.engine.betting.pot_limit import PotLimit
from tables.engine.betting.queue import Queue
from tables.engine.betting.structure import BettingStructure
from tables.engine.rules import Betting

BETTING_STRUCTURES: Final[dict[Betting, BettingStructure]] = {
    Betting.NO_LIMIT: NoLimit(),
    Betting.POT_LIMIT: PotLimit(),
    Betting.FIXED_LIMIT: FixedLimit(),
    Betting.DOUBLING: Doubling(),
    Betting.QUEUE: Queue(),
}
