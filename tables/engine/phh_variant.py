"""Choose the PHH code of a hand: the standard's, or one of our own if others would read another hand.

The standard's code for fixed limit has bets of one size only. It leaves open what a bet counts for if a player did not
have all the chips for it, and programs differ: after an all-in of 30 over a bet of 100 some want the next raise to 200,
others to 230. So a hand with such an all-in, or with a big blind that was not paid in full, is `_fixed_limit`.
"""

from tables.engine.events import Acted, DealtBoard, Posted
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.engine.phh_text import OWN_VARIANTS, VARIANTS
from tables.engine.rules import Betting, HeadsUpSmallBlind, Reveal, ShortAllIn


def variant_of(hand: HandState) -> str:
    """Return one of our own codes if the standard cannot express the hand: another betting structure, cards that are
    turned up after a fold, a button that is not the small blind heads-up, a raise that it does not allow, an all-in of
    an odd size in fixed limit.
    """
    rules = hand.rules
    button_is_small = len(hand.seats) > 2 or rules.heads_up_small_blind is HeadsUpSmallBlind.BUTTON
    told = rules.betting in VARIANTS and rules.reveal is not Reveal.EVERYONE and button_is_small
    if told and rules.betting is Betting.FIXED_LIMIT:
        told = _sizes_are_usual(hand)
    return VARIANTS[rules.betting] if told and _raises_are_usual(hand) else OWN_VARIANTS[rules.betting]


def _sizes_are_usual(hand: HandState) -> bool:
    """Tell whether the big blind, each bet and each raise have the size of their street."""
    price = size = hand.rules.big_blind
    if not any(isinstance(event, Posted) and event[1:] == ("big_blind", size) for event in hand.events):
        return False
    for event in hand.events:
        if isinstance(event, DealtBoard):
            price, size = 0, size * (1 + (event.street == "turn"))
        elif isinstance(event, Acted) and event.to > price:
            if event.to - price != size:
                return False
            price = event.to
    return True


def _raises_are_usual(hand: HandState) -> bool:
    """Tell whether no raise but an all-in is less than the one before it, and nobody who has acted raises over less."""
    rules = hand.rules
    if rules.short_all_in is ShortAllIn.CLOSES and not rules.raise_least:
        return True
    price, largest, acted = rules.big_blind, 0, set[SeatNumber]()
    for event in hand.events:
        if isinstance(event, DealtBoard):
            price, largest, acted = 0, 0, set()
        elif isinstance(event, Acted):
            raised = event.to - price
            if raised > 0:
                owed = event.amount - raised
                too_little = raised < max(largest, rules.least_bet) and not event.all_in
                if too_little or (event.seat in acted and owed < largest):
                    return False
                price, largest = event.to, max(largest, raised)
            acted.add(event.seat)
    return True
