"""Test that a moderator's mute counts at once, on every screen of a table that is open already."""

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from accounts.models import Sanction, User
from accounts.services import sanctions
from poker_site.runtime import topics
from tables.models import Table
from tests.tables.chat.test_chat_socket import ear
from tests.tables.page.test_socket import of, service

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.channels,
    pytest.mark.differs_on_services("messages cross a real channel layer"),
]


async def test_mute_counts_on_an_open_socket(three: Table, bob: User, moderator: User) -> None:
    async with ear(three, bob) as his:
        await service(sanctions.impose, bob, kind=Sanction.Kind.MUTE, reason="Insults", until=None, by=moderator)
        await his.ask(verb="say", text="hello")
        assert await his.notice() == "You may not chat. The reason given: Insults"
    assert not await three.chat.aexists()


async def test_mute_counts_on_sockets_and_forms_until_it_is_lifted(
    three: Table, bob: User, moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lose the message about the mute: each chat message is judged when it is sent."""
    silence = "You may not chat. The reason given: Insults"
    client = await sync_to_async(of)(bob)
    async with ear(three, bob) as desk, ear(three, bob) as phone:
        monkeypatch.setattr(topics, "_send", lambda topic, version: None)
        await service(sanctions.impose, bob, kind=Sanction.Kind.MUTE, reason="Insults", until=None, by=moderator)
        for one in (desk, phone):
            await one.ask(verb="say", text="hello")
            assert await one.notice() == silence
            await one.ask(verb="react", reaction="GG")
            assert await one.notice() == silence
        door, said = reverse("table_do", args=[three.code]), {"verb": "say", "text": "by post"}
        answer = await sync_to_async(client.post)(door, said, headers={"HX-Request": "true"})
        assert silence in answer.content.decode()
        assert not await three.chat.aexists()
        await service(sanctions.lift, await Sanction.objects.select_related("user").aget(), by=moderator)
        monkeypatch.undo()
        await desk.ask(verb="say", text="sorry")
        await phone.until("sorry")
