"""Short collections of cyclic garbage, however much a process holds.

A full collection looks at everything that lives: with a thousand sockets that is 100 to 200 ms in which nobody
moves. Whatever has survived one is therefore set aside; now and then all of it is looked at once more.
"""

import gc
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

ASIDE_AFTER_SECONDS: Final = 60
EVERYTHING_AFTER_SECONDS: Final = 900
OLDEST: Final = 2


class Collector:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.aside_at = clock()
        self.everything_at = clock() + EVERYTHING_AFTER_SECONDS

    def __call__(self, phase: str, info: Mapping[str, Any]) -> None:
        """As one of `gc.callbacks`."""
        if phase != "stop" or info["generation"] != OLDEST or self.clock() < self.aside_at:
            return
        self.aside_at = self.clock() + ASIDE_AFTER_SECONDS
        if self.clock() < self.everything_at:
            gc.freeze()
        else:
            self.everything_at = self.clock() + EVERYTHING_AFTER_SECONDS
            gc.unfreeze()  # the next full collection is of everything
            self.aside_at = self.clock()


def start() -> None:
    gc.collect()
    gc.freeze()
    gc.callbacks.append(Collector())
