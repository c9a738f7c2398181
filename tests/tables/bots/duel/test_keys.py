"""Test that only bots with their keys come in where keys are needed."""

import asyncio
import hashlib
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.bot_keys import MOST_CONNECTIONS
from accounts.models import User
from accounts.services import bots
from tables.bots.duel import doorkeeper
from tables.bots.duel.doorkeeper import Doorkeeper
from tables.bots.duel.server import Server
from tables.bots.duel.wire import BadMessage
from tests.epochs import begin_epoch
from tests.tables.bots.duel.conftest import Served
from tests.tables.bots.duel.programs import Client
from tests.tables.bots.duel.room import Remembering, Told

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.differs_on_services("keys are looked up on threads, places are counted in Redis"),
]


class Away:
    """Does a doorkeeper's work without sockets, as for a machine elsewhere."""

    def __init__(self, *, keys_needed: bool = True) -> None:
        self.keeper = Doorkeeper(keys_needed=keys_needed)

    async def come(self, name: str, info: str = "connect") -> tuple[Told, int | None]:
        """Let a program in; return its message as rooms get it, and the id of its account."""
        message: Any = {"info": info, "name": name, "room_id": 1}
        if not self.keeper.asks(message):
            return message, None
        door = await self.keeper.admit(message)
        return dict(self.keeper.named(door, message)), self.keeper.user_id(door)


@pytest.fixture
def bot_and_key(alice: User) -> tuple[int, str]:
    bot, key = bots.open_bot(alice, "Deep Thought")
    return bot.pk, key


async def test_the_key_decides_account_and_name(bot_and_key: tuple[int, str]) -> None:
    pk, key = bot_and_key
    message, user_id = await Away().come(f"whatever#{key}")
    assert user_id == pk
    assert message["name"] == "Deep Thought"
    assert key not in str(message)


async def test_the_md5_of_the_key_is_accepted(bot_and_key: tuple[int, str]) -> None:
    pk, key = bot_and_key
    digest = hashlib.md5(key.encode(), usedforsecurity=False).hexdigest()
    assert (await Away().come(f"x#{digest}"))[1] == pk


@pytest.mark.parametrize("name", ["Deep Thought", "x#", "x#eh-0000", "x#eh-" + "0" * 26, "#", "x#" + "f" * 32])
async def test_a_program_without_a_good_key_is_refused(bot_and_key: tuple[int, str], name: str) -> None:
    with pytest.raises(BadMessage, match="key"):
        await Away().come(name)


async def test_ai_vs_ai_needs_a_key_and_watching_does_not() -> None:
    with pytest.raises(BadMessage, match="key"):
        await Away().come("", "ai_vs_ai")
    assert (await Away().come("", "observer"))[1] is None


async def test_a_key_is_optional_where_none_is_needed(bot_and_key: tuple[int, str]) -> None:
    pk, key = bot_and_key
    here = Away(keys_needed=False)
    assert (await here.come("Anybody"))[1] is None
    assert (await here.come("C# bot"))[1] is None
    assert (await here.come(f"x#{key}"))[1] == pk
    with pytest.raises(BadMessage, match="key"):
        await here.come("x#eh-" + "0" * 26)


async def test_a_restore_ends_connections_with_keys(bot_and_key: tuple[int, str]) -> None:
    """The account may belong to another bot since."""
    away = Away()
    await away.come(f"x#{bot_and_key[1]}")
    [door] = away.keeper._doors
    assert await sync_to_async(doorkeeper._gone)(([door], False)) == []
    await sync_to_async(begin_epoch)()
    assert await sync_to_async(doorkeeper._gone)(([door], False)) == [door]


def test_a_failed_key_check_is_answered_and_logged(
    arena: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(message: object) -> None:
        raise RuntimeError(message)

    monkeypatch.setattr(arena.server.doorkeeper, "admit", fail)
    bot = Client(arena.port)
    bot.enter(name="x#eh-" + "0" * 26)
    assert "Try again" in bot.hear()["text"]
    assert bot.ends() == b""
    bot.close()
    assert [record.message for record in caplog.records] == ["a key could not be looked at"]


async def test_a_bot_with_too_many_connections_hears_how_long_to_wait(bot_and_key: tuple[int, str]) -> None:
    away = Away()
    for _ in range(MOST_CONNECTIONS):
        await away.come(f"x#{bot_and_key[1]}")
    with pytest.raises(BadMessage, match=r"Wait \d+ seconds"):
        await away.come(f"x#{bot_and_key[1]}")


async def test_a_place_is_free_again_when_the_connection_ends(bot_and_key: tuple[int, str]) -> None:
    keeper = Doorkeeper(keys_needed=True)
    for _ in range(MOST_CONNECTIONS + 2):
        door = await keeper.admit({"info": "connect", "name": f"x#{bot_and_key[1]}"})
        keeper.left(door)
        keeper._pool.submit(lambda: None).result()
        keeper._pool.submit(lambda: None).result()


async def test_a_revoked_key_ends_its_connections(
    bot_and_key: tuple[int, str], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = Doorkeeper(keys_needed=True)
    server = Server(store=Remembering(), doorkeeper=keeper)
    door = await keeper.admit({"info": "connect", "name": f"x#{bot_and_key[1]}"})
    gone: list[object] = []
    monkeypatch.setattr(keeper, "_dismiss_all", lambda server, doors: gone.extend(doors))
    await _sweep(keeper, server)
    assert gone == []
    await sync_to_async(lambda: bots.rotate(alice.bots.get(), by=alice))()
    await _sweep(keeper, server)
    assert gone == [door]


async def _sweep(keeper: Doorkeeper, server: Server) -> None:
    keeper._looked = -1e9
    keeper.sweep(server)
    while keeper._looking:  # noqa: ASYNC110  the end of a look has no event
        await asyncio.sleep(0)
