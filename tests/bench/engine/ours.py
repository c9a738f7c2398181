"""Drive our engine as its peers are driven, and time the replay of a long hand, which is measured for ours alone."""

from random import random, seed

from tables.engine.cards import DECK, Card
from tables.engine.hand import HandState
from tables.engine.legal import Legal
from tables.engine.opening import Opening
from tables.engine.rulebooks import rules_for
from tests.bench.engine.clock import in_turns
from tests.bench.engine.policy import BIG_BLIND, CHECK_OR_CALL, FOLD, MIND, SMALL_BLIND, STACK, PlayHand, choose

RULES = rules_for("cash", small_blind=SMALL_BLIND, big_blind=BIG_BLIND)
REPLAYED_ACTIONS = 50
REPLAYED_HANDS = 20
"""Counts the different hands that are replayed, because a single one may be unusual."""


def shuffled() -> tuple[Card, ...]:
    keys = [random() for _ in DECK]
    return tuple(sorted(DECK, key=keys.__getitem__))


def opening(players: int) -> Opening:
    return Opening.make(RULES, seats=range(1, players + 1), stacks=(STACK,) * players, button=players, deck=shuffled())


def acted(hand: HandState, legal: Legal) -> HandState:
    least, most = legal.bet or legal.raise_ or (0, 0)
    amount = choose(MIND.random, legal.call, least, most)
    if amount == CHECK_OR_CALL:
        return hand.act("call" if legal.call else "check")
    if amount == FOLD:
        return hand.act("fold")
    return hand.act("bet" if legal.bet else "raise", amount)


def engine_table(players: int) -> PlayHand:
    """Make an Opening and a first Hand for each hand; call Hand.act as Hand.legal allows."""

    def play() -> int:
        actions = 0
        hand = HandState.deal(opening(players))
        while legal := hand.legal:
            actions += 1
            hand = acted(hand, legal)
        if not hand.over or sum(hand.stacks) != players * STACK:
            raise ArithmeticError("a hand was not settled to the chip")
        return actions

    return play


def long_hands() -> list[HandState]:
    """Play hands of nine players until enough of them have exactly 50 actions, and return those."""
    found: list[HandState] = []
    seed(REPLAYED_ACTIONS)
    MIND.seed(REPLAYED_ACTIONS)
    while len(found) < REPLAYED_HANDS:
        hand = HandState.deal(opening(9))
        while legal := hand.legal:
            hand = acted(hand, legal)
        if len(hand.moves) == REPLAYED_ACTIONS:
            found.append(hand)
    return found


def replay_us() -> float:
    """Measure the microseconds of CPU time to replay one hand of 50 actions from its opening and moves."""
    records = [(hand.opening, hand.moves) for hand in long_hands()]

    def work() -> int:
        for begun, moves in records:
            HandState.replay(begun, moves)
        return len(records)

    return 1e6 / in_turns({"replay": work}, seconds=0.3)["replay"].done_per_s
