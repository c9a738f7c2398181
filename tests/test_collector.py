"""What lives long is set aside from the garbage collector, and looked at again now and then."""

import gc
from collections.abc import Iterator

import pytest

from poker_site.collector import ASIDE_AFTER_SECONDS, EVERYTHING_AFTER_SECONDS, OLDEST, Collector


class Watch:
    at = 0.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def collector(watch: Watch) -> Iterator[Collector]:
    frozen = gc.get_freeze_count()
    yield Collector(watch)
    if not frozen:
        gc.unfreeze()


def ended(collector: Collector, generation: int = OLDEST) -> int:
    """How much is set aside after such a collection."""
    gc.unfreeze()
    collector("stop", {"generation": generation})
    return gc.get_freeze_count()


def test_what_survived_a_full_collection_is_set_aside(collector: Collector) -> None:
    assert ended(collector) > 0


def test_a_small_collection_sets_nothing_aside(collector: Collector) -> None:
    assert ended(collector, generation=1) == 0


def test_it_is_not_done_again_at_once(collector: Collector, watch: Watch) -> None:
    ended(collector)
    watch.at += ASIDE_AFTER_SECONDS - 1
    assert ended(collector) == 0
    watch.at += 1
    assert ended(collector) > 0


def test_now_and_then_the_next_full_collection_is_of_everything(collector: Collector, watch: Watch) -> None:
    ended(collector)
    watch.at += EVERYTHING_AFTER_SECONDS
    assert ended(collector) == 0
    assert ended(collector) > 0
