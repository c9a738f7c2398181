"""Grow sessions: a session is a player's hands at one table, each at most half an hour after the last."""

from datetime import timedelta
from typing import Final

from tables.models import Hand, Sitting
from tables.records.figures import Figures, in_mbb

LONGEST_BREAK: Final = timedelta(minutes=30)
"""The longest time from the end of a player's hand to the beginning of their next one in the same session."""

_COUNTED: Final = {
    "net": "net",
    "mbb": "mbb",
    "vpip": "vpip",
    "pfr": "pfr",
    "three_bet_chances": "three_bet_chance",
    "three_bets": "three_bet",
    "flops": "flop",
    "showdowns": "showdown",
    "showdowns_won": "showdown_won",
}
"""Maps each field of a session to the figure that it adds up."""


def goes_on(sitting: Sitting, hand: Hand) -> bool:
    return hand.began_at - sitting.ended_at <= LONGEST_BREAK


def begun(user_id: int, hand: Hand) -> Sitting:
    """Return a new session before its first hand is counted."""
    rulebook = str(hand.rules["rulebook"])
    return Sitting(user_id=user_id, table_id=hand.table_id, rulebook=rulebook, began_at=hand.began_at, hands=0)


def add(sitting: Sitting, hand: Hand, figures: Figures) -> None:
    """Count one more hand, which is over."""
    if hand.ended_at is None:
        raise ValueError("the hand is not over")
    sitting.ended_at = hand.ended_at
    sitting.hands += 1
    for name, figure in _COUNTED.items():
        setattr(sitting, name, getattr(sitting, name) + getattr(figures, figure))
    sitting.mbb_squares += float(figures.mbb) * figures.mbb


def add_luck(sitting: Sitting, thousandths: int, big_blind: int) -> None:
    """Add the luck of one hand, in thousandths of a chip."""
    sitting.luck += thousandths
    sitting.luck_mbb += in_mbb(thousandths, big_blind)
