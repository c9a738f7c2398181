"""The embedded channel layer belongs to the event loop of the consumers, for as long as that runs."""

import asyncio
from collections.abc import Iterator

import pytest

from poker_site.runtime.memory_layer import ThreadedInMemoryChannelLayer
from tests.conftest import PATIENCE_SECONDS


@pytest.fixture
def home() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


def test_sending_does_not_wait_for_a_loop_that_has_stopped(home: asyncio.AbstractEventLoop) -> None:
    layer = ThreadedInMemoryChannelLayer()
    channel = home.run_until_complete(layer.new_channel())
    home.run_until_complete(layer.group_add("table", channel))

    async def others() -> None:
        await asyncio.wait_for(layer.group_send("table", {"type": "moved"}), PATIENCE_SECONDS)

    asyncio.run(others())
    assert home.run_until_complete(layer.receive(channel)) == {"type": "moved"}
