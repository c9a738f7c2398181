"""Let Evenhand play each other house bot, heads-up under the duel's rules: run `python -m tests.bench.bots`.

It plays 20,000 hands against each: 10,000 deals, each from both seats. What both hands of a deal give together counts
as one result, so the 95 % interval is one of deals. `--deals`, `--processes` and names of bots make it shorter.
"""

import argparse
import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final

from poker_site.environment import BASE_DIR
from tables.engine.rulebooks import DUEL
from tables.formats.scoring import Score
from tables.house import EVENHAND, HOUSE_BOTS
from tests.bench.bots.duplicate import Pair, play_deals

DEALS: Final = 10_000
AT_A_TIME: Final = 250
MACHINE: Final = os.cpu_count() or 1


def figures(pairs: list[Pair]) -> dict[str, Any]:
    """Summarise the pairs; both hands of a deal are one observation."""
    nets = [pair.net for pair in pairs]
    score = Score(2 * len(pairs), sum(nets), sum([net**2 for net in nets]), deals=len(pairs))
    big_blind = DUEL.rules.big_blind
    decisions = sum([pair.decisions for pair in pairs])
    return {
        "hands": 2 * len(pairs),
        "mbb_per_hand": round(score.mbb_per_hand(big_blind) or 0),
        "interval": round(score.interval(big_blind) or 0),
        "decisions": decisions,
        "ms_per_decision": round(1000 * sum([pair.seconds for pair in pairs]) / decisions, 3),
    }


def matches(names: list[str], deals: int, processes: int) -> Iterator[tuple[str, dict[str, Any]]]:
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        running = {
            name: [
                pool.submit(play_deals, (EVENHAND, name), range(first, min(first + AT_A_TIME, deals)))
                for first in range(0, deals, AT_A_TIME)
            ]
            for name in names
        }
        for name, parts in running.items():
            yield name, figures([pair for part in parts for pair in part.result()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--processes", type=int, default=MACHINE)
    parser.add_argument("names", nargs="*", default=[name for name in HOUSE_BOTS if name != EVENHAND])
    asked = parser.parse_args()
    print(f"{'Evenhand against':<20} {'mbb/h':>7} {'95 %':>8}   hands  ms a decision", flush=True)
    found = {}
    for name, told in matches(asked.names, asked.deals, asked.processes):
        found[name] = told
        line = f"{told['mbb_per_hand']:>7,} ±{told['interval']:>7,} {told['hands']:>7,}  {told['ms_per_decision']:>7}"
        print(f"{name:<20} {line}", flush=True)
    target = BASE_DIR / "var" / "bench-bots.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps({"against": found, "deals": asked.deals}, indent=2))


if __name__ == "__main__":
    main()
