"""Log lines carry no keys."""

import logging

import pytest

from poker_site.logs import HideKeys


@pytest.mark.parametrize(
    "path", ["/account/password/reset/key/1-abc-5ec2e7/", "/account/confirm-email/MQ:1abc:5ec2e7/?next=/"]
)
def test_the_part_of_an_address_that_opens_an_account_is_hidden(path: str) -> None:
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "Server Error: %s", (path,), None)
    assert HideKeys().filter(record)
    assert "5ec2e7" not in record.getMessage()
    assert "Server Error: /account/" in record.getMessage()


def test_other_lines_stay_as_they_are() -> None:
    record = logging.LogRecord("x", logging.ERROR, "", 0, "user %d at %s", (7, "/account/"), None)
    HideKeys().filter(record)
    assert record.getMessage() == "user 7 at /account/"
