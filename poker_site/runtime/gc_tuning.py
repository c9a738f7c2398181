"""Keep collections of cyclic garbage short, however much a process holds.

Python's collector looks at new objects again and again, and now and then at all of them: with 200 tables that stops
everything for 100 to 200 ms. So each object that has survived one collection is frozen here, and collections look at
new objects alone. Reference cycles that were in use at that moment are frozen too, with whatever they hold open: so all
frozen objects are collected when their number has doubled, and every quarter of an hour in any case.
"""

import gc
import itertools
import threading
import time
from collections.abc import Mapping
from typing import Any, Final

NEW: Final = 300
"""The number of new objects that start a collection, which takes 0.3 ms; more make collections rarer and longer."""
GROWTH: Final = 2
CHECK_SECONDS: Final = 60
CHECKS_UNTIL_LOOK: Final = 15


def start() -> None:
    """Tune the collector for the rest of this process."""
    if freeze_survivors in gc.callbacks:
        return
    gc.collect()
    gc.callbacks.append(freeze_survivors)
    gc.freeze()
    gc.set_threshold(NEW)
    threading.Thread(target=_look_now_and_then, name="collector", daemon=True).start()


def freeze_survivors(phase: str, info: Mapping[str, Any]) -> None:
    """Freeze what is left after a collection; one of `gc.callbacks`."""
    if phase == "stop":
        gc.freeze()


def collect_if_grown(known: int) -> int:
    """Collect all if the frozen objects have doubled from `known`; return the number to compare with next time."""
    return collect_all() if gc.get_freeze_count() > known * GROWTH else known


def collect_all() -> int:
    """Collect all garbage, also among frozen objects, and return how many objects are frozen afterwards."""
    gc.callbacks.remove(freeze_survivors)  # a collection of another thread would freeze everything again before ours
    try:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
    finally:
        gc.callbacks.append(freeze_survivors)
    return gc.get_freeze_count()


def _look_now_and_then() -> None:
    known = gc.get_freeze_count()
    for check in itertools.count(1):
        time.sleep(CHECK_SECONDS)
        known = collect_all() if check % CHECKS_UNTIL_LOOK == 0 else collect_if_grown(known)
