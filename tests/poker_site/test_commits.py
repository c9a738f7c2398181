"""A failure after a commit harms neither the action nor other functions that follow the commit."""

import logging
from functools import partial

import pytest
from django.db import transaction

from poker_site.ops import logs
from poker_site.runtime.commits import after_commit

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.differs_on_services("what follows a real commit"),
]


def fail(error: Exception) -> None:
    raise error


@pytest.fixture(autouse=True)
def _nothing_was_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_told", {})


def test_functions_run_only_after_a_commit() -> None:
    done: list[str] = []
    with transaction.atomic():
        after_commit(done.append, "kept")
        assert done == []
    with transaction.atomic():
        after_commit(done.append, "rolled back")
        transaction.set_rollback(True)
    assert done == ["kept"]


@pytest.mark.parametrize("do", [fail, partial(fail)], ids=["function", "partial"])
def test_a_failure_does_not_stop_the_functions_after_it(do: object, caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    with caplog.at_level(logging.ERROR), transaction.atomic():
        after_commit(do, ConnectionError("Redis is away"))  # type: ignore[arg-type]
        after_commit(done.append, "told")
    assert done == ["told"]
    assert "Redis is away" in caplog.text
    assert "Traceback" not in caplog.text


def test_a_failure_outside_of_a_transaction_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    after_commit(fail, ConnectionError("Redis is away"))
    assert "Redis is away" in caplog.text


def test_a_bug_is_logged_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    after_commit(fail, KeyError("seat"))
    assert "Traceback" in caplog.text


def test_the_same_failure_is_logged_once_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = 1_000.0
    monkeypatch.setattr("time.monotonic", lambda: moment)
    for _ in range(3):
        after_commit(fail, ConnectionError("Redis is away"))
    after_commit(fail, TimeoutError("Redis is slow"))
    assert caplog.text.count("failed after a commit") == 2
    moment += logs.QUIET_SECONDS
    after_commit(fail, ConnectionError("Redis is away"))
    assert caplog.text.count("failed after a commit") == 3
