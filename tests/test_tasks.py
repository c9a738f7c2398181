"""Tasks travel through the broker to a worker."""

import threading
from collections.abc import Callable

import pytest
from celery.worker import WorkController
from django.core.cache import cache

from poker_site import health
from poker_site.tasks import heartbeat
from tests.conftest import PATIENCE_SECONDS


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Waits until the heartbeat has been noted, and names the thread that did it."""
    names: list[str] = []
    done = threading.Event()
    note = health.note_heartbeat

    def note_and_tell() -> None:
        note()
        names.append(threading.current_thread().name)
        done.set()

    def wait() -> str:
        assert done.wait(PATIENCE_SECONDS), "no heartbeat was noted"
        (name,) = names
        return name

    monkeypatch.setattr(health, "note_heartbeat", note_and_tell)
    return wait


def test_a_worker_notes_the_heartbeat_in_the_cache(worker: WorkController, noted: Callable[[], str]) -> None:
    heartbeat.delay()
    assert noted() != threading.current_thread().name
    assert cache.get(health.HEARTBEAT) is True


def test_a_worker_hears_nothing_that_was_sent_before_its_test(
    transactional_db: None, noted: Callable[[], str], request: pytest.FixtureRequest
) -> None:
    heartbeat.delay()
    request.getfixturevalue("worker")
    heartbeat.delay()
    assert noted()
