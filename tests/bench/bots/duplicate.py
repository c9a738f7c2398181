"""Let two house bots play each deal from both seats: what luck gives in one hand it takes back in the other."""

import random
from collections.abc import Iterable
from time import process_time
from typing import Final, NamedTuple

from tables.engine.cards import DECK
from tables.engine.hand import HandState
from tables.engine.opening import Opening, SeatNumber
from tables.engine.rulebooks import DUEL
from tables.engine.rules import Rules
from tables.engine.view import view
from tables.house import decide

SEATS: Final = (0, 1)


class Pair(NamedTuple):
    net: int
    """Holds the chips that the first bot won in both hands of one deal."""
    decisions: int
    """Counts the decisions of the first bot in both hands."""
    seconds: float
    """Holds the seconds of CPU time that these decisions took."""


def play_deals(
    names: tuple[str, str],
    deals: Iterable[int],
    *,
    rules: Rules = DUEL.rules,
    stack: int = DUEL.stack,
) -> list[Pair]:
    """Play these deals; the same numbers always give the same cards and the same luck."""
    return [_pair(names, deal, rules, stack) for deal in deals]


def _pair(names: tuple[str, str], deal: int, rules: Rules, stack: int) -> Pair:
    deck = random.Random(f"deck {deal}").sample(DECK, len(DECK))
    once = _hand(names, Opening.make(rules, seats=SEATS, stacks=(stack, stack), button=0, deck=deck), deal)
    again = _hand(names, Opening.make(rules, seats=SEATS, stacks=(stack, stack), button=1, deck=deck), deal)
    return Pair(once.net + again.net, once.decisions + again.decisions, once.seconds + again.seconds)


def _hand(names: tuple[str, str], opening: Opening, deal: int) -> Pair:
    chance = random.Random(f"luck {deal}")
    hand, decisions, seconds = HandState.deal(opening), 0, 0.0
    while hand.turn is not None:
        seen, timed = view(hand, hand.turn), hand.turn == 0
        began = process_time() if timed else 0.0
        verb, amount = decide(seen, names[hand.turn], chance)
        decisions += timed
        seconds += process_time() - began if timed else 0.0
        hand = hand.act(verb, amount, seat=hand.turn)
    return Pair(hand.net[hand.seats.index(SeatNumber(0))], decisions, seconds)
