"""Test what holds for every hand of every rulebook, for any players and any moves.

PROPERTY_EXAMPLES=50 tries fifty times as many hands, others each time.
"""

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards import Card, rank_of, suit_of
from tables.engine.events import Acted, DealtBoard, Posted, Returned, Won
from tables.engine.hand import HandState
from tables.engine.legal import Legal
from tables.engine.opening import SeatNumber
from tables.engine.ranks import strength
from tables.engine.rejection import Refusal, Rejection
from tables.engine.rules import Betting, OddChips, Rules
from tests.tables.engine.strategies import (
    A_CARD,
    NO_AMOUNTS,
    NO_VERBS,
    VARIANTS,
    VERBS,
    amounts,
    examples,
    hands,
    longest,
    may,
    openings,
    play,
    snapshot,
)

every_rulebook = pytest.mark.parametrize("variant", VARIANTS)
CAPPED = {
    "cash_fixed_limit": {"bet": "raise", "raise": "raise"},
    "duel": {"bet": "raise", "raise": "raise"},
    "contest": {"bet": "bet", "overbet": "bet", "raise": "raise"},
    "queue": {"raise": "raise"},
}
BOARD_SIZE = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}


@every_rulebook
@examples(7)
@given(data=st.data(), decisions=play)
def test_no_chip_is_made_or_lost(variant: str, data: st.DataObject, decisions: bytes) -> None:
    opening = data.draw(openings(variant))
    total = sum(opening.stacks)
    for hand in hands(opening, decisions):
        in_pots = sum(pot.amount for pot in hand.pots)
        assert hand.middle == in_pots + sum(hand.bets)
        assert sum(hand.stacks) + (0 if hand.over else hand.middle) == total
        assert min(*hand.stacks, *hand.bets, *hand.won, hand.middle) >= 0
        assert sum(hand.won) == (hand.middle if hand.over else 0)
        assert hand.stacks == stacks_by_the_log(hand)


def stacks_by_the_log(hand: HandState) -> tuple[int, ...]:
    """Return the stacks by the events alone: they tell where every chip is."""
    stacks = dict(zip(hand.seats, hand.opening.stacks, strict=True))
    for event in hand.events:
        if isinstance(event, (Posted, Acted)):
            stacks[event.seat] -= event.amount
        elif isinstance(event, (Returned, Won)):
            stacks[event.seat] += event.amount
    return tuple(stacks.values())


@every_rulebook
@examples(5)
@given(data=st.data(), decisions=play)
def test_a_hand_is_consistent_and_its_log_only_grows(variant: str, data: st.DataObject, decisions: bytes) -> None:
    history = list(hands(data.draw(openings(variant)), decisions))
    for hand in history:
        assert hand.over == (hand.legal is None) == (hand.turn is None) == (not hand.waiting)
        assert len(hand.board) == BOARD_SIZE[hand.street]
        assert len({*hand.waiting}) == len(hand.waiting)
        for seat in hand.waiting:
            position = hand.seats.index(seat)
            assert hand.stacks[position]
            assert not hand.folded[position]
        if hand.legal:
            assert hand.legal.seat == hand.turn == hand.waiting[0]
            assert max(hand.bets) <= hand.price
    for before, after in pairwise(history):
        assert after.events[: len(before.events)] == before.events
        assert after.moves[:-1] == before.moves


@every_rulebook
@examples(3)
@given(data=st.data(), decisions=play)
def test_exactly_the_legal_actions_are_accepted(variant: str, data: st.DataObject, decisions: bytes) -> None:
    luck = random.Random(data.draw(st.integers(0, 2**32)))
    for hand in hands(data.draw(openings(variant)), decisions):
        before = snapshot(hand)
        if hand.legal is None:
            for verb in VERBS:
                refused(hand, verb, None, seat=luck.choice([None, *hand.seats]), code=Refusal.HAND_IS_OVER)
            continue
        tries: list[tuple[Any, Any]] = [
            (verb, amount) for verb in VERBS for amount in sorted(amounts(hand.legal), key=str)
        ]
        tries += [(luck.choice(VERBS), amount) for amount in NO_AMOUNTS]
        tries += [(verb, luck.choice([None, 20])) for verb in NO_VERBS]
        for verb, amount in luck.sample(tries, 40):
            try_move(hand, hand.legal, verb, amount)
        assert snapshot(hand) == before


