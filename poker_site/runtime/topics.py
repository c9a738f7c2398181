"""Tell consumers that something changed, in messages that say "topic X is at version n" and nothing else."""

import asyncio
import logging
import os
import threading
from concurrent.futures import Future
from functools import partial
from typing import TypedDict

from channels.layers import get_channel_layer

from poker_site.runtime.commits import after_commit

logger = logging.getLogger("evenhand.topics")


class TopicVersion(TypedDict):
    """Says which version a topic has reached; `subscriptions` receives it."""

    type: str
    topic: str
    version: int


def user_topic(user_id: int) -> str:
    return f"user.{user_id}"


def publish(topic: str, version: int) -> None:
    """Send a version to all listeners of a topic, once the surrounding transaction has committed and only then."""
    after_commit(_send, topic, version)


async def publish_now(topic: str, version: int) -> None:
    """Send a version that is in no database to all listeners of a topic, at once."""
    await get_channel_layer().group_send(topic, TopicVersion(type="topic.moved", topic=topic, version=version))


def _send(topic: str, version: int) -> None:
    layer = get_channel_layer()
    message = TopicVersion(type="topic.moved", topic=topic, version=version)
    sending = asyncio.run_coroutine_threadsafe(layer.group_send(topic, message), _sender_loop())
    sending.add_done_callback(partial(_report, topic))


def _report(topic: str, sending: "Future[None]") -> None:
    error = sending.exception()
    if error is not None:  # the consumers' poll of the database will find this version
        logger.error("topic %s was not published: %s", topic, error)


# One long-lived loop: starting one for each message costs ten times as much (1.7 against 0.15 ms).
_loop: asyncio.AbstractEventLoop | None = None
_lock = threading.Lock()


def _sender_loop() -> asyncio.AbstractEventLoop:
    global _loop
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="topics", daemon=True).start()
        return _loop


def _forget_loop() -> None:
    global _loop, _lock
    _loop, _lock = None, threading.Lock()  # the thread stayed with the parent process


os.register_at_fork(after_in_child=_forget_loop)
