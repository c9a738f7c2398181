"""Define two house bots that think in their own way: one bets what its cards are worth, one also trusts to luck."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tables.engine.cards import DECK, Card
from tables.engine.ranks import strength
from tables.house.judging import look, share_of_better_hands
from tables.house.sizing import Plan, round_chips
from tables.house.spot import Spot

DEALS: Final = 60
BOARD: Final = 5


def statistician(spot: Spot, chance: random.Random) -> Plan:
    """Weigh the chance to win against random hands with the price of a call, and know nothing of people."""
    wins = chance_to_win(spot.hole, spot.board, spot.opponents, chance)
    fair = 1 / (spot.opponents + 1)
    stay = wins >= spot.odds
    edge = (wins - fair) / (1 - fair)
    if edge < (0.12 if not spot.raises else 0.35 + 0.12 * spot.raises):
        return Plan(stay)
    return Plan(stay, round_chips(spot.price + (spot.pot + spot.owed) * min(1.0, 0.15 + edge)), sure=edge > 0.75)


def gambler(spot: Spot, chance: random.Random) -> Plan:
    """Mix the value of the cards with a random number, drawn anew for each decision."""
    good = look(spot.hole, spot.board, chance).ahead if spot.board else 1 - share_of_better_hands(spot.hole)
    luck = chance.random()
    feeling = (good + luck) / 2
    stay = feeling > 0.25 + 0.5 * spot.odds
    if feeling < 0.62 + 0.08 * spot.raises:
        return Plan(stay)
    to = round_chips(spot.price + max(spot.big_blind, spot.pot + spot.owed) * chance.choice((0.3, 0.6, 1, 1, 2)))
    return Plan(stay, to, sure=feeling > 0.85)


def chance_to_win(hole: Sequence[Card], board: Sequence[Card], opponents: int, chance: random.Random) -> float:
    """Estimate the chance to win against random hands when all cards come; ties are shared."""
    rest = [card for card in DECK if card not in {*hole, *board}]
    missing, won = BOARD - len(board), 0.0
    for _ in range(DEALS):
        cards = chance.sample(rest, missing + 2 * opponents)
        full = (*board, *cards[:missing])
        own = strength((*hole, *full))
        others = [strength((*cards[place : place + 2], *full)) for place in range(missing, len(cards), 2)]
        best = min(others)
        won += 1.0 if own < best else 1 / (1 + others.count(own)) if own == best else 0.0
    return won / DEALS


CHARACTERS: Final[Mapping[str, Callable[[Spot, random.Random], Plan]]] = {
    "CandidStatistician": statistician,
    "RandomGambler": gambler,
}
