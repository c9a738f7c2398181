"""Test the chat on open screens: each shows at once what its viewer may read, and only a version is published."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.urls import reverse

from accounts.models import User
from accounts.services import blocks
from poker_site.runtime import topics
from tables.chat import messages, report
from tables.chat.push import chats
from tables.chat.view import chat_of, read_chat
from tables.models import Report, Table
from tests.conftest import PATIENCE_SECONDS
from tests.tables.frames import PARTIAL
from tests.tables.helpers import act
from tests.tables.page.test_socket import Screen, at, of, service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


class Ear:
    """Holds the chat of one screen, as a browser shows it."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.lines = ""
        self.muted = ""
        self.swaps: list[str] = []
        for frame in screen.frames:
            self.take(frame)

    def take(self, frame: str) -> dict[str, str]:
        parts = PARTIAL.findall(frame)
        for name, swap, text in parts:
            if name.startswith(("t-chat-lines", "c-")):
                self.swaps.append(swap)
                self.lines = self._swapped(name, swap, text)
            elif name == "t-chat-muted":
                self.muted = text
        return {name: text for name, _, text in parts}

    def _swapped(self, name: str, swap: str, text: str) -> str:
        """Apply a piece as the browser does."""
        if name == "t-chat-lines":
            return {"beforeend": self.lines + text, "afterbegin": text + self.lines, "": text}[swap]
        before, found, after = re.split(rf'(<li id="{name}".*?</li>)', self.lines, maxsplit=1, flags=re.DOTALL)
        return before + {"delete": "", "outerMorph": text, "afterend": found + text}[swap] + after

    async def hear(self) -> dict[str, str]:
        return self.take(await self.screen.socket.receive_from())

    async def until(self, word: str) -> str:
        async with asyncio.timeout(PATIENCE_SECONDS):  # the socket's beats alone would go on for ever
            while word not in self.lines:
                await self.hear()
        return self.lines

    async def ask(self, **values: Any) -> None:
        await self.screen.ask(**values)

    async def notice(self) -> str:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while "t-notice" not in (parts := await self.hear()):
                pass
        return re.sub(r"<[^>]*>", "", parts["t-notice"]).strip()


@asynccontextmanager
async def ear(table: Table, user: User, **more: Any) -> AsyncIterator[Ear]:
    async with at(table, user, **more) as screen:
        yield Ear(screen)


def last(table: Table) -> int:
    message = table.chat.order_by("-pk").first()
    assert message is not None
    return message.pk


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_message_reaches_every_screen_as_one_more_line(three: Table, alice: User, bob: User, ted: User) -> None:
    async with ear(three, alice) as hers, ear(three, bob) as his, ear(three, ted) as watcher:
        await hers.ask(verb="say", text="good luck")
        for one in (hers, his, watcher):
            await one.until("good luck")
        await watcher.ask(verb="react", reaction="👏")
        for one in (hers, his, watcher):
            await one.until('data-reaction="👏"')
            assert one.swaps == ["beforeend", "beforeend"]
            assert one.lines.index("good luck") < one.lines.index("👏")
        assert ("data-own" in hers.lines, "data-own" in his.lines) == (True, False)
        assert len(hers.lines.encode()) < 5_000


async def test_markup_is_shown_as_text(three: Table, alice: User, bob: User) -> None:
    async with ear(three, bob) as his:
        await service(messages.say, three.pk, alice, "<img src=x onerror=alert(1)> https://example.test </hx-partial>")
        text = await his.until("onerror")
        assert "&lt;img src=x onerror=alert(1)&gt; https://example.test &lt;/hx-partial&gt;" in text
        assert "<img" not in text
        assert "<a " not in text


