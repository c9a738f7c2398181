"""Objects that survive one garbage collection are frozen, and collected again now and then."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from poker_site.runtime import gc_tuning


class Circle:
    """Refers to itself, so that only the garbage collector can free it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _collecting_by_hand() -> Iterator[None]:
    """Set the collector as after `start`, and restore it: another test may have tuned it in this process."""
    known, callbacks, threshold = gc.get_freeze_count(), list(gc.callbacks), gc.get_threshold()
    gc.disable()
    gc.callbacks[:] = [gc_tuning.freeze_survivors]
    yield
    gc.callbacks[:] = callbacks
    gc.set_threshold(*threshold)
    gc.enable()
    if not known:
        gc.unfreeze()


def test_survivors_of_a_collection_are_frozen() -> None:
    gc.unfreeze()
    gc.collect(0)
    assert gc.get_freeze_count() > 0
    assert not gc.get_objects(generation=1)


def test_garbage_is_collected_before_survivors_are_frozen() -> None:
    circle = weakref.ref(Circle())
    gc.collect(0)
    assert circle() is None


def test_frozen_cycles_are_collected_once_the_frozen_objects_have_doubled() -> None:
    circle = Circle()
    gone = weakref.ref(circle)
    gc.collect()
    del circle
    much = gc.get_freeze_count()
    assert gc_tuning.collect_if_grown(much) == much
    assert gone() is not None
    assert gc_tuning.collect_if_grown(1) > 1
    assert gone() is None


class Meddling:
    """Does what a collection of another thread would, just as all garbage is to be collected."""

    def __call__(self, phase: str, info: object) -> None:
        if phase == "start" and info == {"generation": 2, "collected": 0, "uncollectable": 0}:
            for callback in gc.callbacks:
                if callback is not self:
                    callback("stop", {})


def test_collections_of_other_threads_do_not_hide_garbage_from_a_full_one() -> None:
    circle = Circle()
    gone = weakref.ref(circle)
    gc.collect()
    del circle
    gc.callbacks.insert(0, Meddling())
    gc_tuning.collect_all()
    assert gone() is None
    assert gc.callbacks[-1] == gc_tuning.freeze_survivors


def test_tuning_starts_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr("threading.Thread.start", lambda thread: started.append(thread.name))
    gc.callbacks.clear()
    gc_tuning.start()
    gc_tuning.start()
    assert started == ["collector"]
    assert gc.callbacks == [gc_tuning.freeze_survivors]
