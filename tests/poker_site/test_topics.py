"""Listeners of a topic, and no others, get its version after a commit."""

import asyncio
from collections.abc import Callable

import pytest
from channels.layers import get_channel_layer
from django.db import transaction

from poker_site.runtime.db_threads import in_pool
from poker_site.runtime.topics import TopicVersion, publish, user_topic
from tests.conftest import PATIENCE_SECONDS

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.differs_on_services("messages cross a real channel layer"),
]


class Listener:
    """Listens to a topic as a consumer does."""

    async def listen(self, topic: str) -> None:
        self.layer = get_channel_layer()
        self.channel = await self.layer.new_channel()
        await self.layer.group_add(topic, self.channel)

    async def heard(self) -> TopicVersion:
        message: TopicVersion = await asyncio.wait_for(self.layer.receive(self.channel), PATIENCE_SECONDS)
        return message


@pytest.fixture
async def listener() -> Listener:
    listener = Listener()
    await listener.listen(user_topic(7))
    return listener


async def test_a_message_from_another_thread_arrives(listener: Listener) -> None:
    await in_pool(publish)(user_topic(7), 3)
    assert await listener.heard() == TopicVersion(type="topic.moved", topic="user.7", version=3)


async def test_a_listener_gets_no_versions_of_other_topics(listener: Listener) -> None:
    await in_pool(publish)(user_topic(8), 1)
    await in_pool(publish)(user_topic(7), 2)
    assert (await listener.heard())["version"] == 2


async def test_a_version_that_is_rolled_back_is_never_sent(listener: Listener) -> None:
    await in_pool(_in_transaction)(lambda: publish(user_topic(7), 1), fails=True)
    await in_pool(_in_transaction)(lambda: publish(user_topic(7), 2), fails=False)
    assert (await listener.heard())["version"] == 2


def _in_transaction(work: Callable[[], None], *, fails: bool) -> None:
    with transaction.atomic():
        work()
        transaction.set_rollback(fails)
