"""A program whose connections break off, without the other side noticing, comes back as often as it has to."""

from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async

from accounts.bots import MOST_CONNECTIONS
from accounts.feed import accounts
from accounts.models import User
from accounts.services import bots
from tests.tables.programs import known

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.channels,
    pytest.mark.differs_on_services("connections are counted in Redis"),
]


async def test_who_was_replaced_takes_up_no_connection(alice: User) -> None:
    """However long its end stays open."""
    _bot, key = await sync_to_async(bots.open_bot)(alice, "Rob")
    async with AsyncExitStack() as lines:
        older = await lines.enter_async_context(known(key))
        for _ in range(MOST_CONNECTIONS + 1):
            newer = await lines.enter_async_context(known(key))
            assert (await older.hear_a("bye"))["code"] == "replaced"
            older = newer


async def test_who_comes_while_the_database_is_asked_about_the_others_disturbs_nobody(
    alice: User, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer says nothing about the newest line."""
    _bot, key = await sync_to_async(bots.open_bot)(alice, "Rob")
    async with known(key) as program:
        monkeypatch.setattr(accounts, "versions_of", lambda user_ids: {})
        await accounts.poll()
        assert caplog.records == []
        assert (await program.ask("ping"))["type"] == "pong"
