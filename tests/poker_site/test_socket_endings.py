"""A socket whose browser left without a goodbye ends without an error."""

import pytest
from autobahn.exception import Disconnected
from django.test import Client

from accounts import feed
from accounts.consumers import SignedInConsumer
from tests.account_sockets import opened

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.channels,
    pytest.mark.differs_on_services("messages cross a real channel layer"),
]


async def test_sending_to_a_browser_that_has_left_is_no_error(
    logged_in: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket = await opened(logged_in)
    consumer = next(iter(next(iter(feed.accounts.open.values())).followers))
    assert isinstance(consumer, SignedInConsumer)

    async def gone(message: object) -> None:
        raise Disconnected

    monkeypatch.setattr(consumer, "base_send", gone)
    await consumer.send("news")
    assert consumer.gone
    await socket.disconnect()
