"""Measure how long chances take in the process that works them out, and how exact the sampled ones are.

Run `python -m tests.bench.equity`.
"""

import json
import random
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Final

from poker_site.environment import BASE_DIR
from tables.engine.cards import DECK, Card
from tables.equity.asking import ChanceClient
from tables.equity.chances import answer
from tables.equity.child import WorkerProcess
from tables.equity.question import Question
from tables.equity.sampled import sample

ASKED: Final = 40
OF_EACH: Final[dict[str, tuple[int, int, int]]] = {
    "preflop_2": (2, 0, 0),
    "preflop_3": (3, 0, 0),
    "preflop_9": (9, 0, 0),
    "flop_2": (2, 3, 0),
    "flop_9": (9, 3, 0),
    "turn_2": (2, 4, 0),
    "drawn_against_1": (1, 0, 1),
    "drawn_against_8": (1, 0, 8),
}
"""Maps each kind of question to its known hands, cards on the board and unknown hands."""
CARDS: Final = random.Random(7)


def question(hands: int, board: int, unknown: int) -> Question:
    cards: list[Card] = CARDS.sample(DECK, 2 * hands + board)
    known = [(cards[place], cards[place + 1]) for place in range(0, 2 * hands, 2)]
    return Question.make(known, cards[2 * hands :], unknown=unknown)


def seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def answered(child: WorkerProcess, asked: Question) -> None:
    """Wait for an answer of the child process, which remembers nothing, unlike `ChanceClient`."""
    if child.ask([asked], seconds=60) is None:
        raise ValueError(asked)


def times() -> dict[str, dict[str, float]]:
    child, found = WorkerProcess(), {}
    try:
        for name, (hands, board, unknown) in OF_EACH.items():
            asked = [question(hands, board, unknown) for _ in range(ASKED)]
            took = sorted(seconds(partial(answered, child, one)) for one in asked)
            found[name] = {"median_ms": round(1000 * median(took), 2), "longest_ms": round(1000 * took[-1], 2)}
            print(f"{name:<16} {found[name]['median_ms']:8.2f} ms   at most {found[name]['longest_ms']:8.2f} ms")
    finally:
        child.end()
    return found


def first_answer() -> float:
    """Measure the seconds until the first answer, for which the process has to be started."""
    asking = ChanceClient()
    try:
        return seconds(lambda: asking.ask([question(2, 0, 0)]))
    finally:
        asking.end()


def errors() -> dict[str, float]:
    """Compare sampled chances of two known hands with the exact ones."""
    off, told, beyond = [], [], 0
    for _ in range(ASKED):
        asked = question(2, 0, 0)
        drawn, exact = sample(asked), answer(asked)
        off.append(max(abs(one - other) for one, other in zip(drawn.win, exact.win, strict=True)))
        told.append(drawn.error)
        beyond += off[-1] > drawn.error
    return {
        "largest": max(off),
        "median": median(off),
        "told_at_most": max(told),
        "beyond_what_was_told": beyond / ASKED,
    }


def main() -> None:
    first, took = round(1000 * first_answer(), 1), times()
    drawn = {name: round(value, 5) for name, value in errors().items()}
    print(f"first answer, with its process: {first} ms; drawn chances are off by {drawn}")
    target = BASE_DIR / "var" / "bench-equity.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps({"first_answer_ms": first, "times": took, "drawn": drawn}, indent=2))


if __name__ == "__main__":
    main()
