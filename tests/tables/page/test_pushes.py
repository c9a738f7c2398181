"""Check that one look serves all viewers of a table, each is sent what is new, and one's error affects no other."""

import logging
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.test import Client

from accounts.consumers import CloseCode
from accounts.models import Preferences, User
from accounts.services import profile
from accounts.viewer import LAYOUT
from tables.chat.messages import chat_topic
from tables.core.locking import table_topic
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.account_sockets import handshake
from tests.conftest import PATIENCE_SECONDS
from tests.tables.helpers import act, look_away
from tests.tables.page.test_socket import Screen, at, of, service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


def page_of(client: Client, table: Table) -> str:
    """Return the version and looks that the page names in the address of its socket."""
    text = client.get(f"/t/{table.code}/").content.decode()
    return text.split("/?page=")[1].split('"')[0]


async def frame_after_loading(table: Table, user: User, page: str) -> dict[str, str]:
    screen = Screen(table, handshake(await sync_to_async(of)(user), path=f"/ws/t/{table.code}/?page={page}"))
    assert (await screen.socket.connect(PATIENCE_SECONDS))[0]
    try:
        return await screen.hear()
    finally:
        await screen.socket.disconnect(timeout=PATIENCE_SECONDS)


async def test_page_that_is_up_to_date_is_not_sent_again(three: Table, alice: User) -> None:
    await service(look_away, three, alice)
    page = await sync_to_async(lambda: page_of(of(alice), three))()
    assert {"t-seat-1", "t-data"} <= set(found := await frame_after_loading(three, alice, page))
    assert not {"t-bar", "t-log", "t-seat-2", "t-centre"} & set(found)


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_outdated_page_is_sent_whole(three: Table, alice: User) -> None:
    page = await sync_to_async(lambda: page_of(of(alice), three))()
    await service(act, three, alice, "call")
    assert {"t-bar", "t-log", "t-seat-2", "t-centre", "t-top"} <= set(await frame_after_loading(three, alice, page))


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_changed_settings_make_an_open_page_reload(three: Table, alice: User) -> None:
    """The script reloads the page then, because half of it would be in another language."""
    async with at(three, alice) as hers:
        before = hers.parts["t-looks"].split("data-looks=")[1].split(" ")[0]
        await service(profile.set_preferences, alice, language="zh-hans")
        found = await hers.hear()
        assert before not in found["t-looks"]


async def test_viewers_of_a_table_share_one_subscription(
    three: Table, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer: Any = get_channel_layer()
    added = AsyncMock(wraps=layer.group_add)
    monkeypatch.setattr(layer, "group_add", added, raising=False)
    async with at(three, alice) as hers, at(three, bob) as his, at(three, carol) as theirs:
        await service(act, three, alice, "call")
        for screen in (hers, his, theirs):
            await screen.catch_up()
        topics = [call.args[0] for call in added.await_args_list]
        assert topics.count(table_topic(three.pk)) == topics.count(chat_topic(three.pk)) == 1


async def test_error_while_drawing_for_one_viewer_affects_no_other(
    three: Table, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The viewer is drawn for as soon as that is possible again."""
    async with at(three, bob) as his, at(three, carol) as hers:
        real, broken = Scene.__init__, [True]

        def init(scene: Scene, seen: snapshot.Snapshot, user: User | None, *more: Any, **others: Any) -> None:
            if user == bob and broken:
                raise ZeroDivisionError
            real(scene, seen, user, *more, **others)

        monkeypatch.setattr(Scene, "__init__", init)
        with caplog.at_level(logging.ERROR):
            await service(act, three, alice, "call")
            await hers.catch_up()
        assert f"cannot be drawn for user {bob.pk}" in caplog.text
        broken.clear()
        await his.catch_up()
        assert "Alice calls" in his.parts["t-log"]


@pytest.mark.differs_on_services("one look of threads")
async def test_one_snapshot_serves_all_viewers(
    three: Table, alice: User, bob: User, carol: User, ted: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 60)
    async with at(three, alice) as one, at(three, bob) as two, at(three, carol) as three_, at(three, ted) as four:
        for screen in (one, two, three_, four):
            await screen.catch_up()
        look = Mock(wraps=snapshot.take)
        monkeypatch.setattr(snapshot, "take", look)
        await service(act, three, alice, "call")
        for screen in (one, two, three_, four):
            await screen.catch_up()
        assert look.call_count == 1


async def test_amounts_are_in_each_viewer_s_unit(three: Table, alice: User, bob: User, ted: User) -> None:
    await service(Preferences.objects.exclude(user=alice).update, amounts="bb")
    async with at(three, alice) as hers, at(three, bob) as his, at(three, ted) as watcher:
        assert "10,000" in hers.parts["t-seat-1"]
        assert "100 BB" in his.parts["t-seat-1"]
        assert "100 BB" in watcher.parts["t-seat-1"]


@pytest.mark.parametrize("change", ["settings", "release"])
async def test_page_with_other_settings_or_layout_is_reloaded(
    three: Table, alice: User, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Updates would not fit it: its elements or its language differ from those that would be sent."""
    page = await sync_to_async(lambda: page_of(of(alice), three))()
    if change == "settings":
        await service(profile.set_preferences, alice, language="zh-hans")
    else:
        monkeypatch.setattr("accounts.viewer.LAYOUT", LAYOUT + 1)
    socket = handshake(await sync_to_async(of)(alice), path=f"/ws/t/{three.code}/?page={page}")
    assert (await socket.connect(PATIENCE_SECONDS))[0]
    assert (await socket.receive_output(PATIENCE_SECONDS))["code"] == CloseCode.RESTORED
    await socket.disconnect(timeout=PATIENCE_SECONDS)
