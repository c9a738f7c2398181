"""A server that does not answer is asked by one caller at a time, now and then, until it answers again."""

import pytest

from poker_site.ops import logs
from poker_site.runtime.outages import MOST_SECONDS_ASKING, RETRY_SECONDS, Outage


class Watch:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr("time.monotonic", watch)
    monkeypatch.setattr(logs, "_told", {})
    return watch


@pytest.fixture
def outage(watch: Watch) -> Outage:
    return Outage("the server", "life goes on")


def test_every_caller_may_ask_a_server_that_answers(outage: Outage) -> None:
    assert outage.may_ask()
    assert outage.may_ask()
    assert not outage.is_on


def test_no_caller_may_ask_for_a_moment_after_a_failure(outage: Outage, watch: Watch) -> None:
    outage.failed(ConnectionError("refused"))
    assert outage.is_on
    assert not outage.may_ask()
    watch.now += RETRY_SECONDS
    assert outage.may_ask()


def test_only_one_caller_at_a_time_may_ask_a_failed_server(outage: Outage, watch: Watch) -> None:
    outage.failed(ConnectionError("refused"))
    watch.now += RETRY_SECONDS
    assert [outage.may_ask() for _ in range(3)] == [True, False, False]
    watch.now += MOST_SECONDS_ASKING  # the caller that asked has never reported back
    assert outage.may_ask()


def test_an_answer_ends_the_outage(outage: Outage) -> None:
    outage.failed(ConnectionError("refused"))
    outage.answered()
    assert not outage.is_on
    assert outage.may_ask()


def test_each_kind_of_error_is_logged_once_a_minute(
    outage: Outage, watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    for error in (ConnectionError("refused"), ConnectionError("refused"), TimeoutError("silent")):
        outage.failed(error)
    assert caplog.text.count("the server fails, life goes on") == 2
    watch.now += logs.QUIET_SECONDS
    outage.failed(ConnectionError("refused"))
    assert caplog.text.count("the server fails, life goes on") == 3
