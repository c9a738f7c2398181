"""Check the table's socket: every viewer sees the newest version, the same as all others, never an older one."""

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import Mock

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.test import Client

from accounts.models import User
from poker_site.runtime import heartbeat, topics
from tables.core.locking import table_topic
from tables.models import Presence, Table
from tables.page import snapshot
from tables.page.public import public_page
from tables.page.scene import Scene
from tables.play import lifecycle, presence
from tests.account_sockets import handshake
from tests.conftest import PATIENCE_SECONDS
from tests.patient_socket import Socket
from tests.tables.frames import PARTIAL, Parts, apply_frame, group_of, parts_of
from tests.tables.helpers import act, fresh, look_away, moment_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


class Screen:
    """Shows what a browser would: it takes over each fragment that arrives."""

    def __init__(self, table: Table, socket: Socket) -> None:
        self.table, self.socket = table, socket
        self.parts = Parts()
        self.versions: list[int] = []
        self.frames: list[str] = []

    async def hear(self) -> dict[str, str]:
        """Return the fragments of the next frame, skipping heartbeats."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (frame := await self.socket.receive_from()) == '{"beat": true}':
                pass
        self.frames.append(frame)
        found: dict[str, str] = {}
        for name, _, text in PARTIAL.findall(frame):
            found[group_of(name)] = found.get(group_of(name), "") + text
        assert found, f"not for htmx: {frame}"
        apply_frame(self.parts, frame)
        if "data-version" in found.get("t-data", ""):
            self.versions.append(int(re.findall(r'data-version="(\d+)"', found["t-data"])[0]))
        return found

    async def catch_up(self) -> None:
        """Read frames up to the database's version; each version changes at least the fragment that names it."""
        version = (await sync_to_async(fresh)(self.table)).version
        while not self.versions or self.versions[-1] < version:
            await self.hear()

    async def notice(self) -> str:
        """Return the next notice, which is sent to this client alone."""
        while "t-notice" not in (found := await self.hear()):
            pass
        return re.sub(r"<[^>]*>", "", found["t-notice"]).strip()

    async def ask(self, **values: Any) -> None:
        await self.socket.send_to(text_data=json.dumps(values))

    async def act(self, verb: str, **values: Any) -> None:
        """Make a move that is allowed, and wait until this screen shows a new version."""
        moment = await sync_to_async(moment_of)(self.table)
        await self.catch_up()
        before = self.versions[-1]
        await self.ask(verb=verb, moment=f"{moment.hand}.{moment.moves}", **values)
        while self.versions[-1] == before:
            assert "t-notice" not in await self.hear()


def of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@asynccontextmanager
async def at(
    table: Table, user: User, *, client: Client | None = None, query: str = "", **more: Any
) -> AsyncIterator[Screen]:
    """Open the table in a tab and bring it up to date."""
    client = client or await sync_to_async(of)(user)
    screen = Screen(table, handshake(client, path=f"/ws/t/{table.code}/?{query}", **more))
    assert (await screen.socket.connect(PATIENCE_SECONDS))[0]
    try:
        await screen.catch_up()
        yield screen
    finally:
        await screen.socket.disconnect(timeout=PATIENCE_SECONDS)
        await delivered()


async def delivered() -> None:
    """Wait until messages on their way have arrived, because this event loop ends with the test."""

    async def sent() -> None:
        sending = [task for task in asyncio.all_tasks() if getattr(task.get_coro(), "__name__", "") == "group_send"]
        await asyncio.gather(*sending)

    done = asyncio.run_coroutine_threadsafe(sent(), topics._sender_loop())
    await asyncio.wait_for(asyncio.wrap_future(done), PATIENCE_SECONDS)


async def service(call: Callable[..., object], *arguments: Any, **more: Any) -> None:
    await sync_to_async(call)(*arguments, **more)


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_first_frame_is_the_whole_table(three: Table, alice: User) -> None:
    async with at(three, alice) as hers:
        taken = await sync_to_async(snapshot.take)(three.pk)
        assert hers.parts.keys() == (await sync_to_async(parts_of)(Scene(taken, alice, alice.preferences))).keys()
        assert len(hers.frames) == 1
        assert "Your turn" in hers.parts["t-bar"]


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_only_what_changed_is_sent(three: Table, alice: User, carol: User) -> None:
    async with at(three, carol) as hers:
        await service(act, three, alice, "call")
        changed = await hers.hear()
        assert {"t-seat-1", "t-seat-2", "t-centre", "t-log", "t-newest", "t-data"} <= set(changed)
        assert not {"t-seat-3", "t-seat-4", "t-top", "t-me", "t-elsewhere", "t-standing"} & set(changed)
        assert len("".join(changed.values()).encode()) < 8_000


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_all_tabs_players_and_watchers_see_the_same(three: Table, alice: User, bob: User, ted: User) -> None:
    async with at(three, alice) as one, at(three, alice) as other, at(three, bob) as his, at(three, ted) as watcher:
        await one.act("raise", amount="600")
        await his.act("call")
        for screen in (one, other, his, watcher):
            await screen.catch_up()
            assert all(line in screen.parts["t-log"] for line in ("Alice raises to 600", "Bob calls 550"))
        assert one.parts == other.parts


