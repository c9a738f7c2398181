"""Test hands that others played and ranked, action by action. The tests skip by name where the data is absent."""

import json
from pathlib import Path
from typing import Any

import pytest

from tables.engine.cards import parse_cards
from tables.engine.hand import HandState
from tables.engine.legal import Legal
from tables.engine.ranks import category, strength
from tables.engine.rejection import Rejection
from tests.tables.engine.seed_cases import play_case
from tests.tables.engine.vectors import files, lines, opening_of

_ALIASES = {"trips": "three_of_a_kind", "quads": "four_of_a_kind"}
PER_FILE = 300
"""Number of hands played of each file, unless the whole matrix is wanted."""


@pytest.mark.parametrize("path", files("hands_*.jsonl"))
def test_recorded_hands_end_as_they_did(path: Path) -> None:
    records = lines(path, quick=PER_FILE)
    mismatches = [f"{record['id']}: {wrong}" for record in records if (wrong := _played_differently(record))]
    assert not mismatches, f"{len(mismatches)} mismatches, the first: {mismatches[:3]}"


def _played_differently(record: dict[str, Any]) -> str:
    hand = HandState.deal(opening_of(record))
    bounds = iter(record.get("legal", ()))
    for action in record["actions"]:
        if action[0] not in ("fold", "call", "raise_to"):
            continue
        expected = next(bounds, None)
        if hand.turn != action[1]:
            if "moot_check" in record["tags"] and action[0] == "call" and action[2] == 0:
                continue
            return f"{action}: it is the turn of {hand.turn}"
        assert hand.legal
        if expected and expected != _bounds(hand.legal):
            return f"{action}: legal is {_bounds(hand.legal)}, expected {expected}"
        hand = _act(hand, hand.legal, action)
    wanted = record.get("finishing_if_odd_chips_one_each", record["finishing_stacks"])
    if not hand.over:
        return f"goes on with {hand.turn}"
    return "" if list(hand.stacks) == wanted else f"stacks {hand.stacks}, expected {wanted}"


def _bounds(legal: Legal) -> list[int | None]:
    raising = legal.bet or legal.raise_
    return [legal.call, *(raising or (None, None))]


def _act(hand: HandState, legal: Legal, action: list[Any]) -> HandState:
    verb, seat, *amount = action
    if verb == "fold":
        return hand.act("fold", seat=seat)
    if verb == "raise_to":
        return hand.act("bet" if legal.bet else "raise", amount[0], seat=seat)
    return hand.act("call", amount[0], seat=seat) if amount[0] else hand.act("check", seat=seat)


@pytest.mark.parametrize("path", files("rank_pairs.jsonl"))
def test_recorded_hands_have_the_recorded_ranks_and_winners(path: Path) -> None:
    wrong = [record for record in lines(path, quick=10 * PER_FILE) if not _ranked_as(record)]
    assert not wrong, f"{len(wrong)} mismatches, the first: {wrong[:3]}"


def _ranked_as(record: dict[str, Any]) -> bool:
    a, b = strength(parse_cards(record["a"])), strength(parse_cards(record["b"]))
    names = (("category_a", a), ("category_b", b))
    winner = "tie" if a == b else "a" if a < b else "b"
    named = all(_ALIASES.get(record[key], record[key]) == category(value) for key, value in names)
    return named and (winner, a, b) == (record["winner"], record["rank_a"], record["rank_b"])


@pytest.mark.parametrize("path", files("seed_cases.json"))
def test_the_worked_examples_of_the_seed_documents_hold(path: Path) -> None:
    failures = []
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
        try:
            play_case(case)
        except (AssertionError, Rejection, LookupError, TypeError, ValueError) as failure:
            failures.append(f"{case['rulebook']}, {case['name']}: {type(failure).__name__} {failure}")
    assert not failures, "\n".join(failures)
