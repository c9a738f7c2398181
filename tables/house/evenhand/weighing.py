"""Value each option in chips, as far as one street can tell: with folds, calls and raises of the others."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tables.engine.rejection import Refusal
from tables.house.evenhand.table import Answer, Table
from tables.house.sizing import round_chips

LATER: Final = (0.3, 0.35, 0.22, 0.0)
"""Tells by street how much more of the pot than their share good hands win later on, and bad ones less."""
POSITION: Final = 0.03
"""The share of the pot that acting last is worth."""
EVEN: Final = 0.52
SIZES: Final = (0.4, 0.75, 1.15)
"""Bets, as shares of the pot."""
RAISES: Final = (0.6, 1.0)
"""Raises, as shares of the pot with the call in it."""
EARLY: Final = (0.85, 1.2)
"""Raises before the flop, as shares of the pot with the call in it."""
NEAR: Final = 1.7
"""All-in is an option when the rest of the stack is at most so many pots."""

UNSURE: Final = 0.05
"""The share of what is paid to deduct: the option that seems best is on average less good than it seems."""


class Option(NamedTuple):
    value: float
    to: int
    """The total to raise to; 0 for no raise."""
    stays: bool


def worth(table: Table, wins: float, *, pot: float, left: float) -> float:
    """Value a pot with so much left to bet: a player ahead wins more than their share, one behind gives up in time."""
    depth = min(1.0, left / max(1.0, 1.5 * pot))
    later = LATER[table.street] * (wins - EVEN)
    place = 0.0 if table.street == 3 else POSITION if table.last else -POSITION
    return pot * max(0.25 * wins, wins + depth * (later + place))


def options(table: Table) -> list[Option]:
    spot = table.spot
    found = [Option(0.0, 0, False)] if spot.owed else []
    pot, left = spot.pot + spot.owed, spot.reach - spot.bet - spot.owed
    doubt = 0.0 if table.unbeaten else UNSURE
    found.append(Option(worth(table, table.ahead, pot=pot, left=left) - (1 + doubt) * spot.owed, 0, True))
    found += [Option(raising(table, to), to, True) for to in sorted(set(_totals(table)))]
    return found


def _totals(table: Table) -> Iterator[int]:
    """Yield the totals to raise to here that deserve a thought."""
    spot = table.spot
    bounds = spot.legal.bet or spot.legal.raise_
    if bounds is None:
        all_in = spot.legal.all_in or 0
        if spot.legal.no_raise is Refusal.NOT_ENOUGH_CHIPS and all_in > spot.price:
            yield all_in
        return
    pot = spot.pot + spot.owed
    for share in SIZES if table.street and not spot.raises else RAISES if table.street else EARLY:
        to = max(bounds.least, min(bounds.most, round_chips(spot.price + share * pot)))
        yield min(bounds.most, spot.reach) if 2 * (to - spot.bet) > spot.reach - spot.bet else to
    if spot.reach - spot.price <= NEAR * pot:
        yield max(bounds.least, min(bounds.most, spot.reach))


def raising(table: Table, to: int) -> float:
    """Value a raise: everybody folds, or an opponent calls, or an opponent raises back."""
    spot = table.spot
    paid = min(to, spot.reach) - spot.bet
    answers = [table.answer(one, to=to, pot=spot.pot + paid) for one in table.opponents]
    nobody = 1.0
    for answer in answers:
        nobody *= answer.folds
    value = nobody * spot.pot - UNSURE * paid
    staying = sum([1 - answer.folds for answer in answers])
    for place, answer in enumerate(answers):
        if staying > 0:
            share = (1 - nobody) / staying
            value += share * (answer.calls * _called(table, answers, place, paid))
            value += share * (answer.raises * _raised(table, answer, paid))
    return value


def _called(table: Table, answers: list[Answer], place: int, paid: int) -> float:
    """Value a call by this opponent, while others may call as well."""
    spot, wins, pot = table.spot, answers[place].when_called, float(_pot(table, paid, place))
    for other, answer in enumerate(answers):
        if other != place:
            wins *= answer.folds + (1 - answer.folds) * answer.when_called
            pot += (1 - answer.folds) * max(0, paid + spot.bet - table.opponents[other].bet)
    return worth(table, wins, pot=pot, left=spot.reach - spot.bet - paid) - paid


def _pot(table: Table, paid: int, place: int) -> int:
    """Return the pot after our bet that this opponent has called."""
    one = table.opponents[place]
    return table.spot.pot + paid + max(0, min(paid + table.spot.bet - one.bet, one.stack))


def _raised(table: Table, answer: Answer, paid: int) -> float:
    """Value a raise to about three times as much: we pay it, or give the bet up."""
    spot = table.spot
    everything = min(3 * paid, spot.reach - spot.bet)
    pot = spot.pot + 2 * everything - spot.owed
    left = spot.reach - spot.bet - everything
    return max(-paid, worth(table, answer.when_raised, pot=pot, left=left) - everything)
