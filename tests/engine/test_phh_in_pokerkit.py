"""Our PHH files in another program's hands: pokerkit plays them to the same stacks, or says that it cannot."""

import random
import tomllib
import warnings
from importlib import import_module
from typing import Any

import pytest

from tables.engine.events import Acted, DealtBoard, Posted, Won
from tables.engine.hand import Hand
from tables.engine.phh import to_phh
from tables.engine.rulebooks import rules_for
from tables.engine.rules import Betting
from tests.engine.test_phh import deal, fold_out, random_hand, random_rules

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


def test_another_program_reads_the_same_hands() -> None:
    codes = set()
    for number in range(170):
        draw = random.Random(number)
        rules = random_rules(draw)
        hand = random_hand(draw, rules)
        if rules.rulebook == "cash" and not _read_differently(hand):
            text = to_phh(hand, known=hand.seats if number % 2 else ())
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about cards that are not known
                *_, last = History.loads(text)
            odd = zip(last.stacks, hand.stacks, _odd_chips(hand), strict=True)
            assert all(abs(theirs - ours) <= most for theirs, ours, most in odd), f"hand {number}"
            codes.add(tomllib.loads(text)["variant"])
    assert codes == {"NT", "PT", "FT"}


def _odd_chips(hand: Hand) -> list[int]:
    """A fault of pokerkit: one winner gets all of them, and pots that only losers keep apart are split as one."""
    odd = dict.fromkeys(hand.seats, 0)
    for number, pot in enumerate(hand.pots):
        winners = [event.seat for event in hand.events if isinstance(event, Won) and event.pot == number]
        for seat in winners:
            odd[seat] += pot.amount % len(winners)
    return list(odd.values())


def _read_differently(hand: Hand) -> bool:
    """The other faults of pokerkit: it lowers the price to a short big blind, lets a first bet below the big blind
    re-open, and wants a full raise over a fixed-limit bet that an all-in left incomplete."""
    size = price = hand.rules.big_blind
    fixed = hand.rules.betting is Betting.FIXED_LIMIT
    for event in hand.events:
        match event:
            case Posted(kind="big_blind", amount=amount) if amount < size:
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
