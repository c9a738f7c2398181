"""Test that a program whose connections break off unnoticed can come back as often as it has to."""

from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async

from accounts.bot_keys import MOST_CONNECTIONS
from accounts.feed import accounts
from accounts.models import User
from accounts.services import bots
from tests.tables.programs import known

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.channels,
    pytest.mark.differs_on_services("connections are counted in Redis"),
]


async def test_a_replaced_connection_does_not_count_against_the_limit(alice: User) -> None:
    """This holds however long the replaced connection stays half open."""
    _bot, key = await sync_to_async(bots.open_bot)(alice, "Rob")
    async with AsyncExitStack() as lines:
        older = await lines.enter_async_context(known(key))
        for _ in range(MOST_CONNECTIONS + 1):
            newer = await lines.enter_async_context(known(key))
            assert (await older.hear_a("bye"))["code"] == "replaced"
            older = newer


async def test_a_poll_that_began_before_a_connection_came_does_no_harm(
    alice: User, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database's answer then has no version for the newest connection."""
    _bot, key = await sync_to_async(bots.open_bot)(alice, "Rob")
    async with known(key) as program:
        monkeypatch.setattr(accounts, "versions_of", lambda user_ids: {})
        await accounts.poll()
        assert caplog.records == []
        assert (await program.ask("ping"))["type"] == "pong"
