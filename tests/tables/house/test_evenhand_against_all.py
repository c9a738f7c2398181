"""Test that Evenhand beats each other house bot over 20,000 hands, same cards from both seats: make exhaustive."""

import os
from typing import Final

import pytest

from tables.house import EVENHAND, HOUSE_BOTS
from tests.bench.bots.__main__ import DEALS, MACHINE, matches

MOST_MS: Final = 5
"""Milliseconds of CPU time for a decision, on average."""


@pytest.mark.skipif(os.environ.get("EXHAUSTIVE") != "1", reason="takes a quarter of an hour: make exhaustive")
def test_evenhand_surely_beats_every_other_bot_and_decides_quickly() -> None:
    others = [name for name in HOUSE_BOTS if name != EVENHAND]
    found = dict(matches(others, DEALS, MACHINE))
    assert {name for name, told in found.items() if told["hands"] != 2 * DEALS} == set()
    assert {name: told for name, told in found.items() if told["mbb_per_hand"] <= told["interval"]} == {}
    assert {name: told for name, told in found.items() if told["ms_per_decision"] > MOST_MS} == {}
