"""Measure our rules engine against others: run `python -m tests.bench.engine`.

The same random player plays all of them on the same machine in the same run. Measured is the CPU time of complete
no-limit hold'em hands: shuffle, deal, every decision, pots and showdown; stacks are 200 big blinds, set back for each
hand. Libraries take turns, and the median of their turns is reported.
"""

import json
import os
import platform
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from poker_site.environment import BASE_DIR
from tests.bench.engine import policy
from tests.bench.engine.clock import Turns, in_turns
from tests.bench.engine.ours import engine_table, replay_us
from tests.bench.engine.peers import PEERS
from tests.bench.engine.policy import MIND, PlayHand, choose
from tests.bench.engine.ranks import ranks_per_s

SIZES: Final = (2, 6, 9)
TURN_SECONDS: Final = 0.8
TABLES: Final[dict[str, Callable[[int], PlayHand]]] = {"engine": engine_table, **PEERS}

Played = dict[tuple[str, int], Turns]


def policy_us() -> float:
    """Measure the microseconds of one decision of the random player, which are part of every library's time."""

    def work() -> int:
        for _ in range(1000):
            choose(MIND.random, 100, 200, 20000)
        return 1000

    return 1e6 / in_turns({"policy": work}, seconds=0.1)["policy"].done_per_s


def compared(played: Played, rate: Callable[[Turns], float]) -> dict[str, Any]:
    """Compare the libraries for each number of players, with our ratio to the fastest peer."""
    figures = {}
    for size in SIZES:
        rates = {name: rate(played[name, size]) for name in TABLES}
        peers = {name: round(rates[name]) for name in PEERS}
        ratio = rates["engine"] / max(rates[name] for name in PEERS)
        figures[str(size)] = {"engine": round(rates["engine"]), "peers": peers, "ratio": round(ratio, 3)}
    return figures


def processor() -> str:
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text().splitlines() if facts.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def conditions(decision_us: float) -> dict[str, Any]:
    return {
        "machine": {"processor": processor(), "cpus": os.cpu_count(), "system": platform.platform()},
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": {name: version(name) for name in (*PEERS, "treys", "eval7", "phevaluator")},
        "policy": {
            "fold": policy.FOLDS,
            "raise": policy.RAISES,
            "raise_spread": policy.SPREAD,
            "blinds": [policy.SMALL_BLIND, policy.BIG_BLIND],
            "stack": policy.STACK,
            "us_per_decision": round(decision_us, 3),
        },
    }


def show(played: Played, decision_us: float) -> None:
    print("players  library       hands/s  actions/s  actions/hand  time of the random player")
    for (name, size), turns in sorted(played.items(), key=lambda item: item[0][1]):
        share = turns.done_per_s * decision_us / 1e6
        rates = f"{turns.calls_per_s:9,.0f}  {turns.done_per_s:9,.0f}  {turns.done_per_call:12.1f}"
        print(f"{size:>7}  {name:<11} {rates}  {share:6.1%}")
    print()
    for name, table in TABLES.items():
        print(f"{name:<11} {(table.__doc__ or '').strip()}")
    print()


def main() -> None:
    decision_us = policy_us()
    played = in_turns(
        {(name, size): table(size) for size in SIZES for name, table in TABLES.items()}, seconds=TURN_SECONDS
    )
    show(played, decision_us)
    figures: dict[str, Any] = {
        "hands_per_s": compared(played, lambda turns: turns.calls_per_s),
        "actions_per_s": compared(played, lambda turns: turns.done_per_s),
        "actions_per_hand": {
            str(size): {name: round(played[name, size].done_per_call, 2) for name in TABLES} for size in SIZES
        },
        "replay_50_actions_us": round(replay_us(), 1),
        "ranks_per_s": {name: round(rate) for name, rate in ranks_per_s().items()},
    }
    for size, rates in figures["hands_per_s"].items():
        print(f"{size} players: {rates['ratio']:.2f} x the hands of the fastest peer")
    print(f"replay of 50 actions: {figures['replay_50_actions_us']} us")
    print("7-card ranks/s: " + ", ".join(f"{name} {rate:,}" for name, rate in figures["ranks_per_s"].items()))
    target = BASE_DIR / "var" / "bench-engine.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps({**figures, **conditions(decision_us)}, indent=2))


if __name__ == "__main__":
    main()
