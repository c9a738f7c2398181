"""Our PHH files in another program's hands: pokerkit plays them to the same stacks, or says that it cannot."""

import random
import tomllib
import warnings
from collections import Counter
from importlib import import_module
from typing import Any

import pytest

from tables.engine.events import Acted, DealtBoard, Posted, Won
from tables.engine.hand import Hand
from tables.engine.phh import to_phh
from tables.engine.phh_reading import read_phh
from tables.engine.rulebooks import rules_for
from tables.engine.rules import Betting, OddChips
from tests.engine.test_phh import deal, fold_out, random_hand, random_rules
from tests.samples import count

_pokerkit: Any = import_module("pokerkit")
_games: Any = import_module("pokerkit.games")
_POT_LIMIT: Any = type(
    "PotLimitTexasHoldem", (_games.PotLimitPokerMixin, _games.TexasHoldemMixin, _games.UnfixedLimitHoldem), {}
)


class History(_pokerkit.HandHistory):  # type: ignore[misc]  # pokerkit is not typed here
    """With the pot-limit hold'em that its list of games lacks."""

    game_types = _pokerkit.HandHistory.game_types | {"PT": _POT_LIMIT}
    required_field_names = _pokerkit.HandHistory.required_field_names | {
        "PT": _pokerkit.HandHistory.required_field_names["NT"]
    }


@pytest.mark.parametrize("rulebook", ["cash", "home", "duel"])
def test_another_program_reads_the_same_hands(rulebook: str) -> None:
    codes: Counter[str] = Counter()
    for number in range(count(240, quick=120)):
        draw = random.Random(number)
        hand = random_hand(draw, random_rules(draw) if rulebook == "cash" else rules_for(rulebook))
        text = to_phh(hand, known=hand.seats if number % 2 else ())
        variant = tomllib.loads(text)["variant"]
        if hand.rules.rulebook == rulebook and not _read_differently(hand) and not variant.startswith("_"):
            assert _agrees(text, hand), f"hand {number}"
            codes[variant] += 1
    assert set(codes) == ({"NT", "PT", "FT"} if rulebook == "cash" else {"NT"})
    assert codes.total() > count(60, quick=20)


def _agrees(text: str, hand: Hand) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about cards that are not known
        *_, last = History.loads(text)
    odd = zip(last.stacks, hand.stacks, _odd_chips(hand), strict=True)
    return all(abs(theirs - ours) <= most for theirs, ours, most in odd)


def test_a_raise_that_the_standard_does_not_allow_is_under_a_code_of_ours() -> None:
    """At a kitchen table one may raise by less than the last raise, and over a short all-in."""
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


def _odd_chips(hand: Hand) -> list[int]:
    """A fault of pokerkit: one winner gets all of them, and pots that only losers keep apart are split as one. At a
    kitchen table they go to the first who has not folded, be it a loser, which the standard cannot tell."""
    odd = dict.fromkeys(hand.seats, 0)
    for number, pot in enumerate(hand.pots):
        winners = {event.seat for event in hand.events if isinstance(event, Won) and event.pot == number}
        usual = hand.rules.odd_chips is OddChips.ONE_EACH
        for seat in winners if usual else pot.seats:
            odd[seat] += pot.amount % len(winners) if usual else len(winners) - 1
    return list(odd.values())


def _read_differently(hand: Hand) -> bool:
    """The other faults of pokerkit: it lowers the price to a short big blind, lets a first bet below the big blind
    re-open, and wants a full raise over a fixed-limit bet that an all-in left incomplete."""
    price, size = hand.rules.big_blind, hand.rules.least_bet
    fixed = hand.rules.betting is Betting.FIXED_LIMIT
    for event in hand.events:
        match event:
            case Posted(kind="big_blind", amount=amount) if amount < price:
                return True
            case DealtBoard(street=street):
                price, size = 0, size * 2 if fixed and street == "turn" else size
            case Acted(verb="bet" | "raise", to=to):
                if to - price < size and (fixed or not price):
                    return True
                price = to
            case _:
                pass
    return not any(isinstance(event, Posted) and event.kind == "big_blind" for event in hand.events)


@pytest.mark.parametrize("rulebook", ["contest", "queue"])
def test_it_refuses_rules_that_it_does_not_know(rulebook: str) -> None:
    text = to_phh(fold_out(deal(rules_for(rulebook), [1000] * 3)))
    with pytest.raises(KeyError, match=r"_(doubling|queue)"):
        [*History.loads(text)]
