"""Test messages sent by mistake or on purpose: each is answered or its connection closed, and nobody else notices."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts import bot_keys as reads
from accounts.models import Bot, User
from accounts.services import bots
from tables.bots.api import connection, verbs
from tables.models import Table
from tests.tables.helpers import Clock, fresh, open_table, seat_people
from tests.tables.programs import connected_program, known

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


@pytest.fixture
def key(rob: tuple[Bot, str]) -> str:
    reads._allowances.clear()
    return rob[1]


@pytest.fixture
def playing(rob: tuple[Bot, str], bob: User, clock: Clock) -> Table:
    """Return a table at which Rob is to act."""
    table = open_table(bob, admits_bots=True)
    seat_people(table, [rob[0].user, bob])
    clock.run_due(table)
    return table


NO_JSON = [" ", "hello", "{", '{"type": "ping"', "\0", "[" * 4_000, '{"a":' * 600, "9" * 4_090, "NaN", '{"type": NaN}']
HALVES = [r'{"type": "ping", "id": "\ud800"}', r'{"type": "\uDC00"}', r'{"type": "list", "\udfff": 1}']
NO_MESSAGE = ["null", "7", "[]", '"ping"', "true"]


async def test_a_text_that_is_no_json_gets_bad_json(key: str) -> None:
    for text in (*NO_JSON, *HALVES):
        async with known(key) as program:
            await program.send(text)
            said = await program.hear()
            code = "bad_json" if text != "9" * 4_090 else "bad_message"
            assert (said["type"], said["code"]) == ("error", code), text
            assert (await program.ask("ping"))["type"] == "pong", text


async def test_json_that_is_no_object_gets_bad_message(key: str) -> None:
    for text in NO_MESSAGE:
        async with known(key) as program:
            await program.send(text)
            assert (await program.hear())["code"] == "bad_message", text
            assert (await program.ask("ping"))["type"] == "pong", text


async def test_a_stranger_gets_one_try() -> None:
    for text in (*NO_JSON, *NO_MESSAGE, '{"type": "list"}', '{"type": "hello"}', '{"type": "hello", "key": 7}'):
        async with connected_program() as program:
            await program.send(text)
            assert (await program.hear())["type"] == "bye", text
            assert await program.closed() == 4400, text


async def test_an_unknown_type_gets_unknown_type(key: str) -> None:
    for kind in ("", "Act", "welcome", "state", "__class__", "to_server", "card", "hallo" * 50):
        async with known(key) as program:
            assert (await program.ask(kind))["code"] == "unknown_type", kind


async def test_a_type_that_is_no_text_gets_unknown_type(key: str) -> None:
    async with known(key) as program:
        kinds: list[Any] = [None, 7, [], {}, ["act"], True]
        for kind in kinds:
            await program.send(json.dumps({"type": kind, "id": 7}))
            assert (await program.hear())["code"] == "unknown_type"


WRONG: list[dict[str, Any]] = [
    {"amount": "200"},
    {"amount": -1},
    {"amount": 0.5},
    {"amount": 10**15},
    {"amount": None},
    {"amount": True},
    {"amount": [200]},
    {"action": "allin"},
    {"action": "overbet"},
    {"action": None},
    {"action": 7},
    {"version": None},
    {"version": 1},
    {"version": "1.1.1"},
    {"version": "9" * 100},
    {"table": None},
    {"table": "a/b"},
    {"table": "A" * 400},
    {"table": 7},
    {"user": 1},
    {"seat": 1},
    {"id": []},
    {"id": "x" * 65},
]


async def test_a_wrong_member_gets_bad_message_and_nothing_is_done(key: str, playing: Table) -> None:
    act = {"type": "act", "table": playing.code, "version": "1.0", "action": "raise", "amount": 200}
    for wrong in WRONG:
        reads._allowances.clear()
        async with known(key) as program:
            await program.turn()
            await program.send(json.dumps({**act, **wrong}))
            said = await program.hear_a("error")
            assert said["code"] == "bad_message", wrong
            assert said["message"], wrong
            assert len(said["message"]) < 300, wrong
            assert (await sync_to_async(fresh)(playing)).moves_made == 0, wrong


async def test_fractions_and_huge_numbers_are_refused(key: str, playing: Table) -> None:
    act = f'"type": "act", "table": "{playing.code}", "version": "1.0", "action": "raise"'
    for number in ("1e400", "-1e400", "1e308", "1E+99", "200.5", "Infinity", "-0.5", "2" * 400):
        async with known(key) as program:
            await program.turn()
            await program.send(f'{{{act}, "amount": {number}}}')
            assert (await program.hear_a("error"))["code"] in ("bad_message", "bad_json"), number
            assert (await sync_to_async(fresh)(playing)).moves_made == 0, number


async def test_a_whole_number_may_have_a_decimal_point(key: str, playing: Table) -> None:
    async with known(key) as program:
        await program.turn()
        await program.send(
            f'{{"type": "act", "table": "{playing.code}", "version": "1.0", "action": "raise", "amount": 200.0}}'
        )
        assert (await program.hear_a("done"))["did"] == "act"


async def test_a_message_that_is_too_long_ends_the_connection(key: str) -> None:
    async with known(key) as program:
        await program.send('{"type": "ping", "id": "' + "x" * 4_096 + '"}')
        assert (await program.hear())["code"] == "too_large"
        assert await program.closed() == 4400
    async with connected_program() as program:
        await program.send("[" * 1_000_000)
        assert (await program.hear())["code"] == "too_large"


async def test_a_binary_frame_ends_the_connection(key: str) -> None:
    async with known(key) as program:
        await program.socket.send_to(bytes_data=b'\xff\xfe{"type": "ping"}')
        assert (await program.hear())["code"] == "too_large"
        assert await program.closed() == 4400


AT_A_TABLE = ["leave", "act", "sit_out", "back", "top_up", "reload", "look"]
MORE: dict[str, dict[str, Any]] = {
    "act": {"version": "1.0", "action": "fold"},
    "show": {"version": "1.0"},
    "top_up": {"chips": 100},
}


@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
async def test_a_private_table_looks_like_one_that_does_not_exist(key: str, bob: User) -> None:
    """A private table must not be distinguishable from one that does not exist."""
    private = await sync_to_async(open_table)(bob, admits_bots=True, found_by=Table.FoundBy.INVITATION)
    for kind in (*AT_A_TABLE, "join", "show", "results"):
        async with known(key) as program:
            answers = [await program.ask(kind, table=code, **MORE.get(kind, {})) for code in (private.code, "0" * 13)]
            codes = [answer["code"] for answer in answers]
            assert codes[0] == codes[1], kind
            assert codes[0] in ("no_such_table", "not_here"), kind
            assert answers[0]["message"] == answers[1]["message"], kind


async def test_a_bot_can_do_nothing_at_a_table_where_it_does_not_sit(
    key: str, bob: User, carol: User, clock: Clock
) -> None:
    table = await sync_to_async(open_table)(bob, admits_bots=True)
    await sync_to_async(seat_people)(table, [bob, carol])
    await sync_to_async(clock.run_due)(table)
    for kind in AT_A_TABLE:
        async with known(key) as program:
            answer = await program.ask(kind, table=table.code, **MORE.get(kind, {}))
            assert answer["type"] == "error", kind
            assert (await sync_to_async(fresh)(table)).moves_made == 0, kind


async def test_too_many_messages_are_refused_and_many_more_end_the_connection(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = 1000.0
    monkeypatch.setattr("accounts.bot_keys.time.monotonic", lambda: moment)
    async with known(key) as program:
        for _ in range(60):
            assert (await program.ask("ping"))["type"] == "pong"
        await program.say("ping")
        said = await program.hear()
        assert (said["code"], said["wait"]) == ("too_fast", 1)
        moment += 1
        assert (await program.ask("ping"))["type"] == "pong"
        for _ in range(19):
            await program.ask("ping")
        for _ in range(connection.MOST_STRIKES):
            await program.say("ping")
            assert (await program.hear())["type"] == "error"
        await program.say("ping")
        assert (await program.hear())["code"] == "too_fast"
        assert await program.closed() == 4429


@pytest.mark.differs_on_services("connections are counted in Redis")
async def test_a_sixth_connection_is_told_how_long_to_wait(key: str, rob: tuple[Bot, str]) -> None:
    for _ in range(5):
        reads.ConnectionSlot.take(rob[0].pk)
    async with connected_program() as program:
        said = await program.ask("hello", key=key)
        assert (said["type"], said["code"], said["wait"]) == ("bye", "too_many_connections", 60)
        assert await program.closed() == 4429


@pytest.mark.differs_on_services("connections are counted in Redis")
async def test_a_connection_that_ends_gives_its_place_back(key: str) -> None:
    for _ in range(7):
        async with known(key) as program:
            assert (await program.ask("ping"))["type"] == "pong"


async def test_a_silent_stranger_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HELLO_SECONDS", 0)
    async with connected_program() as program:
        assert (await program.hear())["code"] == "no_hello"
        assert await program.closed() == 4408


async def test_the_oldest_of_too_many_silent_strangers_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MOST_STRANGERS", 2)
    async with connected_program() as first, connected_program() as second, connected_program():
        assert (await first.hear())["code"] == "no_hello"
        assert await first.closed() == 4408
        assert await second.socket.receive_nothing()
    assert not connection._strangers


async def test_an_error_in_the_server_is_answered_and_the_connection_stays(
    key: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the database is away")

    async with known(key) as program:
        monkeypatch.setitem(verbs.ASKED, "list", broken)
        assert (await program.ask("list"))["code"] == "failed"
        assert (await program.ask("ping"))["type"] == "pong"
    assert "came to nothing" in caplog.text


async def test_a_hello_that_failed_in_the_server_may_be_sent_again(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the cache is away")

    with monkeypatch.context() as patch:
        patch.setattr(reads.ConnectionSlot, "take", broken)
        async with connected_program() as program:
            assert (await program.ask("hello", key=key))["code"] == "failed"
            assert await program.closed() == 4500
    async with known(key) as program:
        assert (await program.ask("ping"))["type"] == "pong"


async def test_messages_after_the_last_answer_are_ignored(key: str, playing: Table) -> None:
    async with known(key) as program:
        state = await program.turn()
        await program.send("x" * 5_000)
        await program.say("act", table=state["table"], version=state["version"], action="call")
        assert (await program.hear_a("bye"))["code"] == "too_large"
    assert (await sync_to_async(fresh)(playing)).moves_made == 0


@pytest.mark.differs_on_services("messages cross a real channel layer")
async def test_others_at_the_table_notice_nothing(key: str, playing: Table, carol: User) -> None:
    async with known(key) as rude, connected_program() as polite:
        await rude.turn()
        other = (await sync_to_async(bots.open_bot)(carol, "Polly"))[1]
        await polite.ask("hello", key=other)
        for text in [*NO_JSON, *NO_MESSAGE]:
            await rude.send(text)
        assert (await polite.ask("join", table=playing.code))["type"] == "done"
        assert (await polite.hear_a("state"))["you"]["seat"] == 3
