"""Test the socket of a table: a user who may not see it is refused, and one who loses the right is closed at once."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.consumers import CloseCode
from accounts.models import User
from tables.hosting import admission, approval, invitations, people, table_settings
from tables.models import Guest, Table, TableBan
from tables.page.scene import Scene
from tables.page.snapshot import take
from tables.play import seating
from tests.account_sockets import handshake
from tests.conftest import PATIENCE_SECONDS
from tests.patient_socket import Socket
from tests.tables.helpers import STACK, fresh, open_table, seat_people
from tests.tables.page.test_socket import at, of, service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]
FoundBy = Table.FoundBy


async def closed_with(socket: Socket) -> int:
    """Return the closing code, whatever is sent before."""
    async with asyncio.timeout(PATIENCE_SECONDS):  # beats go on for ever
        while (message := await socket.receive_output())["type"] != "websocket.close":
            pass
    code: int = message["code"]
    return code


async def turned_away(table: Table, user: User) -> bool:
    socket = handshake(await sync_to_async(of)(user), path=f"/ws/t/{table.code}/")
    await socket.connect(PATIENCE_SECONDS)
    return await closed_with(socket) == CloseCode.NO_SUCH_TABLE


def _private(alice: User) -> Table:
    return open_table(alice, found_by=FoundBy.INVITATION)


def _banned(alice: User, bob: User) -> Table:
    table = open_table(alice)
    TableBan.objects.create(table=table, user=bob)
    return table


@pytest.mark.parametrize(
    "make",
    [
        lambda alice, bob: _private(alice),
        lambda alice, bob: open_table(alice, watchable=False),
        lambda alice, bob: open_table(alice, watchable=False, password="open sesame"),
        _banned,
    ],
    ids=["private", "unwatched", "unwatched with a password", "banned"],
)
async def test_a_user_who_may_not_see_the_table_is_refused(
    make: Callable[[User, User], Table], alice: User, bob: User
) -> None:
    table = await sync_to_async(make)(alice, bob)
    assert await turned_away(table, bob)
    async with at(table, alice):
        pass


async def test_an_invited_user_is_admitted(alice: User, bob: User) -> None:
    table = await sync_to_async(_private)(alice)
    await service(invitations.invite, table.pk, alice, bob)
    async with at(table, bob) as his:
        assert "t-bar" in his.parts


def _ban(table: Table, alice: User, bob: User) -> None:
    people.ban(table.pk, alice, bob)


def _shut(table: Table, alice: User, bob: User) -> None:
    table_settings.set_access(table.pk, alice, found_by=FoundBy.INVITATION, watchable=True, approves=False)


def _end_watching(table: Table, alice: User, bob: User) -> None:
    table_settings.set_access(table.pk, alice, found_by=FoundBy.LINK, watchable=False, approves=False)


def _move(table: Table, alice: User, bob: User) -> None:
    admission.new_code(table.pk, alice)


@pytest.mark.parametrize("lose", [_ban, _shut, _end_watching, _move], ids=["ban", "private", "unwatched", "new code"])
async def test_losing_the_right_closes_the_socket(lose: Callable[..., None], alice: User, bob: User) -> None:
    table = await sync_to_async(open_table)(alice, found_by=FoundBy.LINK)
    async with at(table, alice) as hers, at(table, bob) as his:
        await service(lose, table, alice, bob)
        assert await closed_with(his.socket) == CloseCode.NO_SUCH_TABLE
        await hers.catch_up()


@pytest.mark.parametrize("played", [True, False])
@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_banned_player_is_shown_the_way_to_the_ledger(alice: User, bob: User, *, played: bool) -> None:
    table = await sync_to_async(open_table)(alice)
    if played:
        await service(seat_people, table, [bob])
    books = f"/t/{table.code}/ledger/"
    async with at(table, bob) as his:
        await service(people.ban, table.pk, alice, bob)
        while "You cannot see" not in (said := await his.socket.receive_from()):
            pass
        assert (books in said) is played
        assert await closed_with(his.socket) == CloseCode.NO_SUCH_TABLE
    answer = await sync_to_async((await sync_to_async(of)(bob)).get)(f"/t/{table.code}/")
    assert answer.get("Location", "") == (books if played else "")


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_people_of_the_table_follow_it_to_its_new_address(alice: User, bob: User, carol: User) -> None:
    table = await sync_to_async(open_table)(alice, found_by=FoundBy.LINK)
    await service(seat_people, table, [bob])
    await service(Guest.objects.create, table=table, user=carol, invited=True)
    async with at(table, bob) as his, at(table, carol) as hers:
        await service(admission.new_code, table.pk, alice)
        new = await sync_to_async(fresh)(table)
        for screen in (his, hers):
            await screen.catch_up()
            assert f'data-at="/t/{new.code}/"' in screen.parts["t-standing"]
    assert await turned_away(table, bob)


async def test_the_host_sees_a_wish_and_the_player_its_answer(alice: User, bob: User) -> None:
    table = await sync_to_async(open_table)(alice, approves=True)
    async with at(table, alice) as hers, at(table, bob) as his:
        await service(seating.sit_down, table.pk, bob, number=2, chips=STACK)
        await hers.catch_up()
        assert "Bob wants to sit down in seat 2 with 10,000 chips" in hers.parts["t-wishes"]
        await his.catch_up()
        assert "Alice is asked whether you may sit down" in his.parts["t-bar"]
        assert "Bob wants" not in his.parts["t-wishes"]
        wish = await sync_to_async(table.wishes.get)()
        await his.ask(verb="approve", wish=str(wish.pk))
        assert "Only the host" in await his.notice()
        await hers.ask(verb="approve", wish=str(wish.pk))
        while "data-seated" not in his.parts["t-data"]:
            await his.hear()
        assert "Bob wants" not in hers.parts["t-wishes"] or "Bob wants" not in (await hers.hear())["t-wishes"]


@pytest.mark.parametrize(
    "values",
    [
        {"verb": "approve"},
        {"verb": "refuse", "wish": "x"},
        {"verb": "invite", "name": 7},
        {"verb": "make_link", "hours": "-1"},
        {"verb": "make_link", "uses": "99999"},
        {"verb": "revoke", "invitation": [1]},
    ],
)
async def test_wrong_values_are_refused_with_a_sentence(values: dict[str, Any], table: Table, alice: User) -> None:
    async with at(table, alice) as hers:
        await hers.ask(**values)
        assert await hers.notice()


async def test_only_hosts_see_invitations(alice: User, bob: User) -> None:
    table = await sync_to_async(open_table)(alice)
    link = await sync_to_async(invitations.make_link)(table.pk, alice)
    async with at(table, alice) as hers, at(table, bob) as his:
        assert link.code in hers.parts["t-hosting"]
        assert not any(link.code in text for text in his.parts.values())
    snapshot = await sync_to_async(take)(table.pk)
    assert [Scene(snapshot, user, None).guests.invite is None for user in (alice, bob)] == [False, True]


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_withdrawing_a_wish_gives_the_seat_up(alice: User, bob: User) -> None:
    table = await sync_to_async(open_table)(alice, approves=True)
    await service(seating.sit_down, table.pk, bob, number=2, chips=STACK)
    async with at(table, bob) as his:
        assert "is asked" in his.parts["t-bar"]
        await service(approval.withdraw, table.pk, bob)
        await his.catch_up()
        assert "is asked" not in his.parts["t-bar"]
        assert 'value="hold"' in his.parts["t-seat-2"]
