"""Short collections of cyclic garbage, however much a process holds.

Python looks at what is new again and again, and now and then at all that lives: with 200 tables 100 to 200 ms in which
nobody moves. Here whatever has survived one look is set aside, so that each is at new things alone. Circles that were
in use at that moment would stay for ever: when what is set aside has doubled, all of it is looked at once.
"""

import gc
import threading
import time
from collections.abc import Mapping
from typing import Any, Final

NEW: Final = 300
"""So many new things are looked at together: 0.3 ms. With more, the looks are fewer and longer."""
GROWTH: Final = 2
CHECK_SECONDS: Final = 60


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
    """How much is set aside now, which was `known` when all of it was looked at last."""
    if gc.get_freeze_count() <= known * GROWTH:
        return known
    gc.unfreeze()
    gc.collect()
    return gc.get_freeze_count()


def _look_now_and_then() -> None:
    known = gc.get_freeze_count()
    while True:
        time.sleep(CHECK_SECONDS)
        known = look_if_grown(known)
