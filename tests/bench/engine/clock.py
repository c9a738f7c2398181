"""Measure the CPU time of many works in turns: whatever disturbs the machine disturbs all of them alike."""

import gc
import random
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Final, NamedTuple, TypeVar

from tests.bench.engine.policy import MIND

ROUNDS: Final = 5
BATCH: Final = 10

Key = TypeVar("Key")
Work = Callable[[], int]
"""Does a piece of work once and returns how much was done."""


class Turns(NamedTuple):
    """Holds what one work did in each of its turns."""

    calls: tuple[int, ...]
    done: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def calls_per_s(self) -> float:
        return median(calls / seconds for calls, seconds in zip(self.calls, self.seconds, strict=True))

    @property
    def done_per_s(self) -> float:
        return median(done / seconds for done, seconds in zip(self.done, self.seconds, strict=True))

    @property
    def done_per_call(self) -> float:
        return sum(self.done) / sum(self.calls)


def in_turns(works: Mapping[Key, Work], *, seconds: float) -> dict[Key, Turns]:
    """Run each work for this many seconds in each round, with the same random numbers as the others in that round."""
    for work in works.values():
        _turn(work, seed=0, seconds=seconds / 10)
    turns: dict[Key, list[tuple[int, int, float]]] = {key: [] for key in works}
    for seed in range(1, ROUNDS + 1):
        for key, work in works.items():
            turns[key].append(_turn(work, seed=seed, seconds=seconds))
    return {key: Turns(*zip(*each, strict=True)) for key, each in turns.items()}


def _turn(work: Work, *, seed: int, seconds: float) -> tuple[int, int, float]:
    random.seed(seed)
    MIND.seed(seed)
    gc.collect()  # no work pays for the garbage of another
    calls = done = 0
    start = now = time.process_time()
    while now - start < seconds:
        for _ in range(BATCH):
            done += work()
        calls += BATCH
        now = time.process_time()
    return calls, done, now - start
