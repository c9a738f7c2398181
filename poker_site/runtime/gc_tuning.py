"""Short collections of cyclic garbage, however much a process holds.

Python looks at what is new again and again, and now and then at all that lives: with 200 tables 100 to 200 ms in which
nobody moves. Here whatever has survived one look is set aside, so that each is at new things alone. Circles that were
in use at that moment are set aside too, with whatever they hold open: so all of it is looked at when it has doubled,
and every quarter of an hour in any case.
"""

import gc
import itertools
import threading
import time
from collections.abc import Mapping
from typing import Any, Final

NEW: Final = 300
"""So many new things are looked at together: 0.3 ms. With more, the looks are fewer and longer."""
GROWTH: Final = 2
CHECK_SECONDS: Final = 60
CHECKS_UNTIL_LOOK: Final = 15


def start() -> None:
    """For the rest of this process."""
    if set_aside in gc.callbacks:
        return
    gc.collect()
    gc.callbacks.append(set_aside)
    gc.freeze()
    gc.set_threshold(NEW)
    threading.Thread(target=_look_now_and_then, name="collector", daemon=True).start()


def set_aside(phase: str, info: Mapping[str, Any]) -> None:
    """As one of `gc.callbacks`: what is left after a collection."""
    if phase == "stop":
        gc.freeze()


def look_if_grown(known: int) -> int:
    """Look at all that is set aside if it was `known` at the last look and has doubled. Return how much it is now."""
    return look_at_all() if gc.get_freeze_count() > known * GROWTH else known


def look_at_all() -> int:
    """Collect all garbage, and return how much is set aside afterwards."""
    gc.callbacks.remove(set_aside)  # a collection of another thread would set all aside again before we look
    try:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
    finally:
        gc.callbacks.append(set_aside)
    return gc.get_freeze_count()


def _look_now_and_then() -> None:
    known = gc.get_freeze_count()
    for check in itertools.count(1):
        time.sleep(CHECK_SECONDS)
        known = look_at_all() if check % CHECKS_UNTIL_LOOK == 0 else look_if_grown(known)