def try_move(hand: HandState, legal: Legal, verb: Any, amount: Any) -> None:
    if not may(legal, verb, amount):
        refused(hand, verb, amount, seat=None)
        return
    after = hand.act(verb, amount)
    assert after.moves[:-1] == hand.moves
    acted = next(event for event in after.events[len(hand.events) :] if isinstance(event, Acted))
    assert acted.seat == legal.seat
    if verb in ("bet", "raise", "overbet") and amount is not None:
        assert (acted.verb, acted.to) == (verb, amount)
    if verb == "call":
        assert acted.amount == legal.call
    if verb == "all-in":
        assert acted.all_in
        assert acted.to == legal.all_in


def refused(hand: HandState, verb: Any, amount: Any, *, seat: int | None, code: Refusal | None = None) -> None:
    with pytest.raises(Rejection) as caught:
        hand.act(verb, amount, seat=seat)
    assert code in (None, caught.value.code)
    assert not re.search(r"[{}]", caught.value.sentence)
    assert not A_CARD.search(f"{caught.value} {caught.value!r} {caught.value.numbers}")


@every_rulebook
@examples(4)
@given(data=st.data(), decisions=play)
def test_nobody_acts_for_another_player(variant: str, data: st.DataObject, decisions: bytes) -> None:
    for hand in hands(data.draw(openings(variant)), decisions):
        before = snapshot(hand)
        for other in [seat for seat in hand.seats if seat != hand.turn]:
            refused(hand, "fold", None, seat=other, code=None if hand.over else Refusal.NOT_YOUR_TURN)
        for stranger in (-1, 20, 10**30):
            for verb in ("show", "muck"):
                refused(hand, verb, None, seat=stranger, code=Refusal.NOT_IN_THE_HAND)
            refused(hand, "fold", None, seat=stranger, code=None if hand.over else Refusal.NOT_IN_THE_HAND)
        for seat in hand.seats:
            if not hand.over or seat in hand.shown | hand.put_away:
                refused(hand, "show", None, seat=seat)
                refused(hand, "muck", None, seat=seat)
        assert snapshot(hand) == before


@every_rulebook
@examples(5)
@given(data=st.data(), eagerness=st.integers(0, 255))
def test_every_hand_ends_however_long_it_is_drawn_out(variant: str, data: st.DataObject, eagerness: int) -> None:
    opening = data.draw(openings(variant))
    deep = 5 if variant == "home" else 100
    stacks = tuple([1 + stack % (deep * opening.rules.big_blind) for stack in opening.stacks])
    hand = HandState.deal(replace(opening, stacks=stacks))
    luck = random.Random(eagerness)
    while hand.legal:
        hand = hand.act(*longest(hand.legal, cautious=luck.random() < 0.1))
        assert len(hand.moves) <= most_actions(hand.rules, stacks)
    check_caps(variant, hand)


def check_caps(variant: str, hand: HandState) -> None:
    """Check the cap of the rulebook. In fixed limit the big blind is the first bet, and short all-ins come on top."""
    made: Counter[tuple[str, str]] = Counter()
    street = "preflop"
    for event in hand.events:
        street = event.street if isinstance(event, DealtBoard) else street
        if isinstance(event, Acted) and not (variant == "cash_fixed_limit" and event.all_in):
            kind = CAPPED.get(variant, {}).get(event.verb)
            made[street, kind or ""] += kind is not None
    for (street, _), number in made.items():
        assert number <= (3 if variant == "queue" or (variant, street) == ("cash_fixed_limit", "preflop") else 4)


def most_actions(rules: Rules, stacks: tuple[int, ...]) -> int:
    """Return an upper bound for the actions of a hand.

    Without raises each player acts once a street; after a raise everybody else once more; each time after a pass.
    Raises end: an all-in comes once from each player; the others are capped on each street, or else put in at least the
    least raise, which is one chip if any amount may be raised.
    """
    players = len(stacks)
    if rules.betting is Betting.FIXED_LIMIT or rules.raise_cap:
        raises = 4 * (rules.raise_cap + rules.bet_cap)
    else:
        raises = sum(stacks) // (rules.raise_least or rules.big_blind)
    times = 2 if rules.betting is Betting.QUEUE else 1
    return times * players * (4 + raises + players)


@every_rulebook
@examples(6)
@given(data=st.data(), decisions=play)
def test_an_old_hand_is_never_changed(variant: str, data: st.DataObject, decisions: bytes) -> None:
    """Hands that follow from it, other ways to go on and values computed later leave it as it was."""
    history = [(hand, snapshot(hand)) for hand in hands(data.draw(openings(variant)), decisions)]
    for hand, _ in history:
        if hand.legal:
            list(hands(hand.opening, b"", begin=hand.act("fold")))
    for (before, known), (after, wanted) in pairwise(history):
        verb, amount = after.moves[-1].verb, after.moves[-1].amount
        assert snapshot(before) == known
        assert snapshot(before.act(verb, amount, seat=after.moves[-1].seat)) == wanted


