"""Play random hands of `cash` move by move in our engine and in pokerkit.

Pokerkit's rules that differ from ours are corrected by name, see `pokerkit_table`. POKERKIT_HANDS=20000 plays more; a
failure names the seed, and `play_both("no_limit", 123)` plays that hand again.
"""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple

from tables.engine.cards import DECK, Card, cards_text, parse_cards
from tables.engine.hand import HandState
from tables.engine.opening import Opening
from tables.engine.places import board_places
from tables.engine.rulebooks import rules_for
from tables.engine.rules import Rules
from tests.tables.engine.pokerkit_table import Fault, PokerkitTable, View

HANDS: Final = int(os.environ.get("POKERKIT_HANDS", "330"))
"""Number of hands, all limits together."""
LIMITS: Final = ("no_limit", "pot_limit", "fixed_limit")
BOARDS_THAT_TIE: Final = ("AsKdQhJcTs", "AsAdAhAcKs", "5s6d7h8c9s", "KsKdQhQcAs", "AsKdQh8c7s", "2s2d3h3c4s")
EXACT, EXPLAINED, UNTOUCHED = "stacks as pokerkit's", "stacks by the rules of odd chips", "no fault met"

Play = tuple[str, int | None]


class Pot(NamedTuple):
    amount: int
    contenders: tuple[int, ...]


def test_random_hands_agree_with_pokerkit_and_few_meet_a_fault() -> None:
    tallies = {betting: sum((play_both(betting, seed) for seed in seeds()), Counter[str]()) for betting in LIMITS}
    for tally in tallies.values():
        assert tally["hands"] == len(seeds())
        assert tally["turns"] > 6 * tally["hands"]
        assert tally[EXACT] > 0.85 * tally["hands"]
        assert tally[EXACT] + tally[EXPLAINED] == tally["hands"]
        assert tally["not_reopened"]
        assert tally["nobody_can_answer"] > tally["not_reopened"]
    assert tallies["fixed_limit"]["raises_used_up"] > tallies["fixed_limit"]["hands"]
    together = sum(tallies.values(), Counter[str]())
    print(dict(together))
    assert together[UNTOUCHED] > 0.5 * together["hands"]
    for fault in set(Fault) - {Fault.FORGETS}:
        assert 0 < together[fault] < 0.2 * together["hands"], fault


def test_short_all_ins_that_add_up_to_a_full_raise_still_reopen_the_betting() -> None:
    """The first raiser, who put in 200, may raise by TDA 47: 140 more is over the 100 of a full raise."""
    opening = Opening.make(
        rules_for("cash"),
        seats=range(6),
        stacks=[5000, 5000, 5000, 260, 310, 340],
        button=5,
        deck=DECK,
    )
    moves: list[Play] = [("raise", to) for to in (200, 260, 310, 340)]
    moves += [("fold", None), ("call", None), ("raise", 440), ("call", None)]
    moves += [("check", None)] * 6
    moves.reverse()
    assert play(opening, lambda _: moves.pop())[Fault.FORGETS]


