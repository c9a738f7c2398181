"""Deal hands that others played, in the format of the vectors' README, at our table."""

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tables.engine.cards import DECK, Card, parse_cards
from tables.engine.opening import Opening
from tables.engine.places import board_places, hole_places
from tables.engine.rulebooks import rules_for
from tables.engine.rules import Rules
from tests.samples import sample

FOLDER = Path(os.environ.get("POKER_VECTORS") or Path(__file__).parents[4] / "shared" / "vectors")
LIMITS = {"NT": "no_limit", "PT": "pot_limit", "FT": "fixed_limit"}
UNKNOWN = "????"


def files(pattern: str) -> list[Any]:
    """Return one parameter for each file, or one that is skipped by name."""
    found = sorted(FOLDER.glob(pattern))
    if not found:
        return [pytest.param(None, id=pattern, marks=pytest.mark.skip(f"no {pattern} in {FOLDER.name}/"))]
    return [pytest.param(path, id=path.stem) for path in found]


def lines(path: Path, *, quick: int) -> Iterator[dict[str, Any]]:
    """Read the records of the file; a quick run reads only so many, from all over it."""
    return map(json.loads, sample(path.read_text(encoding="utf-8").splitlines(), quick=quick))


def rules_of(hand: dict[str, Any]) -> Rules:
    blinds = [*hand["blinds"]]
    big, small = (blinds[0], blinds[1]) if len(blinds) == 2 else (blinds[1], blinds[0])
    return _rules(LIMITS[hand["variant"]], small, big, *_ante_of(hand))


@cache
def _rules(betting: str, small_blind: int, big_blind: int, ante: int, ante_from: str) -> Rules:
    paid = {"ante": ante, "ante_from": ante_from} if ante else {}
    return rules_for("cash", betting=betting, small_blind=small_blind, big_blind=big_blind, **paid)


def _ante_of(hand: dict[str, Any]) -> tuple[int, str]:
    """Return the ante and who pays it: everybody, the big blind for all or, on which the files agree, the button."""
    antes = hand["antes"]
    payers = [seat for seat, ante in enumerate(antes) if ante]
    if not payers:
        return 0, "everyone"
    if len(payers) > 1:
        return max(antes), "everyone"
    big_blind = 0 if len(antes) == 2 else 1
    return max(antes), "big_blind" if payers[0] == big_blind else "button"


def opening_of(hand: dict[str, Any]) -> Opening:
    players = hand["players"]
    return Opening.make(
        rules_of(hand),
        seats=range(players),
        stacks=hand["starting_stacks"],
        button=hand["button_seat"],
        deck=deck_of(hand),
        posts=dict(enumerate(hand.get("posts", []))),
    )


def deck_of(hand: dict[str, Any]) -> tuple[Card, ...]:
    """Return a deck with the cards that were dealt in their places; the rest nobody saw."""
    places: dict[int, Card] = {}
    board: tuple[Card, ...] = ()
    for action in hand["actions"]:
        if action[0] == "deal_hole" and action[2] != UNKNOWN:
            where = hole_places(action[1], players=hand["players"])
            places |= dict(zip(where, parse_cards(action[2]), strict=True))
        elif action[0] == "deal_board":
            board += parse_cards(action[1])
    where_board = board_places(players=hand["players"], burns=rules_of(hand).burns)
    places |= dict(zip(where_board, board, strict=False))
    unseen = iter([card for card in DECK if card not in places.values()])
    return tuple([places[place] if place in places else next(unseen) for place in range(52)])