@every_rulebook
@examples(6)
@given(data=st.data(), decisions=play)
def test_the_uncalled_part_of_a_bet_is_returned(variant: str, data: st.DataObject, decisions: bytes) -> None:
    """The log shows that at the end of each street no live player has put in more than everybody else."""
    *_, hand = hands(data.draw(openings(variant)), decisions)
    bets = dict.fromkeys(hand.seats, 0)
    folded: set[SeatNumber] = set()
    for event in hand.events:
        if isinstance(event, (DealtBoard, Won)):
            *_, second, (most, seat) = sorted((bet, seat) for seat, bet in bets.items())
            assert most == second[0] or seat in folded
            bets = dict.fromkeys(hand.seats, 0)
        elif isinstance(event, Acted):
            bets[event.seat] = event.to
            folded |= {event.seat} if event.verb == "fold" else set()
        elif isinstance(event, Returned):
            bets[event.seat] -= event.amount
        elif isinstance(event, Posted) and event.kind != "ante":
            bets[event.seat] = event.amount


@every_rulebook
@examples(7)
@given(data=st.data(), decisions=play)
def test_every_pot_goes_to_the_best_of_its_contenders(variant: str, data: st.DataObject, decisions: bytes) -> None:
    *_, hand = hands(data.draw(openings(variant)), decisions)
    won = [event for event in hand.events if isinstance(event, Won)]
    live = [seat for seat, folded in zip(hand.seats, hand.folded, strict=True) if not folded]
    assert all(event.amount > 0 for event in won)
    if len(live) == 1:
        share = [(live[0], hand.middle)] if hand.middle else []  # a big blind alone goes back: nothing is won
        assert [(event.seat, event.amount) for event in won] == share
        return
    paid = {(event.pot, event.seat): event.amount for event in won}
    wanted: dict[tuple[int, SeatNumber], int] = {}
    for number, pot in enumerate(hand.pots):
        wanted |= {(number, seat): chips for seat, chips in split(hand, pot.seats, pot.amount).items()}
        assert set(pot.seats) <= set(live)
    assert paid == wanted


def split(hand: HandState, contenders: tuple[SeatNumber, ...], amount: int) -> dict[SeatNumber, int]:
    """Split a pot by the rulebook's rule for odd chips; contenders and winners run from the left of the button."""
    values = {seat: strength((*hand.hole(seat), *hand.board)) for seat in contenders}
    winners = [seat for seat in contenders if values[seat] == min(values.values())]
    shares = dict.fromkeys(winners, amount // len(winners))
    odd = amount % len(winners)
    receivers = winners[:odd] if hand.rules.odd_chips is OddChips.ONE_EACH else [contenders[0]] * odd
    for seat in receivers:
        shares[seat] = shares.get(seat, 0) + 1
    return {seat: chips for seat, chips in shares.items() if chips}


@every_rulebook
@examples(4)
@given(data=st.data(), decisions=play, order=st.permutations(range(4)))
def test_suits_make_no_difference(variant: str, data: st.DataObject, decisions: bytes, order: list[int]) -> None:
    opening = data.draw(openings(variant))
    deck = tuple([Card(4 * rank_of(card) + order[suit_of(card)]) for card in opening.deck])
    told = ("stacks", "won", "pots", "moves", "legal", "shown")
    for one, other in zip(hands(opening, decisions), hands(replace(opening, deck=deck), decisions), strict=True):
        assert [getattr(one, name) for name in told] == [getattr(other, name) for name in told]
        assert [type(event) for event in one.events] == [type(event) for event in other.events]


@every_rulebook
@examples(4)
@given(data=st.data(), decisions=play)
def test_seat_numbers_make_no_difference(variant: str, data: st.DataObject, decisions: bytes) -> None:
    opening = data.draw(openings(variant))
    names = {seat: SeatNumber(99 - seat) for seat in opening.seats}
    called = replace(opening, seats=tuple(names.values()))
    told = ("stacks", "bets", "won", "net", "board", "price", "prompt", "street", "folded", "over", "middle")
    for one, other in zip(hands(opening, decisions), hands(called, decisions), strict=True):
        assert [getattr(one, name) for name in told] == [getattr(other, name) for name in told]
        assert tuple([names[seat] for seat in one.waiting]) == other.waiting
        assert tuple([move._replace(seat=names[move.seat]) for move in one.moves]) == other.moves
