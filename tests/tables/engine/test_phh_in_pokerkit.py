"""Test our PHH files in another program: pokerkit plays them to the same stacks, or says that it cannot."""

import random
import tomllib
import warnings
from collections import Counter
from importlib import import_module
from typing import Any

import pytest

from tables.engine.events import Acted, DealtBoard, Posted, Won
from tables.engine.hand import HandState
from tables.engine.phh import to_phh
from tables.engine.phh_reading import read_phh
from tables.engine.rulebooks import rules_for
from tables.engine.rules import OddChips
from tests.samples import count
from tests.tables.engine.test_phh import deal, fold_out, random_hand, random_rules

_pokerkit: Any = import_module("pokerkit")
_games: Any = import_module("pokerkit.games")
_POT_LIMIT: Any = type(
    "PotLimitTexasHoldem", (_games.PotLimitPokerMixin, _games.TexasHoldemMixin, _games.UnfixedLimitHoldem), {}
)


class History(_pokerkit.HandHistory):  # type: ignore[misc]  # pokerkit is not typed here
    """Adds the pot-limit hold'em that pokerkit's list of games lacks."""

    game_types = _pokerkit.HandHistory.game_types | {"PT": _POT_LIMIT}
    required_field_names = _pokerkit.HandHistory.required_field_names | {
        "PT": _pokerkit.HandHistory.required_field_names["NT"]
    }


@pytest.mark.parametrize("rulebook", ["cash", "home", "duel"])
def test_pokerkit_plays_our_files_to_the_same_stacks(rulebook: str) -> None:
    codes: Counter[str] = Counter()
    for number in range(count(240, quick=120)):
        draw = random.Random(number)
        hand = random_hand(draw, random_rules(draw) if rulebook == "cash" else rules_for(rulebook))
        text = to_phh(hand, known=hand.seats if number % 2 else ())
        variant = tomllib.loads(text)["variant"]
        if variant == "FT" or not (variant.startswith("_") or _read_differently(hand)):
            assert _agrees(text, hand), f"hand {number}"
            codes[variant] += 1
    assert set(codes) == ({"NT", "PT", "FT"} if rulebook == "cash" else {"NT"})
    assert codes.total() > count(60, quick=20)


def _agrees(text: str, hand: HandState) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about unknown cards
        *_, last = History.loads(text)
    odd = zip(last.stacks, hand.stacks, _odd_chips(hand), strict=True)
    return all(abs(theirs - ours) <= most for theirs, ours, most in odd)


def test_a_raise_that_the_standard_does_not_allow_gets_a_code_of_our_own() -> None:
    """The kitchen-table rules allow a raise by less than the last raise, and one over a short all-in."""
    home = rules_for("home")
    usual = deal(home, [1000] * 3).act("raise", 60).act("raise", 100).act("fold").act("fold")
    assert _agrees(to_phh(usual), usual)
    small = deal(home, [1000] * 3).act("raise", 60).act("raise", 99).act("fold").act("fold")
    short = deal(home, [90, 1000, 1000]).act("raise", 60).act("all-in").act("call").act("raise", 200).act("fold")
    for hand in (small, short):
        text = to_phh(hand)
        assert text.startswith("# The PHH standard cannot tell of this hand")
        assert read_phh(text).hand.moves == hand.moves
        with pytest.raises(KeyError, match="_no_limit"):
            [*History.loads(text)]
        with pytest.raises(ValueError, match="repair"):
            [*History.loads(text.replace("_no_limit", "NT", 1))]