async def test_messages_of_the_page_are_not_sent_again(three: Table, alice: User, bob: User) -> None:
    await service(messages.say, three.pk, alice, "before")
    client = await sync_to_async(of)(bob)
    page = (await sync_to_async(client.get)(reverse("table", args=[three.code]))).content.decode()
    assert page.count(">before</span>") == 1
    mark = await sync_to_async(lambda: chat_of(read_chat(three.pk), bob).mark)()
    assert f"chat={mark}" in page
    async with ear(three, bob, query=f"chat={mark}") as his:
        await service(messages.say, three.pk, alice, "after")
        await his.until("after")
        assert (his.swaps, "before" in his.lines) == (["beforeend"], False)


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_messages_since_the_page_was_drawn_are_sent(three: Table, alice: User, bob: User) -> None:
    mark = await sync_to_async(lambda: chat_of(read_chat(three.pk), bob).mark)()
    await service(messages.say, three.pk, alice, "meanwhile")
    async with ear(three, bob, query=f"chat={mark}") as his:
        await his.until("meanwhile")
        assert his.swaps == [""], "morphed"


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_removed_message_disappears_from_every_screen(three: Table, alice: User, bob: User, ted: User) -> None:
    async with ear(three, bob) as his, ear(three, ted) as watcher, ear(three, alice) as hers:
        await service(messages.say, three.pk, ted, "horrible words")
        for one in (his, watcher, hers):
            await one.until("horrible words")
        assert ("remove_message" in hers.lines, "remove_message" in his.lines) == (True, False)
        await hers.ask(verb="remove_message", message=await sync_to_async(last)(three))
        for one in (his, watcher, hers):
            assert "Removed by a host or moderator" in await one.until("Removed by")
            assert "horrible" not in one.lines


async def test_mute_counts_on_all_screens_of_one_viewer(three: Table, alice: User, bob: User, ted: User) -> None:
    await service(messages.say, three.pk, bob, "bob one")
    async with ear(three, alice) as one, ear(three, alice) as other, ear(three, ted) as watcher:
        for each in (one, other, watcher):
            await each.until("bob one")
        await one.ask(verb="mute", message=await sync_to_async(last)(three))
        for each in (one, other):
            while "bob one" in each.lines:
                await each.hear()
            assert "Hear Bob again" in each.muted
        await service(messages.say, three.pk, bob, "bob two")
        await service(messages.say, three.pk, ted, "ted")
        assert "bob two" not in await one.until(">ted<")
        assert "bob two" in await watcher.until("bob two")
        await other.ask(verb="unmute", whom=bob.pk)
        assert "bob one" in await one.until("bob two")


async def test_block_hides_messages_both_ways(three: Table, alice: User, bob: User) -> None:
    await service(blocks.block, bob, alice)
    async with ear(three, alice) as hers, ear(three, bob) as his:
        await service(messages.say, three.pk, alice, "from alice")
        await service(messages.say, three.pk, bob, "from bob")
        assert "from bob" not in await hers.until("from alice")
        assert "from alice" not in await his.until("from bob")


async def test_report_is_marked_on_the_reporters_screen_only(three: Table, alice: User, bob: User) -> None:
    async with ear(three, alice) as hers:
        await service(messages.say, three.pk, bob, "a lie")
        await hers.until("a lie")
        await hers.ask(verb="report", message=await sync_to_async(last)(three), words="look")
        await hers.until("You have reported this")
        await hers.ask(verb="report", message=await sync_to_async(last)(three), words="again")
        assert await hers.notice() == "You have reported this message already."
    assert await Report.objects.filter(words="look").acount() == 1
    async with ear(three, bob) as his:
        assert "You have reported" not in await his.until("a lie")


async def test_players_in_a_hand_do_not_read_watchers(three: Table, alice: User, bob: User, ted: User) -> None:
    await Table.objects.filter(pk=three.pk).aupdate(watchers_apart=True, around_version=99)
    async with ear(three, alice) as hers, ear(three, bob) as his, ear(three, ted) as watcher:
        await service(messages.say, three.pk, ted, "he has aces")
        await service(messages.say, three.pk, bob, "hello")
        for one in (hers, his, watcher):
            await one.until("hello")
            assert ("he has aces" in one.lines) == (one is watcher)
        client = await sync_to_async(of)(bob)
        page = (await sync_to_async(client.get)(reverse("table", args=[three.code]))).content.decode()
        assert "he has aces" not in page
        await service(act, three, alice, "fold")
        await hers.until("he has aces")
        await service(messages.say, three.pk, alice, "I am out")
        assert "he has aces" not in await his.until("I am out")


