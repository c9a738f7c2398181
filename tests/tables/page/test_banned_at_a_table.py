"""Check that a moderator's ban closes every open page by the message of its commit, without any poll."""

import json
from typing import Any

import pytest

from accounts import consumers
from accounts.consumers import CloseCode
from accounts.models import Sanction, User
from accounts.services import sanctions
from poker_site.runtime.feeds import Feeds
from poker_site.runtime.topics import user_topic
from tables.models import Table
from tests.tables.helpers import OutboxContext
from tests.tables.page.test_socket import Screen, at, service

pytestmark = pytest.mark.differs_on_services("messages cross a real channel layer on commit")

KINDS = [Sanction.Kind.BAN, Sanction.Kind.MUTE]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_account_version_is_published_on_commit_and_not_before(
    bob: User, moderator: User, hear: OutboxContext, kind: Any
) -> None:
    with hear() as heard:
        imposed = sanctions.impose(bob, kind=kind, reason="Insults", until=None, by=moderator)
        assert heard.topics == []
    assert heard.topics == [(user_topic(bob.pk), User.objects.get(pk=bob.pk).version)]
    with hear() as heard:
        sanctions.lift(imposed, by=moderator)
    assert heard.topics == [(user_topic(bob.pk), User.objects.get(pk=bob.pk).version)]


async def farewell(screen: Screen) -> tuple[str, int]:
    """Return the page's last text and the code that closes its socket; the browser sends nothing."""
    text = ""
    while (message := await screen.socket.receive_output())["type"] != "websocket.close":
        if message["text"].startswith("{"):
            text = json.loads(message["text"]).get("content", text)
    return text, message["code"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.channels
async def test_ban_closes_the_table_on_every_screen_of_the_player(
    three: Table, alice: User, bob: User, moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asleep(*_: Any) -> None:
        """Replace the poll, which would find what a lost message hid."""

    monkeypatch.setattr(Feeds, "poll", asleep)
    monkeypatch.setattr(consumers, "BEAT_SECONDS", 3_600)
    async with at(three, bob) as desk, at(three, bob) as phone, at(three, alice) as hers:
        await service(sanctions.impose, bob, kind=Sanction.Kind.BAN, reason="Insults", until=None, by=moderator)
        for screen in (desk, phone):
            text, code = await farewell(screen)
            assert code == CloseCode.BANNED
            assert "You are banned" in text
            assert "Insults" in text
        assert not hers.socket.future.done()
