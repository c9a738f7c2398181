"""Test programs at a table: sitting down, waiting, topping up, leaving, and passwords."""

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Bot, User
from poker_site.web import limits
from tables.hosting import people
from tables.models import Table
from tables.play import lifecycle
from tests.tables.helpers import open_table, seat_people, sits
from tests.tables.page.test_socket import service
from tests.tables.programs import known

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


@pytest.fixture
def open_to_bots(bob: User) -> Table:
    """Return Bob's table, at which Bob sits."""
    table = open_table(bob, admits_bots=True)
    seat_people(table, [bob])
    return table


async def test_a_bot_tops_up_sits_out_and_leaves(key: str, rob: tuple[Bot, str], open_to_bots: Table) -> None:
    async with known(key) as program:
        await program.ask("join", table=open_to_bots.code, chips=5_000, seat=4)
        assert (await program.hear_a("state"))["you"]["seat"] == 4
        await program.ask("top_up", table=open_to_bots.code, chips=1_000)
        await program.until("state", lambda state: state["you"]["stack"] == 6_000)
        await program.ask("sit_out", table=open_to_bots.code)
        await program.until("state", lambda state: state["you"]["state"] == "out")
        await program.ask("leave", table=open_to_bots.code)
        assert (await program.until("left"))["table"] == open_to_bots.code
        assert (await program.ask("look", table=open_to_bots.code))["code"] == "not_here"
        assert (await program.ask("leave", table=open_to_bots.code))["code"] == "refused"
    assert not await sync_to_async(sits)(open_to_bots, rob[0].user)


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_bot_that_is_banned_from_the_table_is_sent_left(
    key: str, rob: tuple[Bot, str], open_to_bots: Table, bob: User
) -> None:
    async with known(key) as program:
        await program.ask("join", table=open_to_bots.code)
        await program.hear_a("state")
        await service(people.ban, open_to_bots.pk, bob, rob[0].user)
        await program.hear_a("left")
        assert (await program.ask("join", table=open_to_bots.code))["code"] in ("no_such_table", "refused")


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_a_table_that_closes_sends_its_last_state_and_left(key: str, open_to_bots: Table, bob: User) -> None:
    async with known(key) as program:
        await program.ask("join", table=open_to_bots.code)
        await service(lifecycle.close, open_to_bots.pk, bob)
        last = [await program.hear_a("state")]
        while (said := await program.hear())["type"] != "left":
            last.append(said)
        assert last[-1]["state"] == "closed"
        assert (await program.ask("results", table=open_to_bots.code))["hands"] == 0


async def test_joining_twice_only_sends_the_state(key: str, open_to_bots: Table) -> None:
    async with known(key) as program:
        await program.ask("join", table=open_to_bots.code)
        first = await program.hear_a("state")
        assert (await program.ask("join", table=open_to_bots.code))["type"] == "done"
        assert (await program.hear_a("state"))["you"] == first["you"]


async def test_a_bot_waits_until_the_host_approves(key: str, rob: tuple[Bot, str], bob: User) -> None:
    table = await sync_to_async(open_table)(bob, admits_bots=True, approves=True)
    async with known(key) as program:
        await program.ask("join", table=table.code)
        state = await program.hear_a("state")
        assert (state["you"]["state"], state["you"]["waits_for_host"]) == ("held", True)
        await program.ask("leave", table=table.code)
        await program.until("left")


async def test_a_waiting_bot_sees_nothing_of_an_unwatchable_table(key: str, bob: User) -> None:
    table = await sync_to_async(open_table)(bob, admits_bots=True, approves=True, watchable=False)
    await service(seat_people, table, [bob])
    async with known(key) as program:
        await program.ask("join", table=table.code)
        state = await program.hear_a("state")
        assert (state["players"], state["hand"]) == ([], None)
        assert state["you"]["state"] == "held"


async def test_a_join_may_carry_the_password(key: str, bob: User) -> None:
    table = await sync_to_async(open_table)(bob, admits_bots=True, password="sesame")
    async with known(key) as program:
        assert (await program.ask("list"))["tables"][0]["password"] is True
        assert (await program.ask("join", table=table.code))["code"] == "refused"
        assert (await program.ask("join", table=table.code, password="wrong"))["code"] == "wrong_password"
        assert (await program.ask("join", table=table.code, password="sesame"))["type"] == "done"


async def test_password_guesses_of_programs_are_limited_by_address(
    key: str, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(limits.LIMITS, "password_guess_by_address", limits.Limit(1, 60))
    table = await sync_to_async(open_table)(bob, admits_bots=True, password="sesame")
    async with known(key) as program:
        assert (await program.ask("join", table=table.code, password="wrong"))["code"] == "wrong_password"
        assert (await program.ask("join", table=table.code, password="sesame"))["code"] == "too_fast"
