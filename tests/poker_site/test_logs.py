"""Log lines carry no keys, and nobody can fill the log by sending rubbish."""

import logging
import sys
from collections.abc import Iterator
from logging.handlers import BufferingHandler
from typing import Any

import pytest
import redis
from celery.beat import SchedulingError
from django.test import Client
from django.urls import reverse
from kombu.exceptions import OperationalError

from poker_site import settings
from poker_site.ops import logs
from poker_site.ops.logs import HideKeys, OneLine, ThrottleOutages


@pytest.mark.parametrize(
    "path", ["/account/password/reset/key/1-abc-5ec2e7/", "/account/confirm-email/MQ:1abc:5ec2e7/?next=/"]
)
def test_keys_in_addresses_that_open_accounts_are_hidden(path: str) -> None:
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "Server Error: %s", (path,), None)
    assert HideKeys().filter(record)
    assert "5ec2e7" not in record.getMessage()
    assert "Server Error: /account/" in record.getMessage()


def test_other_lines_stay_as_they_are() -> None:
    record = logging.LogRecord("x", logging.ERROR, "", 0, "user %d at %s", (7, "/account/"), None)
    HideKeys().filter(record)
    assert record.getMessage() == "user 7 at /account/"


@pytest.fixture
def logged() -> Iterator[list[logging.LogRecord]]:
    """Collect what Django's loggers would write."""
    handler = BufferingHandler(1000)
    logging.getLogger("django").addHandler(handler)
    yield handler.buffer
    logging.getLogger("django").removeHandler(handler)


MULTIPART = "multipart/form-data; boundary=x"
FILES = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n\r\n' * 3 + b"--x--"


@pytest.mark.parametrize(
    ("limits", "body", "kind"),
    [
        ({"DATA_UPLOAD_MAX_MEMORY_SIZE": 20}, b"login=" + b"x" * 100, "application/x-www-form-urlencoded"),
        ({"DATA_UPLOAD_MAX_NUMBER_FIELDS": 2}, b"a=1&b=2&c=3&d=4", "application/x-www-form-urlencoded"),
        ({"DATA_UPLOAD_MAX_NUMBER_FILES": 2}, FILES, MULTIPART),
    ],
)
def test_requests_that_are_too_large_leave_no_line(
    limits: dict[str, int], body: bytes, kind: str, settings: Any, logged: list[logging.LogRecord], db: None
) -> None:
    for name, most in limits.items():
        setattr(settings, name, most)
    for client in (Client(), Client(enforce_csrf_checks=True)):
        client.cookies[settings.CSRF_COOKIE_NAME] = "x" * 32
        answer = client.post(reverse("account_login"), body, content_type=kind)
        assert answer.status_code == 400
        assert "did not understand" in answer.content.decode()
    assert [record.getMessage() for record in logged] == []


def test_server_errors_are_logged(logged: list[logging.LogRecord]) -> None:
    logging.getLogger("django.request").error("Internal Server Error: %s", "/")
    logging.getLogger("django.security.SuspiciousFileOperation").error("x")
    assert len(logged) == 2


def test_a_line_begins_with_the_time_in_utc_and_has_no_second_line() -> None:
    record = logging.LogRecord(
        "evenhand", logging.WARNING, "", 0, "name %s", ("x\n2026 ERROR evenhand: forged\r\u2028\t",), None
    )
    record.created = 86_400.007
    configured: Any = settings.LOGGING
    config = configured["formatters"]["line"]
    line = OneLine(config["format"], style=config["style"]).format(record)
    assert line == "1970-01-02T00:00:00.007+00:00 WARNING evenhand: name x\\n2026 ERROR evenhand: forged\\r\\u2028\t"
    assert config["()"] == f"{OneLine.__module__}.{OneLine.__name__}"


def test_a_traceback_keeps_its_lines() -> None:
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        record = logging.LogRecord("evenhand", logging.ERROR, "", 0, "broken", None, sys.exc_info())
    assert len(OneLine().format(record).splitlines()) > 2


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[logging.LogRecord]]:
    """Collect the records of a logger that the filter lets through."""
    monkeypatch.setattr(logs, "_told", {})
    handler = BufferingHandler(1000)
    handler.addFilter(ThrottleOutages())
    logging.getLogger("celery.beat").addHandler(handler)
    yield handler.buffer
    logging.getLogger("celery.beat").removeHandler(handler)


def tell(error: Exception) -> None:
    try:
        raise RuntimeError("nothing sent") from error
    except RuntimeError as found:
        logging.getLogger("celery.beat").error("Message Error: %s\n%s", found, ["a stack"], exc_info=True)


@pytest.mark.parametrize(
    "error", [redis.ConnectionError("refused"), OperationalError("refused"), SchedulingError("refused")]
)
def test_an_outage_is_logged_once_a_minute(
    error: Exception, written: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = 1_000.0
    monkeypatch.setattr("time.monotonic", lambda: moment)
    for _ in range(5):
        tell(error)
    [record] = written
    assert record.getMessage() == f"Message Error: nothing sent ({type(error).__name__}: refused)"
    assert record.exc_info is None
    moment += logs.QUIET_SECONDS
    tell(error)
    assert len(written) == 2


def test_a_bug_is_logged_each_time_with_its_traceback(written: list[logging.LogRecord]) -> None:
    for _ in range(2):
        tell(KeyError("seat"))
    assert [bool(record.exc_info) for record in written] == [True, True]
