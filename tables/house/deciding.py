"""Decide what a house bot does: its style answers to its own cards, the price and what the others have done."""

import math
import random
from typing import Final

from tables.engine.view import HandView
from tables.house import evenhand
from tables.house.agents import AGENTS
from tables.house.characters import CHARACTERS
from tables.house.judging import HandOutlook, against_bettors, look, outs, potential, share_of_better_hands
from tables.house.sizing import Action, Plan, carry_out, round_chips, stay
from tables.house.spot import NotOnTurn, Spot
from tables.house.styles import ARENA, CLASSIC, PLAYERS, RANDOM, Style

EVENHAND: Final = "Evenhand"
HOUSE_BOTS: Final = (*PLAYERS, RANDOM, *AGENTS, *CLASSIC, *CHARACTERS, EVENHAND)
"""Lists all house bots by name."""
_NUMBERS: Final = {**PLAYERS, **CLASSIC, **ARENA}
SHORT: Final = 12
"""Big blinds: with fewer, going all-in is nothing special."""
SHARED: Final = 0.75
"""A hand that loses to none but beats a smaller share than this mostly splits the pot: the board plays."""


def decide(view: HandView, style: str, chance: random.Random) -> Action:
    """Return the verb and amount, as `Hand.act` takes them, for the player to act who sees this view."""
    if view.legal is None:
        raise NotOnTurn
    if style in AGENTS:
        return AGENTS[style](view.legal, chance)
    if style == EVENHAND:
        return evenhand.decide(view, chance)
    spot = Spot.of(view)
    if style == RANDOM:
        return _anything(spot, chance)
    if style in CHARACTERS:
        return carry_out(spot, CHARACTERS[style](spot, chance), chance)
    plan = _after_the_flop if spot.board else _before_the_flop
    return carry_out(spot, plan(spot, _NUMBERS[style], chance), chance)


def _before_the_flop(spot: Spot, style: Style, chance: random.Random) -> Plan:
    """Plan before the flop: play more hands against fewer opponents and at a lower price."""
    rank = share_of_better_hands(spot.hole)
    played = style.plays ** (0.3 + 0.14 * spot.opponents) * chance.uniform(0.85, 1.15)
    cost = spot.owed / spot.big_blind * min(1.0, 3 * spot.odds)
    stay = rank < played * min(1.0, 2 / (cost or 1)) ** style.respect or chance.random() < _whim(spot, style)
    share = style.opens * style.reraises**spot.raises
    bluffs = not spot.raises and rank < 2 * played and chance.random() < style.bluffs / 4
    if rank >= played * share and not bluffs:
        return Plan(stay)
    sure = rank < style.plays * 0.08 * max(1.0, 100 * spot.big_blind / spot.reach) ** 0.9
    return Plan(stay, _raise_before_the_flop(spot, style, chance), sure)


def _whim(spot: Spot, style: Style) -> float:
    """Return how likely the style is to call where it should fold: less, the more the call costs."""
    return style.stubbornness * min(1.0, 2 * spot.big_blind / (spot.owed or 1))


def _raise_before_the_flop(spot: Spot, style: Style, chance: random.Random) -> int:
    """Return the raise: 2.5 or 3 big blinds and one for each caller, or 2.5 or 3 times an earlier raise."""
    callers = 0 if spot.raises else max(0, (spot.pot - 3 * spot.big_blind // 2) // spot.big_blind)
    return round_chips((spot.price * chance.choice((2.5, 3, 3)) + callers * spot.big_blind) * style.temper)


def _after_the_flop(spot: Spot, style: Style, chance: random.Random) -> Plan:
    """Plan after the flop, where it is harder to be ahead of several opponents, or of those that bet."""
    seen = look(spot.hole, spot.board, chance)
    wins = _chance_to_win(spot, style, seen)
    draw = potential(outs(spot.hole, spot.board), cards_to_come=5 - len(spot.board))
    hope = wins + (1 - wins) * draw
    stay = seen.unbeaten or hope > spot.odds + style.margin or chance.random() < _whim(spot, style)
    threshold = style.raises_at if spot.raises else style.bets_at
    value = wins > threshold and chance.random() < style.boldness
    if not value and chance.random() > _bluffs(spot, style, draw):
        return Plan(stay)
    sure = value and wins > (0.88 if spot.depth > 2 else 0.72) - style.margin
    return Plan(stay, _bet_after_the_flop(spot, wins, style, chance), sure)


def _chance_to_win(spot: Spot, style: Style, seen: HandOutlook) -> float:
    """Return the chance to win. The more was bet, the fewer hands an opponent is believed to bet."""
    believed = math.exp(-style.respect * spot.pressure)
    wins = against_bettors(seen.ahead, range_=believed) if spot.pressure else seen.ahead
    if seen.unbeaten and seen.ahead > SHARED:
        wins = max(wins, 0.95)
    return wins * math.pow(seen.ahead, 0.7 * (spot.opponents - 1))


def _bluffs(spot: Spot, style: Style, draw: float) -> float:
    """Return how likely a bluff is: more with a draw, less against many, and rarely against a bet."""
    often = style.bluffs * (1 + 3 * draw) / spot.opponents
    return often * math.pow(0.25, spot.raises)


def _bet_after_the_flop(spot: Spot, wins: float, style: Style, chance: random.Random) -> int:
    """Return the total to bet or raise to: a third of the pot to all of it, or 2.5 or 3 times the bet."""
    if spot.raises:
        return round_chips(spot.price * chance.choice((2.5, 3, 3)) * style.temper)
    sizes = (1 / 2, 2 / 3, 2 / 3, 3 / 4, 1) if wins > 0.75 else (1 / 3, 1 / 2, 1 / 2, 2 / 3)
    return round_chips(spot.price + spot.pot * chance.choice(sizes) * style.temper)


def _anything(spot: Spot, chance: random.Random) -> Action:
    """Choose any sensible action, each equally likely; bets are up to the pot, and all-ins mostly for short stacks."""
    legal = spot.legal
    dear = spot.owed > SHORT * spot.big_blind
    wishes = ["stay"] + ["fold"] * (0 if legal.check else 1 + dear)
    wishes += ["raise"] * bool(legal.bet or legal.raise_) + ["pass"] * legal.pass_
    match chance.choice(wishes):
        case "raise":
            short = spot.reach < SHORT * spot.big_blind
            to = round_chips(spot.price + max(spot.big_blind, spot.pot) * chance.uniform(0.25, 1))
            return carry_out(spot, Plan(True, to, sure=chance.random() < (0.3 if short else 0.05)), chance)
        case "stay":
            return stay(spot)
        case verb:
            return verb, None
