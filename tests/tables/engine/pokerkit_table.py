"""Put pokerkit behind the words that our engine is compared in, and correct each of its known faults by name.

Players are positions as in the engine: 0 is left of the button. Every fault that is met is counted in `faults`.
"""

import warnings
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from pokerkit import Automation, BettingStructure, Card, ChipsPushing, Deck, Mode, State, Street
from pokerkit import Opening as Opener
from pokerkit.hands import StandardHighHand

from tables.engine.cards import DECK, cards_text
from tables.engine.opening import Opening
from tables.engine.rules import AnteFrom, Betting, Rules
from tables.engine.state import STREETS


class Fault(StrEnum):
    """Names the faults; a docstring that begins with the name, here or in the test, says when it strikes."""

    ODD_REMAINDER = "whole odd remainder of a pot to one winner"
    MERGED_POTS = "pots with equal contenders merged"
    SHORT_BIG_BLIND = "a short big blind lowers the call"
    SHORT_FIRST_BET = "a short first bet re-opens"
    FOUR_RAISES = "four raises over the big blind"
    LIMIT_ALL_IN = "every all-in is a bet in fixed limit"
    FORGETS = "short all-ins that added up are forgotten"
    ASKS_FOR_NOTHING = "a turn for the last player with chips, who has matched"
    EQUAL_BLINDS = "heads-up the big blind begins when the blinds are equal"
    UNMATCHED_ANTE = "an ante that nobody matched goes back"
    FREE_FOLD = "no fold where checking is free"


_CARDS: Final = tuple(Card.parse(cards_text(DECK)))
# Bets are collected once the chips lent to correct a fault are taken back, pots are pushed once `paid` is read.
_BY_HAND: Final = {Automation.BET_COLLECTION, Automation.HOLE_DEALING, Automation.CHIPS_PUSHING}


@lru_cache(maxsize=64)
def _best_five(hole: tuple[Card, ...], board: tuple[Card, ...]) -> Any:
    """Remember the best five: pokerkit asks for those of a hand many times over, which takes most of its time."""
    return StandardHighHand.from_game(hole, board)


_KIND: Final = SimpleNamespace(from_game=lambda hole, board: _best_five(tuple(hole), tuple(board)))


class View(NamedTuple):
    """Holds what both must agree on whenever a player is to act."""

    turn: int | None
    call: int
    raise_: tuple[int, int] | None
    """Least and most of a bet or raise, as totals on this street."""
    bets: tuple[int, ...]
    pot: int
    stacks: tuple[int, ...]
    street: str
    board: str


