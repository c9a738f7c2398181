"""Tasks travel through the broker to a worker."""

import threading
from collections.abc import Callable

import pytest
from celery.signals import task_received
from celery.worker import WorkController
from celery.worker.request import Request
from django.core.cache import cache
from kombu.exceptions import OperationalError

from poker_site import celery
from poker_site.ops import health, logs
from poker_site.runtime import outages
from poker_site.tasks import heartbeat
from tests.conftest import PATIENCE_SECONDS

pytestmark = pytest.mark.differs_on_services("the broker is Redis")


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Return a function that waits until the heartbeat has been noted, and names the thread that did it."""
    names: list[str] = []
    done = threading.Event()
    note = health.note_heartbeat

    def note_and_tell(queue: str) -> None:
        note(queue)
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
    assert cache.get(health.HEARTBEAT_KEY % "default") is True


def test_a_worker_gets_no_tasks_sent_before_its_test(transactional_db: None, request: pytest.FixtureRequest) -> None:
    received: list[str] = []
    arrived = threading.Event()

    def receive(request: Request, **_: object) -> None:
        received.append(request.id)
        arrived.set()

    heartbeat.delay()
    task_received.connect(receive)
    try:
        request.getfixturevalue("worker")
        sent = heartbeat.delay()
        assert arrived.wait(PATIENCE_SECONDS)
    finally:
        task_received.disconnect(receive)
    assert received == [sent.id]


def test_a_broker_that_is_away_is_asked_once_a_second(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []

    def fail(task: str, *_: object, **__: object) -> None:
        asked.append(task)
        raise OperationalError("refused")

    moment = 1_000.0
    monkeypatch.setattr("time.monotonic", lambda: moment)
    monkeypatch.setattr(celery, "BROKER", outages.Outage("the broker", "tasks are not sent"))
    monkeypatch.setattr(logs, "_told", {})
    monkeypatch.setattr(celery.app, "send_task", fail)
    assert not any(celery.send("wake", (7,)) for _ in range(3))
    assert asked == ["wake"]
    moment += outages.RETRY_SECONDS
    assert not celery.send("wake", (7,))
    assert asked == ["wake", "wake"]
    assert caplog.text.count("the broker fails, tasks are not sent") == 1
