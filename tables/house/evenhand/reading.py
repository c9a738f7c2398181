"""Read what has been done in a hand, step by step, each with what the player who did it saw."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import log2
from typing import Final, NamedTuple

from tables.engine.events import Acted, DealtBoard, Event, Posted

_STEPS_AN_OCTAVE: Final = 4
_LEAST, _MOST = -12, 28
_STREETS: Final = {"flop": 1, "turn": 2, "river": 3}


class Context(NamedTuple):
    """Describes what a player saw who had to act. Amounts are levels, so that few contexts differ."""

    street: int
    facing: bool
    """True if there was something to call."""
    raises: int
    """Counts earlier raises on this street; the blinds before the flop are none."""
    cost: int
    """The level of the price in big blinds before the flop; later that of the call against the rest of the pot."""
    opponents: int
    stakes: int = 0
    """The cost of staying in big blinds, as half doublings of three: people risk much with good hands only."""


class Step(NamedTuple):
    seat: int
    context: Context
    raised: bool
    """False for a check or call."""
    size: int
    """The level of the raise against the pot with the call in it."""


def level(ratio: float) -> int:
    """Return the level of a ratio: four levels to a doubling."""
    return max(_LEAST, min(_MOST, round(_STEPS_AN_OCTAVE * log2(max(ratio, 0.01)))))


def ratio(of_level: int) -> float:
    return float(2.0 ** (of_level / _STEPS_AN_OCTAVE))


def context(*, street: int, raises: int, price: int, owed: int, pot: int, big_blind: int, opponents: int) -> Context:
    cost = 0 if not owed and street else level(owed / max(1, pot - owed)) if street else level(price / big_blind)
    stakes = round(max(0.0, 2 * log2(max(1, owed) / (3 * big_blind))))
    return Context(street, owed > 0, min(raises, 4), cost, opponents, stakes)


@dataclass(slots=True)
class _Street:
    number: int = 0
    price: int = 0
    raises: int = 0
    bets: dict[int, int] = field(default_factory=dict)


def steps(events: Iterable[Event], *, players: int, big_blind: int) -> Iterator[Step]:
    """Yield the steps but folds: a player who folded is no opponent any more."""
    street, pot, live = _Street(price=big_blind), 0, players
    for event in events:
        match event:
            case Posted():
                pot += event.amount
                if event.kind != "ante":
                    street.bets[event.seat] = event.amount
            case DealtBoard():
                street = _Street(_STREETS[event.street])
            case Acted(verb="fold"):
                live -= 1
            case Acted():
                yield _step(event, street, pot, live, big_blind)
                pot += event.amount
            case _:
                pass


def _step(event: Acted, street: _Street, pot: int, live: int, big_blind: int) -> Step:
    to, seat = max(event.to, street.bets.get(event.seat, 0)), event.seat
    owed = max(0, street.price - street.bets.get(seat, 0))
    seen = context(
        street=street.number,
        raises=street.raises,
        price=street.price,
        owed=owed,
        pot=pot,
        big_blind=big_blind,
        opponents=live - 1,
    )
    raised = to > street.price
    size = level((to - street.price) / max(1, pot + owed)) if raised else 0
    street.raises += raised
    street.price = max(street.price, to)
    street.bets[seat] = to
    return Step(seat, seen, raised, size)
