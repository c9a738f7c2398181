"""Decide what happens between hands: each table has one strategy, replaceable as a whole.

Begin with `strategy`, the base class of all formats. They decide; `tables.play` carries it out.
"""

from typing import Final

from tables.formats.knockout import Knockout
from tables.formats.practice import Practice
from tables.formats.ring import Ring
from tables.formats.series import Series
from tables.formats.strategy import Strategy
from tables.models import Table

STRATEGIES: Final[dict[str, Strategy]] = {
    "ring": Ring(),
    "practice": Practice(),
    "series": Series(),
    "knockout": Knockout(),
}


def strategy_of(table: Table) -> Strategy:
    return STRATEGIES[table.strategy]
