"""CPU time of many works in turns: whatever disturbs the machine disturbs all of them alike."""

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
"""Does something once and returns how much that was."""


class Turns(NamedTuple):
    """What one work did in all its turns."""

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
    """Each work gets so many seconds in each round, and in one round the same random numbers as the others."""
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
    gc.collect()  # nobody pays for what another left behind
    calls = done = 0
    start = now = time.process_time()
    while now - start < seconds:
        for _ in range(BATCH):
            done += work()
        calls += BATCH
        now = time.process_time()
    return calls, done, now - start
