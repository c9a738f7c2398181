"""What has survived the garbage collector once is set aside from it, and looked at again now and then."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from poker_site.runtime import gc_tuning


class Circle:
    """Nothing but the collector can tell that nobody needs it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _collecting_by_hand() -> Iterator[None]:
    """As in a process in which it was started, and in the end as it was: another test's site may have done so here."""
    known, callbacks, threshold = gc.get_freeze_count(), list(gc.callbacks), gc.get_threshold()
    gc.disable()
    gc.callbacks[:] = [gc_tuning.set_aside]
    yield
    gc.callbacks[:] = callbacks
    gc.set_threshold(*threshold)
    gc.enable()
    if not known:
        gc.unfreeze()


def test_what_survived_a_collection_is_set_aside() -> None:
    gc.unfreeze()
    gc.collect(0)
    assert gc.get_freeze_count() > 0
    assert not gc.get_objects(generation=1)


def test_garbage_is_found_before_it_is_set_aside() -> None:
    circle = weakref.ref(Circle())
    gc.collect(0)
    assert circle() is None


def test_a_circle_that_was_in_use_is_found_once_there_is_much_more_than_there_was() -> None:
    circle = Circle()
    gone = weakref.ref(circle)
    gc.collect()
    del circle
    much = gc.get_freeze_count()
    assert gc_tuning.look_if_grown(much) == much
    assert gone() is not None
    assert gc_tuning.look_if_grown(1) > 1
    assert gone() is None


class Meddling:
    """Another thread that collects its new garbage just when all is to be looked at."""

    def __call__(self, phase: str, info: object) -> None:
        if phase == "start" and info == {"generation": 2, "collected": 0, "uncollectable": 0}:
            for callback in gc.callbacks:
                if callback is not self:
                    callback("stop", {})


def test_the_collections_of_other_threads_do_not_hide_anything_from_that_look() -> None:
    circle = Circle()
    gone = weakref.ref(circle)
    gc.collect()
    del circle
    gc.callbacks.insert(0, Meddling())
    gc_tuning.look_at_all()
    assert gone() is None
    assert gc.callbacks[-1] == gc_tuning.set_aside


def test_it_starts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr("threading.Thread.start", lambda thread: started.append(thread.name))
    gc.callbacks.clear()
    gc_tuning.start()
    gc_tuning.start()
    assert started == ["collector"]
    assert gc.callbacks == [gc_tuning.set_aside]