class PokerkitTable:
    def __init__(self, opening: Opening) -> None:
        self.faults: Counter[Fault] = Counter()
        self.state = _deal(opening)
        self._opening, self._rules = opening, opening.rules
        self._players = range(len(opening.seats))
        self.antes = [self.state.get_effective_ante(player) for player in self._players]
        self._own = [0] * len(self.antes) if self.state.ante_trimming_status else self.antes
        self.dead = sum(self._own)
        """Ante that one player paid for everyone: it lies in the main pot, without counting as that player's."""
        self._big_blind = 0 if len(opening.seats) == 2 else 1
        self._missing = self._rules.big_blind - self.state.bets[self._big_blind]
        self.live = set(self._players)
        self._begin_street()
        self._begin_with_the_button()
        self._go_on()

    def view(self) -> View:
        state = self.state
        turn, bets, pot = state.actor_index, tuple(state.bets), state.total_pot_amount
        call, bounds = 0, None
        if turn is not None:
            with self._full_price(), self._fixed_limit_all_ins():
                self._remember_short_all_ins(turn)
                call = state.checking_or_calling_amount
                least = state.min_completion_betting_or_raising_to_amount
                if least is not None and not self._reopened_by_short_bet(turn):
                    bounds = (least, self._most(least, pot))
        board = "".join(repr(card) for cards in state.board_cards for card in cards)
        return View(turn, call, bounds, bets, pot, tuple(state.stacks), STREETS[self._street], board)

    def act(self, verb: str, to: int | None) -> None:
        actor = self.state.actor_index
        with self._full_price():
            if verb == "fold":
                self._fold(actor)
            elif verb in ("check", "call"):
                self.state.check_or_call()
            else:
                with self._fixed_limit_all_ins():
                    self._count_raise(to or 0)
                    self.state.complete_bet_or_raise_to(to)
        self._acted.add(actor)
        self._go_on()

    def strengths(self) -> list[Any]:
        """Return strengths by position, from the deck: pokerkit has thrown the losers' cards away by now."""
        deck = [_CARDS[card] for card in self._opening.deck]
        board = [card for cards in self.state.board_cards for card in cards]
        return [_best_five((deck[one], deck[len(self._players) + one]), tuple(board)) for one in self._players]

    def _begin_street(self) -> None:
        self._street: int = self.state.street_index or 0
        self._acted: set[int] = set()
        self._level = self._rules.big_blind if self._street == 0 else 0
        self._limit_bets = 0
        self._short_limit_all_in = False
        self._size = self.state.streets[self._street].min_completion_betting_or_raising_amount

    def _go_on(self) -> None:
        """Do all that needs no choice: collect bets, check for a player who has no opponent left, pay out."""
        state = self.state
        while state.bet_collection_status or self._asked_for_nothing():
            if state.bet_collection_status:
                state.collect_bets()
            else:
                self.faults[Fault.ASKS_FOR_NOTHING] += 1
                assert state.check_or_call().amount == 0
        if state.can_push_chips():
            self._pay_out()
        elif state.street_index != self._street:
            self._begin_street()

    def _pay_out(self) -> None:
        state = self.state
        self._street = self._street if len(self.live) == 1 else len(STREETS) - 1
        # Keep what counts for side pots, the chips behind, and whether several players get chips of the same pot.
        self.paid = tuple([-state.payoffs[player] - self._own[player] for player in self._players])
        self.kept = tuple(state.stacks)
        while state.can_push_chips():
            state.push_chips()
        pushed = [operation.amounts for operation in state.operations if isinstance(operation, ChipsPushing)]
        self.shared = any(sum(amount > 0 for amount in amounts) > 1 for amounts in pushed)

    # The faults

    @contextmanager
    def _full_price(self) -> Iterator[None]:
        """SHORT_BIG_BLIND: pokerkit asks for no more than the largest blind actually posted.

        The rule: the price before the flop is the full big blind. What a short one lacks is lent to its player while
        pokerkit is asked or acts, and taken away before bets are collected.
        """
        lent = self._missing if self._street == 0 else 0
        state, position = self.state, self._big_blind
        self.faults[Fault.SHORT_BIG_BLIND] += bool(lent and max(state.bets) < self._rules.big_blind)
        state.bets[position] += lent
        state.payoffs[position] -= lent
        yield
        state.bets[position] -= lent
        state.payoffs[position] += lent

    def _most(self, least: int, pot: int) -> int:
        """SHORT_BIG_BLIND: with the chips lent pokerkit's pot is too large, and so is the most in pot-limit."""
        state = self.state
        if self._rules.betting is not Betting.POT_LIMIT or self._street or not self._missing:
            return int(state.max_completion_betting_or_raising_to_amount)
        bet, stack = state.bets[state.actor_index], state.stacks[state.actor_index]
        return int(min(bet + stack, max(least, 2 * max(state.bets) - bet + pot)))

    def _asked_for_nothing(self) -> bool:
        """ASKS_FOR_NOTHING: the last player with chips, who has matched every live one, still gets a turn in the middle
        of a street. The rule: betting is over once all live players but one are all-in and that one has matched.
        """
        state, actor = self.state, self.state.actor_index
        others = self.live - {actor}
        if actor is None or any(state.stacks[other] for other in others):
            return False
        return bool(state.bets[actor] >= max(state.bets[other] for other in others))

    def _reopened_by_short_bet(self, actor: int) -> bool:
        """SHORT_FIRST_BET: pokerkit measures an all-in against the street's earlier raises only, so that the first,
        however short, is a full one. The rule: a player who has acted may raise again only against a full raise (TDA
        47). It strikes only while no raise on this street came up to a big blind and the player owes less than one.
        """
        state = self.state
        reopened: bool = (
            self._rules.betting is not Betting.FIXED_LIMIT
            and actor in self._acted
            and state.completion_betting_or_raising_amount < self._rules.big_blind
            and state.checking_or_calling_amount < self._rules.big_blind
        )
        self.faults[Fault.SHORT_FIRST_BET] += reopened
        return reopened

    def _remember_short_all_ins(self, actor: int) -> None:
        """FORGETS: once short all-ins have added up to a full raise pokerkit counts the next ones from nothing, and
        refuses a player who faces all of them. The rule: all that the player faces counts, added up (TDA 47).
        """
        state = self.state
        full, short = state.completion_betting_or_raising_amount, state.consecutive_short_all_in_amounts
        facing = max(state.bets) - state.bets[actor]
        if not short or sum(short) >= full or actor not in state.acted_player_indices:
            return
        if facing >= max(full, self._size) and state.stacks[actor] > facing:
            self.faults[Fault.FORGETS] += 1
            short.clear()

    @contextmanager
    def _fixed_limit_all_ins(self) -> Iterator[None]:
        """LIMIT_ALL_IN: pokerkit counts every all-in as a bet, makes the next raise a whole bet more, and re-opens only
        for a whole bet. The rule: from half a bet on, an all-in counts and re-opens; the raise after a smaller one
        completes the bet (TDA 47). It strikes from the first all-in of an odd size to the end of that street.
        """
        state = self.state
        if self._short_limit_all_in:
            self.faults[Fault.LIMIT_ALL_IN] += 1
            step = self._level + self._size - max(state.bets)
            street = replace(state.street, min_completion_betting_or_raising_amount=step)
            state.streets = (*state.streets[: self._street], street, *state.streets[self._street + 1 :])
            facing, acted = max(state.bets) - state.bets[state.actor_index], state.actor_index in self._acted
            state.completion_betting_or_raising_amount = self._size if acted and 2 * facing < self._size else 0
            state.completion_betting_or_raising_count = self._limit_bets
            state.consecutive_short_all_in_amounts.clear()
        yield

    def _count_raise(self, to: int) -> None:
        """FOUR_RAISES: pokerkit's own fixed limit has four raises over the big blind. The rule: the big blind is the
        first of four bets. Our `_streets` therefore say three; this counts the hands in which that mattered.
        """
        if self._rules.betting is not Betting.FIXED_LIMIT:
            return
        full = self._level + self._size
        self._short_limit_all_in |= to != full
        if to == full or 2 * (to - max(self.state.bets)) >= self._size:
            self._level = to
            self._limit_bets += 1
            self.faults[Fault.FOUR_RAISES] += self._street == 0 and self._limit_bets == self._rules.raise_cap - 1

    def _fold(self, actor: int) -> None:
        """FREE_FOLD: pokerkit warns of a free fold, and refuses it in a tournament. The rule: folding is legal."""
        self.live.remove(actor)
        self.faults[Fault.FREE_FOLD] += not self.state.checking_or_calling_amount
        with warnings.catch_warnings(action="ignore", category=UserWarning):
            self.state.fold()

    def _begin_with_the_button(self) -> None:
        """EQUAL_BLINDS: pokerkit takes the later position of two equal blinds for the big one; heads-up that is the
        button. The rule: heads-up the button is the small blind and acts first before the flop.
        """
        state = self.state
        if len(self._players) == 2 and state.bets[0] == state.bets[1] and len(state.actor_indices) == 2:
            self.faults[Fault.EQUAL_BLINDS] += 1
            state.actor_indices.reverse()