ODD_ALL_INS = (
    ((1000, 1000, 1000, 130), "fold, fold, fold, check", "FT"),
    ((1000, 1000, 1000, 130), "call, all-in, call, call", "_fixed_limit"),
    ((1000, 1000, 1000, 190), "call, all-in, raise 290, fold, fold", "_fixed_limit"),
    ((1000, 1000, 1000, 200), "call, all-in, raise 300, fold, fold", "FT"),
    ((1000, 1000, 1000, 70), "call, all-in, call, raise 200, fold", "FT"),
    ((1000, 1000, 1000, 1000), "raise 200, raise 300, fold, fold, call", "FT"),
    ((1000, 60, 1000, 1000), "call, call, call", "_fixed_limit"),
)
"""Stacks from the left of the button; players who have 1000 check and bet nothing more."""


@pytest.mark.parametrize(("stacks", "moves", "code"), ODD_ALL_INS)
def test_an_all_in_of_an_odd_size_in_fixed_limit_gets_a_code_of_our_own(
    stacks: tuple[int, ...], moves: str, code: str
) -> None:
    """Readers of the standard want a full raise over such an all-in, or lower the price to a short blind."""
    hand = deal(rules_for("cash", betting="fixed_limit"), [*stacks])
    for move in moves.split(", "):
        verb, _, amount = move.partition(" ")
        hand = hand if hand.over else hand.act(verb, int(amount) if amount else None)
    while not hand.over:
        hand = hand.act("check" if hand.legal and hand.legal.check else "call")
    text = to_phh(hand, known=hand.seats)
    assert tomllib.loads(text)["variant"] == code
    assert text.startswith("# The PHH standard cannot tell") == (code != "FT")
    assert read_phh(text).hand == hand
    if code == "FT":
        assert _agrees(text, hand)
    else:
        with pytest.raises(KeyError, match="_fixed_limit"):
            [*History.loads(text)]


def test_no_hand_with_the_standard_code_of_fixed_limit_is_read_differently() -> None:
    codes: Counter[str] = Counter()
    for number in range(count(480, quick=240)):
        draw = random.Random(number)
        rules = rules_for("cash", betting="fixed_limit", small_blind=draw.choice([0, 5, 50]), big_blind=75)
        hand = random_hand(draw, rules)
        text = to_phh(hand)
        codes[variant := tomllib.loads(text)["variant"]] += 1
        assert variant != "FT" or _agrees(text, hand), f"hand {number}"
    assert min(codes["FT"], codes["_fixed_limit"]) > 20


def _odd_chips(hand: HandState) -> list[int]:
    """Return by how many chips pokerkit's stacks may differ from ours.

    Pokerkit gives one winner all odd chips, and splits pots that only losers keep apart as one. At a kitchen table they
    go to the first player who has not folded, even to a loser, which the standard cannot express.
    """
    odd = dict.fromkeys(hand.seats, 0)
    for number, pot in enumerate(hand.pots):
        winners = {event.seat for event in hand.events if isinstance(event, Won) and event.pot == number}
        usual = hand.rules.odd_chips is OddChips.ONE_EACH
        for seat in winners if usual else pot.seats:
            odd[seat] += pot.amount % len(winners) if usual else len(winners) - 1
    return list(odd.values())


def _read_differently(hand: HandState) -> bool:
    """Tell whether other faults of pokerkit change the hand: it lowers the price to a short big blind, and lets a first
    bet below the big blind re-open the betting.
    """
    price, size = hand.rules.big_blind, hand.rules.least_bet
    for event in hand.events:
        match event:
            case Posted(kind="big_blind", amount=amount) if amount < price:
                return True
            case DealtBoard():
                price = 0
            case Acted(verb="bet" | "raise", to=to):
                if to < size and not price:
                    return True
                price = to
            case _:
                pass
    return not any(isinstance(event, Posted) and event.kind == "big_blind" for event in hand.events)


@pytest.mark.parametrize("rulebook", ["contest", "queue"])
def test_pokerkit_refuses_rules_that_it_does_not_know(rulebook: str) -> None:
    text = to_phh(fold_out(deal(rules_for(rulebook), [1000] * 3)))
    with pytest.raises(KeyError, match=r"_(doubling|queue)"):
        [*History.loads(text)]