async def test_viewer_who_comes_back_sees_the_present_state(three: Table, alice: User, bob: User, carol: User) -> None:
    async with at(three, bob) as stayed:
        async with at(three, bob):
            pass
        for user, verb in ((alice, "call"), (bob, "call"), (carol, "check")):
            await service(act, three, user, verb)
        await stayed.catch_up()
        async with at(three, bob) as returned:
            assert returned.parts == stayed.parts
            assert "Flop" in returned.parts["t-log"]


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_poll_finds_what_a_lost_message_hid(
    three: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 0.01)
    monkeypatch.setattr("poker_site.runtime.topics._send", lambda topic, version: None)
    async with at(three, bob) as his:
        await service(act, three, alice, "fold")
        await his.catch_up()
        assert "Alice folds" in his.parts["t-log"]


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_slow_screen_skips_to_the_newest_version(
    three: Table, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It still gets every line of the log since its last version."""
    rendering, go_on, real = threading.Event(), threading.Event(), public_page

    def slow(*scene: Any) -> Any:
        rendering.set()
        assert go_on.wait(PATIENCE_SECONDS)
        return real(*scene)

    async with at(three, carol) as hers:
        first = hers.versions[0]
        monkeypatch.setattr("tables.page.drawing.public_page", slow)
        await service(act, three, alice, "call")
        assert await asyncio.to_thread(rendering.wait, PATIENCE_SECONDS)
        await service(act, three, bob, "fold")
        await service(presence.arrive, three.pk, alice.pk, "another")
        go_on.set()
        await hers.catch_up()
        assert hers.versions == [first, first + 1, first + 3]
        assert all(line in hers.parts["t-log"] for line in ("Alice calls", "Bob folds"))


async def test_player_who_closes_the_last_tab_is_offline(seated: Table, alice: User, bob: User) -> None:
    await service(look_away, seated, alice, bob)
    async with at(seated, bob) as his:
        async with at(seated, alice):
            async with at(seated, alice):
                await his.catch_up()
                assert "Offline" not in his.parts["t-seat-1"]
            assert await sync_to_async(Presence.objects.filter(user=alice).exists)()
        await his.catch_up()
        assert "data-offline" in his.parts["t-seat-1"]
        assert "Offline" in his.parts["t-people"]
        async with at(seated, alice):
            await his.catch_up()
            assert "Offline" not in his.parts["t-seat-1"]


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_player_who_reloads_the_page_is_not_offline(
    seated: Table, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old socket closes while the new one opens, each on a thread of its own."""
    await service(look_away, seated, alice)
    departs, arrived, real_depart = threading.Event(), threading.Event(), presence.depart

    def depart(*arguments: Any) -> None:
        departs.set()
        arrived.wait(0.1)  # give the new socket time to overtake
        real_depart(*arguments)

    async with at(seated, alice) as before:
        monkeypatch.setattr(presence, "depart", depart)
        await before.socket.send_input({"type": "websocket.disconnect", "code": 1001})
        assert await asyncio.to_thread(departs.wait, PATIENCE_SECONDS)
        async with at(seated, alice) as after:
            arrived.set()
            await before.socket.wait(PATIENCE_SECONDS)
            assert await sync_to_async(Presence.objects.filter(user=alice).exists)()
            await after.catch_up()
            assert "Offline" not in after.parts["t-seat-1"]


async def test_player_whose_server_stops_has_not_left(
    seated: Table, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their turn waits until they connect to another server."""
    await service(look_away, seated, alice)
    async with at(seated, alice):
        monkeypatch.setattr(heartbeat.server, "is_stopping", True)
    assert await sync_to_async(Presence.objects.filter(user=alice).exists)()


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_watchers_are_counted_once_each(three: Table, alice: User, ted: User) -> None:
    async with at(three, alice) as hers:
        assert "watching" not in hers.parts["t-top"]
        async with at(three, ted), at(three, ted):
            await hers.catch_up()
            assert "1 watching" in hers.parts["t-top"]
        await hers.catch_up()
        assert "watching" not in hers.parts["t-top"]


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_older_version_is_never_sent_after_a_newer_one(
    three: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages may be late or come twice, and a lagging replica may return an old version."""
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 0.01)
    older = await sync_to_async(snapshot.take)(three.pk)
    async with at(three, bob) as his:
        first, layer, topic = his.versions[0], get_channel_layer(), table_topic(three.pk)
        for version in (first, first - 1, 0, -1):
            await layer.group_send(topic, topics.TopicVersion(type="topic.moved", topic=topic, version=version))
        given, real = [older, older], snapshot.take
        monkeypatch.setattr(snapshot, "take", lambda table, known: given.pop() if given else real(table, known))
        await service(act, three, alice, "call")
        await his.catch_up()
        assert (given, his.versions, len(his.frames)) == ([], [first, first + 1], 2)
        assert "Alice calls" in his.parts["t-log"]


async def test_watchers_with_the_same_language_share_one_rendering(
    table: Table, alice: User, bob: User, carol: User, ted: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host's account is deleted, and "Deleted player" differs between the languages."""
    await service(User.objects.filter(pk=alice.pk).update, display_name="")
    render = Mock(wraps=public_page)
    monkeypatch.setattr("tables.page.drawing.public_page", render)
    async with at(table, bob) as one, at(table, carol) as two, at(table, ted, language=b"zh-CN") as chinese:
        for screen in (one, two, chinese):
            await screen.catch_up()
        render.reset_mock()
        await service(lifecycle.pause, table.pk, alice)
        for screen in (one, two, chinese):
            await screen.catch_up()
        assert (one.parts == two.parts != chinese.parts, render.call_count) == (True, 2)
        assert one.parts["t-people"].count("Deleted player") == 1
        assert chinese.parts["t-people"].count("已注销的玩家") == 1
        assert "Deleted player" not in "".join(chinese.parts.values())
