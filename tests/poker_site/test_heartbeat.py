"""A web process writes heartbeats, answers when it is asked, and knows when it is cut off."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from poker_site.runtime import heartbeat, topics
from poker_site.runtime.heartbeat import PROCESS, Heartbeat, server_topic

pytestmark = [pytest.mark.channels, pytest.mark.differs_on_services("whoever asks does so over the channel layer")]

PATIENCE_SECONDS = 10  # only a failing test ever waits that long


class Database:
    """Takes heartbeats, in place of the database, while it can be reached."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.asked: asyncio.Queue[int] = asyncio.Queue()
        self.loop = asyncio.get_running_loop()
        self.is_away = False

    def say(self, process: str) -> None:
        if self.is_away:
            raise OSError("away")
        self.said.append(process)

    def answer(self, table_id: int) -> None:
        self.loop.call_soon_threadsafe(self.asked.put_nowait, table_id)


@contextlib.asynccontextmanager
async def beating(database: Database) -> AsyncIterator[Heartbeat]:
    beat = Heartbeat(database.say, database.answer)
    beat.start()
    try:
        yield beat
    finally:
        for task in beat.tasks:
            task.cancel()
        await asyncio.gather(*beat.tasks, return_exceptions=True)


async def asked_until_answered(database: Database) -> int:
    """Ask until an answer comes: the process may not have listened yet the first time."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            topics._send(server_topic(PROCESS), 7)
            with contextlib.suppress(TimeoutError):
                return await asyncio.wait_for(database.asked.get(), 0.2)


@pytest.mark.django_db(transaction=True)
async def test_a_process_writes_a_heartbeat_before_it_answers() -> None:
    database = Database()
    async with beating(database):
        assert await asked_until_answered(database) == 7
    assert {PROCESS} == {*database.said}
    assert len(database.said) >= 2


@pytest.mark.django_db(transaction=True)
async def test_a_process_does_not_answer_while_it_cannot_write_a_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "EVERY_SECONDS", 0.01)
    monkeypatch.setattr(heartbeat, "CUT_OFF_AFTER_SECONDS", 0)
    database = Database()
    database.is_away = True
    async with beating(database) as beat:
        monkeypatch.setattr(heartbeat.server, "heartbeat", beat)
        await asyncio.sleep(0.1)
        topics._send(server_topic(PROCESS), 7)
        await asyncio.sleep(0.1)
        assert (database.asked.qsize(), database.said, heartbeat.is_cut_off()) == (0, [], True)
        monkeypatch.setattr(heartbeat, "CUT_OFF_AFTER_SECONDS", 5)
        database.is_away = False
        assert await asked_until_answered(database) == 7
        assert not heartbeat.is_cut_off()


def test_a_process_without_heartbeats_never_counts_as_cut_off() -> None:
    assert not heartbeat.is_cut_off()