def _streets(rules: Rules) -> tuple[Street, ...]:
    small, fixed = rules.big_blind, rules.betting is Betting.FIXED_LIMIT
    big, cap = small * (1 + fixed), rules.raise_cap or None
    first = cap and cap - 1  # FOUR_RAISES
    return (
        Street(False, (False, False), 0, False, Opener.POSITION, small, first),
        Street(True, (), 3, False, Opener.POSITION, small, cap),
        Street(True, (), 1, False, Opener.POSITION, big, cap),
        Street(True, (), 1, False, Opener.POSITION, big, cap),
    )


def _deal(opening: Opening) -> Any:
    rules, players, stacks = opening.rules, len(opening.seats), opening.stacks
    betting, everyone = BettingStructure[rules.betting.name], rules.ante_from is AnteFrom.EVERYONE
    antes, blinds, streets = _antes(rules, players), (rules.small_blind, rules.big_blind), _streets(rules)
    automatic, kinds, mode = tuple(set(Automation) - _BY_HAND), (_KIND,), Mode.CASH_GAME
    state = State(
        automatic, Deck.STANDARD, kinds, streets, betting, everyone, antes, blinds, 0, stacks, players, mode=mode
    )
    if state.bet_collection_status:
        state.collect_bets()
    state.deck_cards = deque(_CARDS[card] for card in opening.deck)
    state.automations = (*automatic, Automation.HOLE_DEALING)
    state.deal_hole()
    return state


def _antes(rules: Rules, players: int) -> Sequence[int]:
    """Return the antes; heads-up pokerkit reads them, as blinds, from the button's side."""
    if rules.ante_from is AnteFrom.EVERYONE:
        return [rules.ante] * players
    payer = 1 if rules.ante_from is AnteFrom.BIG_BLIND else (players - 1) * (players > 2)
    return [rules.ante * (player == payer) for player in range(players)]