NONSENSE: list[tuple[dict[str, Any], str]] = [
    ({"verb": "say"}, "Write something first."),
    ({"verb": "say", "text": ""}, "Write something first."),
    ({"verb": "say", "text": ["a"]}, "Write something first."),
    ({"verb": "say", "text": {"a": 1}}, "Write something first."),
    ({"verb": "say", "text": 7}, "Write something first."),
    ({"verb": "say", "text": "\ud800\x00"}, "Write something first."),
    ({"verb": "say", "text": "x" * 301}, "That is too long: write 300 characters at most."),
    ({"verb": "say", "text": "a\u0301\u0302\u0303" * 200}, "That is too long: write 300 characters at most."),
    ({"verb": "react", "reaction": "🏆"}, "There is no such reaction."),
    ({"verb": "react"}, "Write something first."),
    ({"verb": "mute"}, "There is no such message."),
    ({"verb": "mute", "message": "x"}, "There is no such message."),
    ({"verb": "mute", "message": 10**40}, "There is no such message."),
    ({"verb": "report", "message": -1}, "There is no such message."),
    ({"verb": "report", "message": 1.5, "words": None}, "There is no such message."),
    ({"verb": "remove_message", "message": True}, "There is no such message."),
    ({"verb": "remove_message", "message": "5" * 15}, "Only the host of this table can do this."),
    ({"verb": "unmute", "whom": "nobody"}, "There is no such message."),
]


async def test_nonsense_is_refused_with_a_sentence(three: Table, bob: User) -> None:
    for values, sentence in NONSENSE:
        async with ear(three, bob) as his:
            await his.ask(**values)
            assert await his.notice() == sentence, values
    assert not await three.chat.aexists()


async def test_too_long_message_closes_the_socket(three: Table, bob: User) -> None:
    async with at(three, bob) as his:
        await his.socket.send_to(text_data=json.dumps({"verb": "say", "text": "x" * 5_000}))
        while (end := await his.socket.receive_output())["type"] == "websocket.send":
            pass
        assert end["code"] == 4400
    assert not await three.chat.aexists()


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_viewer_who_may_no_longer_see_the_table_neither_writes_nor_reads(
    three: Table, alice: User, ted: User
) -> None:
    async with ear(three, ted) as his, ear(three, alice) as hers:
        await Table.objects.filter(pk=three.pk).aupdate(watchable=False)
        await his.ask(verb="say", text="still here")
        assert await his.notice() == "You may not see this table."
        await service(messages.say, three.pk, alice, "among us")
        await hers.until("among us")
        await his.ask(verb="say", text="what do they say?")
        await his.notice()
        assert "among us" not in his.lines
    assert await three.chat.acount() == 1


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_poll_finds_a_message_whose_publication_was_lost(
    three: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ear(three, bob) as his:
        monkeypatch.setattr(topics, "_send", lambda topic, version: None)
        await service(messages.say, three.pk, alice, "unheard")
        await chats.poll()
        assert "unheard" in await his.until("unheard")


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_texts_do_not_travel_through_the_channel_layer(
    three: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    layer = get_channel_layer()
    before = layer.group_send

    async def spy(group: str, message: dict[str, Any]) -> None:
        sent.append((group, message))
        await before(group, message)

    monkeypatch.setattr(layer, "group_send", spy)
    async with ear(three, bob) as his:
        await service(messages.say, three.pk, alice, "cinnamon")
        await his.until("cinnamon")
        await service(report.report, three.pk, bob, await sync_to_async(last)(three), "nutmeg")
        await his.until("You have reported")
    of_chat = [message for group, message in sent if group == f"chat.{three.pk}"]
    assert of_chat == [{"type": "topic.moved", "topic": f"chat.{three.pk}", "version": 1}]
    assert not any(word in repr(sent) for word in ("cinnamon", "nutmeg"))
