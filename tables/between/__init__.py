"""What happens between hands: one strategy a table, replaceable as a whole."""

from typing import Final

from tables.between.knockout import Knockout
from tables.between.practice import Practice
from tables.between.ring import Ring
from tables.between.series import Series
from tables.between.strategy import Strategy
from tables.models import Table

STRATEGIES: Final[dict[str, Strategy]] = {
    "ring": Ring(),
    "practice": Practice(),
    "series": Series(),
    "knockout": Knockout(),
}


def strategy_of(table: Table) -> Strategy:
    return STRATEGIES[table.strategy]
