"""Check that restoring a backup ends every socket, and pages and programs begin anew with the restored state."""

from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings

from accounts.consumers import CloseCode
from accounts.models import User
from accounts.services import bots
from poker_site.ops import backups
from poker_site.runtime import epoch
from tables.models import Presence, Table
from tests.account_sockets import close_code, farewell, opened
from tests.epochs import begin_epoch
from tests.patient_socket import Socket
from tests.tables.helpers import Clock, fresh, moment_of, open_table, seat_people
from tests.tables.page.test_socket import at, of
from tests.tables.programs import known

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.channels,
    pytest.mark.differs_on_services("backups are made by the tools of the database"),
]


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 0.05)


@pytest.fixture
def never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop polling, so that only what the socket itself does finds a new epoch."""
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 1000)


async def last_code(socket: Socket) -> int:
    while (message := await socket.receive_output())["type"] == "websocket.send":
        pass
    return int(message["code"])


@pytest.mark.parametrize("path", ["/ws/me/", "/ws/lobby/", "/ws/friends/"])
@pytest.mark.usefixtures("soon")
async def test_every_page_is_reloaded_after_a_restore(alice: User, path: str) -> None:
    socket = await opened(await sync_to_async(of)(alice), path=path)
    await sync_to_async(begin_epoch)()
    assert await last_code(socket) == CloseCode.RESTORED


@pytest.mark.usefixtures("soon")
async def test_table_shows_the_restored_state_though_its_version_is_lower(three: Table, alice: User) -> None:
    file = await sync_to_async(backups.backup)()
    async with at(three, alice) as hers:
        await hers.act("call")
        seen = hers.versions[-1]
        await sync_to_async(backups.restore)(file)
        assert await last_code(hers.socket) == CloseCode.RESTORED
    assert (await sync_to_async(fresh)(three)).version < seen
    async with at(three, alice) as hers:
        assert "Your turn" in hers.parts["t-bar"]


@pytest.mark.usefixtures("never")
async def test_action_from_an_earlier_epoch_is_not_done(three: Table, alice: User) -> None:
    async with at(three, alice) as hers:
        await sync_to_async(begin_epoch)()
        moment = await sync_to_async(moment_of)(three)
        await hers.ask(verb="call", moment=f"{moment.hand}.{moment.moves}")
        assert await last_code(hers.socket) == CloseCode.RESTORED
    assert await sync_to_async(moment_of)(three) == moment


@pytest.mark.usefixtures("never")
async def test_page_of_an_earlier_epoch_that_reconnects_is_reloaded(alice: User) -> None:
    """The page had lost its socket before the restore."""
    client = await sync_to_async(of)(alice)
    socket = await opened(client, path="/ws/me/?epoch=7")
    assert await close_code(socket) == CloseCode.RESTORED
    now = await sync_to_async(epoch.current)()
    socket = await opened(client, path=f"/ws/me/?epoch={now}")
    assert await socket.receive_nothing()
    await socket.disconnect()


async def test_pages_name_their_epoch(three: Table, alice: User) -> None:
    client = await sync_to_async(of)(alice)
    for path in ("/", f"/t/{three.code}/"):
        page = (await sync_to_async(client.get)(path)).content.decode()
        assert f"epoch={await sync_to_async(epoch.current)()}" in page


@pytest.mark.usefixtures("soon")
async def test_session_that_is_not_in_the_backup_ends(alice: User) -> None:
    file = await sync_to_async(backups.backup)()
    client = await sync_to_async(of)(alice)
    socket = await opened(client)
    await sync_to_async(backups.restore)(file)
    assert await last_code(socket) in (CloseCode.RESTORED, CloseCode.NOT_LOGGED_IN)
    socket = await opened(client)
    assert "out of date" in await farewell(socket)
    assert await close_code(socket) == CloseCode.NOT_LOGGED_IN


@pytest.mark.usefixtures("soon")
async def test_programs_are_told_to_connect_again(alice: User) -> None:
    _bot, key = await sync_to_async(bots.open_bot)(alice, "Rob")
    async with known(key) as program:
        await sync_to_async(begin_epoch)()
        assert (await program.hear_a("bye"))["code"] == "restored"
        assert await program.closed() == CloseCode.RESTORED
    async with known(key):
        pass


@pytest.mark.usefixtures("never")
async def test_action_of_a_program_from_an_earlier_epoch_is_not_done(bob: User, alice: User, clock: Clock) -> None:
    bot, key = await sync_to_async(bots.open_bot)(alice, "Rob")
    table = await sync_to_async(_heads_up)(bot.user, bob, clock)
    async with known(key) as program:
        state = await program.turn()
        await sync_to_async(begin_epoch)()
        await program.say("act", id=7, table=state["table"], version=state["version"], action="call")
        assert (await program.hear_a("bye"))["code"] == "restored"
    assert (await sync_to_async(moment_of)(table)).moves == 0


def _heads_up(bot: User, other: User, clock: Clock) -> Table:
    table = open_table(other, admits_bots=True)
    seat_people(table, [bot, other])
    Presence.objects.filter(user=bot).delete()
    clock.run_due(table)
    return table