def seeds() -> range:
    return range(HANDS // len(LIMITS))


def play_both(betting: str, seed: int) -> Counter[str]:
    random = Random(f"{betting} {seed}")
    opening, manner = random_opening(random, betting), random.choice(MANNERS)
    try:
        return play(opening, lambda hand: random_move(random, hand, manner))
    except BaseException as error:
        error.add_note(f"play_both({betting!r}, {seed})")
        raise


def play(opening: Opening, choose: Callable[[HandState], Play]) -> Counter[str]:
    hand, table = HandState.deal(opening), PokerkitTable(opening)
    tally: Counter[str] = Counter(hands=1)
    try:
        while not hand.over:
            assert view(hand) == table.view()
            tally[str(hand.legal and hand.legal.no_raise)] += 1
            verb, to = choose(hand)
            hand = hand.act(verb, to)
            table.act(verb, to)
            tally["turns"] += 1
        assert view(hand)._replace(stacks=()) == table.view()._replace(stacks=())
        tally[compare_stacks(hand, table)] += 1
    except BaseException as error:
        error.add_note(f"{opening.to_json()}, moves {[tuple(move) for move in hand.moves]}")
        raise
    met: list[str] = [fault for fault, times in table.faults.items() if times]
    tally.update(met or [UNTOUCHED])
    return tally


def view(hand: HandState) -> View:
    legal = hand.legal
    bounds = legal and (legal.bet or legal.raise_)
    return View(
        turn=legal.seat if legal else None,
        call=legal.call if legal else 0,
        raise_=bounds and (bounds.least, bounds.most),
        bets=hand.bets,
        pot=0 if hand.over else hand.middle,
        stacks=hand.stacks,
        street=hand.street,
        board=cards_text(hand.board),
    )


# Compare the end of a hand.


def compare_stacks(hand: HandState, table: PokerkitTable) -> str:
    """Compare with pokerkit's own stacks or, after a split pot, with the rules; then explain pokerkit's stacks."""
    theirs = tuple(table.state.stacks)
    if len(table.live) > 1:
        assert hand.middle == sum(hand.won) == sum(table.paid) + table.dead + unmatched_ante(table)
    if not table.shared:
        assert hand.stacks == theirs
        return EXACT
    pots, strengths = pots_of(table), table.strengths()
    assert hand.stacks == stacks_after(table, pots, strengths, whole_remainder=False)
    if hand.stacks == theirs:
        return EXACT
    merged = merge_pots(pots, strengths)
    assert theirs == stacks_after(table, merged, strengths, whole_remainder=True)
    table.faults[Fault.MERGED_POTS if len(merged) < len(pots) else Fault.ODD_REMAINDER] += 1
    return EXPLAINED


def unmatched_ante(table: PokerkitTable) -> int:
    """UNMATCHED_ANTE: pokerkit returns the part of one player's ante that is above all others. The rule: antes belong
    to the pot, only bets go back. It makes no difference to stacks, because all the others are all-in.
    """
    second, first = sorted(table.antes)[-2:]
    returned = 0 if table.dead else first - second
    table.faults[Fault.UNMATCHED_ANTE] += returned > 0
    return returned


def pots_of(table: PokerkitTable) -> list[Pot]:
    """Build a pot for each different amount that live players have in; the highest bet is always one of theirs."""
    paid, live = table.paid, sorted(table.live)
    levels = sorted({paid[player] for player in live})
    pots: list[Pot] = []
    for below, level in pairwise([0, *levels]):
        amount = sum(min(chips, level) - min(chips, below) for chips in paid) + (0 if pots else table.dead)
        contenders = tuple(player for player in live if paid[player] >= level)
        pots.append(Pot(amount, contenders))
    return pots


def stacks_after(
    table: PokerkitTable, pots: Sequence[Pot], strengths: Sequence[Any], *, whole_remainder: bool
) -> tuple[int, ...]:
    """ODD_REMAINDER: pokerkit gives all odd chips of a pot to one. The rule: one each from the left of the button."""
    stacks = list(table.kept)
    for amount, contenders in pots:
        winners = winners_of(contenders, strengths)
        for player in winners:
            stacks[player] += amount // len(winners)
        odd = amount % len(winners)
        for player in winners[:1] * odd if whole_remainder else winners[:odd]:
            stacks[player] += 1
    return tuple(stacks)


def winners_of(contenders: Sequence[int], strengths: Sequence[Any]) -> list[int]:
    best = max(strengths[player] for player in contenders)
    return [player for player in contenders if strengths[player] == best]


def merge_pots(pots: Sequence[Pot], strengths: Sequence[Any]) -> list[Pot]:
    """MERGED_POTS: pokerkit makes the pots after beaten hands were thrown away, so that pots with different contenders
    become one. The rule: the odd chips of each pot are settled on their own.
    """
    standing = {player for pot in pots for player in winners_of(pot.contenders, strengths)}
    merged: list[Pot] = []
    for pot in pots:
        left = tuple(player for player in pot.contenders if player in standing)
        before = merged.pop().amount if merged and merged[-1].contenders == left else 0
        merged.append(Pot(before + pot.amount, left))
    return merged


# Draw hands to play.


class Manner(NamedTuple):
    """Holds how often a player does what, in percent."""

    fold: int
    raise_: int
    all_in: int
    """Percentage of the raises."""


MANNERS: Final = (Manner(15, 30, 10), Manner(3, 25, 20), Manner(5, 60, 15), Manner(2, 45, 60), Manner(25, 70, 5))


def random_move(random: Random, hand: HandState, manner: Manner) -> Play:
    legal = hand.legal
    assert legal is not None
    bounds = legal.bet or legal.raise_
    drawn = random.randrange(100)
    if bounds and drawn < manner.raise_:
        return "bet" if legal.bet else "raise", random_size(random, bounds.least, bounds.most, manner)
    if drawn >= 100 - manner.fold and (not legal.check or random.random() < 0.2):
        return "fold", None
    return "check" if legal.check else "call", None


def random_size(random: Random, least: int, most: int, manner: Manner) -> int:
    """Choose a size; a short stack usually goes all-in, as rules are subtle about all-ins of less than a raise."""
    if random.randrange(100) < (70 if most < 2 * least else manner.all_in):
        return most
    wide = random.randint(least, most)
    return random.choice((least, min(most, least + random.randrange(8)), random.randint(least, wide), wide))


def random_opening(random: Random, betting: str) -> Opening:
    rules = random_rules(random, betting)
    players = random.choice((2, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9))
    return Opening.make(
        rules,
        seats=range(players),
        stacks=random_stacks(random, players, rules.big_blind, short_stacks=6 if betting == "fixed_limit" else 1),
        button=players - 1,
        deck=random_deck(random, players),
    )


def random_rules(random: Random, betting: str) -> Rules:
    big_blind = random.choice((2, 3, 7, 10, 25, 100))
    small_blind = random.choice((big_blind // 2, random.randint(1, big_blind), big_blind))
    chosen: dict[str, Any] = {"betting": betting, "small_blind": small_blind, "big_blind": big_blind}
    if random.random() < 0.5:
        chosen["ante"] = random.choice((1, big_blind // 3 or 1, big_blind, 2 * big_blind + 1))
        chosen["ante_from"] = random.choice(("everyone", "big_blind", "button"))
    return rules_for("cash", **chosen)


def random_stacks(random: Random, players: int, big_blind: int, *, short_stacks: int) -> list[int]:
    equal = random.randint(1, 60 * big_blind)
    ranges = random.choice(
        (
            [(1, 2 * big_blind)],
            [(1, 8 * big_blind)],
            [(big_blind, 4 * big_blind), (10 * big_blind, 300 * big_blind)],
            *[[(2 * big_blind, 4 * big_blind), (20 * big_blind, 90 * big_blind)]] * short_stacks,
            [(1, big_blind), (20 * big_blind, 100 * big_blind)],
            [(equal, equal), (equal, equal + big_blind)],
            [(equal, equal), (equal, equal), (1, 300 * big_blind)],
        )
    )
    step = random.choice((1, 1, max(big_blind // 2, 1)))
    return [-(-random.randint(*random.choice(ranges)) // step) * step for _ in range(players)]


def random_deck(random: Random, players: int) -> list[Card]:
    """Shuffle a deck, half the time with a board on which many hands tie."""
    deck = list(DECK)
    random.shuffle(deck)
    if random.random() < 0.5:
        places = board_places(players=players, burns=(True, True, True))
        for place, card in zip(places, parse_cards(random.choice(BOARDS_THAT_TIE)), strict=True):
            other = deck.index(card)
            deck[place], deck[other] = deck[other], deck[place]
    return deck
