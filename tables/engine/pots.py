"""Build the main pot and side pots, and split them. Players are positions: 0 is left of the button."""

from collections.abc import Sequence
from typing import NamedTuple

from tables.engine.rules import OddChips


class Pot(NamedTuple):
    amount: int
    contenders: tuple[int, ...]
    """Positions that may win it."""


class Share(NamedTuple):
    position: int
    amount: int
    pot: int


def build_pots(*, paid: Sequence[int], folded: Sequence[bool], dead: int) -> tuple[Pot, ...]:
    """Build one pot for each different amount that live players have in; folded chips lie in the pots they reached.

    Chips above what any live player has in, of players who folded, lie in the last pot.
    """
    live = [position for position, out in enumerate(folded) if not out]
    levels = sorted({paid[position] for position in live})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        ceiling = level if level != levels[-1] else max(paid)
        amount = dead + sum([min(chips, ceiling) - below for chips in paid if chips > below])
        if amount:
            pots.append(Pot(amount, tuple([position for position in live if paid[position] >= level])))
        below, dead = level, 0
    return tuple(pots)


def split_pots(
    pots: Sequence[Pot], strengths: Sequence[int], *, odd_chips: OddChips = OddChips.ONE_EACH
) -> tuple[Share, ...]:
    """Split each pot among the best of its contenders (1 is best); every pot settles its odd chips on its own."""
    shares: list[Share] = []
    for number, pot in enumerate(pots):
        best = min([strengths[position] for position in pot.contenders])
        winners = [position for position in pot.contenders if strengths[position] == best]
        each, odd = divmod(pot.amount, len(winners))
        amounts = dict.fromkeys(winners, each)
        if odd_chips is OddChips.ONE_EACH:
            for position in winners[:odd]:
                amounts[position] += 1
        elif odd:
            first = pot.contenders[0]
            amounts[first] = amounts.get(first, 0) + odd
        shares += [Share(position, amount, number) for position, amount in sorted(amounts.items()) if amount]
    return tuple(shares)
