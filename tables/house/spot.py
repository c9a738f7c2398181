"""Take what a player must know to decide from the view of one seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from tables.engine.cards import Card
from tables.engine.events import Acted, DealtBoard, Event, Posted
from tables.engine.legal import Legal
from tables.engine.opening import SeatNumber
from tables.engine.view import HandView

_RAISING: Final = ("bet", "raise", "overbet", "all-in")
_SOUGHT: Final = ("small_blind", "big_blind")


class NotOnTurn(ValueError):
    def __init__(self) -> None:
        super().__init__("there is nothing to decide in the view of a player who is not to act")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    legal: Legal
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    big_blind: int
    pot: int
    """The chips that the player can win: others may have bet more than this stack can match."""
    owed: int
    """The cost of staying in, at most the whole stack."""
    price: int
    bet: int
    """The chips put in on this street."""
    reach: int
    """The most that can be at stake on this street: the smaller of the own total and the largest of the others."""
    opponents: int
    raises: int
    """Counts the raises on this street, by anybody; the blinds before the flop are none."""
    pressure: float
    """Tells how strongly others have bet since the flop: about 1 for a bet of the pot."""

    @classmethod
    def of(cls, view: HandView) -> Self:
        legal, own = view.legal, view.own
        if legal is None or own is None or own.cards is None:
            raise NotOnTurn
        others = [player for player in view.seats if player is not own]
        everything = own.bet + own.stack
        pot = view.middle - sum([max(0, player.bet - everything) for player in others])
        owed = max(0, min(view.price, everything) - own.bet)
        live = [player for player in others if not player.folded]
        big_blind = _big_blind(view.events)
        raises, fear = _betting(view.events, own.seat)
        return cls(
            legal=legal,
            hole=own.cards,
            board=view.board,
            big_blind=big_blind,
            pot=pot,
            owed=owed,
            price=view.price,
            bet=own.bet,
            reach=min(everything, max([player.bet + player.stack for player in live])),
            opponents=len(live),
            raises=raises,
            pressure=fear + _weight(owed, pot=pot, big_blind=big_blind) if raises else fear,
        )

    @property
    def odds(self) -> float:
        """Return the share of the pot after a call that the call pays: calling is right from this chance to win."""
        return self.owed / (self.pot + self.owed) if self.owed else 0.0

    @property
    def depth(self) -> float:
        """Return how often the pot fits into what can still be lost."""
        return (self.reach - self.bet) / max(1, self.pot)


def _big_blind(events: Sequence[Event]) -> int:
    """Return the big blind as far as it can be seen: the player may have been too short to post it all."""
    blinds = [event.amount for event in events if isinstance(event, Posted) and event.kind in _SOUGHT]
    return max(blinds, default=1)


def _weight(owed: int, *, pot: int, big_blind: int) -> float:
    """Weigh the bet to be answered against what lay there before it; a large one is seldom a bluff anyway."""
    if not owed:
        return 0.0
    return 0.3 + 0.7 * min(1.5, owed / max(1, pot - owed)) + 0.8 * min(1.0, owed / (50 * big_blind))


def _betting(events: Sequence[Event], viewer: SeatNumber) -> tuple[int, float]:
    """Return the raises of this street, and the pressure of the earlier bets and calls of others since the flop."""
    raises = highest = 0
    fear, flop_dealt = 0.0, False
    for event in events:
        match event:
            case DealtBoard():
                raises, highest, flop_dealt = 0, 0, True
            case Posted() if event.kind != "ante":
                highest = max(highest, event.amount)
            case Acted():
                raised = event.verb in _RAISING and event.to > highest
                raises += raised
                highest = max(highest, event.to)
                if flop_dealt and event.seat != viewer:
                    fear += 0.4 if raised else 0.2 if event.verb == "call" and raises else 0.0
            case _:
                pass
    return raises, fear
