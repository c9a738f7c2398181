"""Check bad input on a socket: that client alone gets a clear sentence, and nothing changes."""

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest
from asgiref.sync import sync_to_async
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from accounts.consumers import CloseCode
from accounts.models import Sanction, User
from accounts.services import sanctions, sessions
from tables.models import Hand, HandPlayer, LedgerEntry, Move, Purse, Seat, Table, Waiting
from tables.page import consumer
from tests.account_sockets import handshake
from tests.conftest import PATIENCE_SECONDS
from tests.tables.helpers import fresh, open_table
from tests.tables.page.test_socket import Screen, at, of, service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]

NO_SUCH_ACTION: Final = "There is no such action."
MOVED_ON: Final = "The hand has moved on. Nothing was done."
NOT_WHOLE: Final = "The amount must be a whole number of chips."
NOT_SITTING: Final = "You are not sitting at this table."
NOT_THE_HOST: Final = "Only the host of this table can do this."
SITTING: Final = "You sit at this table already."

NO_REQUESTS: Final = {
    "not JSON": "fold",
    "half a message": '{"verb": "fold", ',
    "a list": '["fold"]',
    "a word": '"fold"',
    "a number": "1" * 4096,
    "nothing": "null",
    "too deep": "[" * 4096,
    "too deep, in a field": '{"verb": ' + "[" * 4000,
    "no verb": "{}",
    "an unknown verb": '{"verb": "cheat"}',
    "a verb in capitals": '{"verb": "FOLD"}',
    "a verb of the server": '{"verb": "expire_turn"}',
    "a verb with a zero byte": '{"verb": "fold\\u0000"}',
    "half a character": '{"verb": "\\ud800"}',
    "a number as verb": '{"verb": 1e400}',
    "a list as verb": '{"verb": ["fold"]}',
    "an object as verb": '{"verb": {"fold": 1}}',
}
AMOUNTS: Final = (
    *(-600, 600.5, 6e2, 10**30, "1e3", "-600", "600.5", "0x258", "1_000", "1,00", "٦٠٠", "lots", "9" * 4000),
    *(True, [600], {"amount": 600}, float("nan"), float("inf"), "6\u00000", "\ud800"),
)
OTHER_SIZES: Final = {
    1: "Raise to at least 200.",
    "0": "Raise to at least 200.",
    10**14: "Raise to at most 10,000.",
    "": "Say how much: from 200 to 10,000.",
    None: "Say how much: from 200 to 10,000.",
}
MOMENTS: Final[tuple[Any, ...]] = (
    *(None, "", "1", "1.1", "2.0", "0.0", "-1.0", "1.0.0", "1.00000000", " 1.0", "1.٠", 1.0, ["1.0"], {}),
)
BY_A_PLAYER: Final[Mapping[str, tuple[dict[str, Any], str]]] = {
    "check, where it costs": ({"verb": "check", "moment": "1.0"}, "You cannot check: it costs 100 to call."),
    "pass, where there is none": ({"verb": "pass", "moment": "1.0"}, "There is no pass at this table."),
    "show in a running hand": ({"verb": "show", "moment": "1.0"}, MOVED_ON),
    "muck in a running hand": ({"verb": "muck", "moment": "1.0"}, MOVED_ON),
    "muck at no moment": ({"verb": "muck"}, MOVED_ON),
    "a second seat": ({"verb": "hold", "seat": 5}, SITTING),
    "another seat": ({"verb": "sit", "seat": 5, "chips": 5000}, SITTING),
    "too much": ({"verb": "top_up", "chips": 10**9}, "You can add from 1 to 10,000 chips."),
    "less than nothing": ({"verb": "top_up", "chips": -1}, NOT_WHOLE),
    "no commitment": ({"verb": "commit", "commitment": "x" * 64}, "This is not the hash of a number."),
    "a commitment that is no text": ({"verb": "commit", "commitment": [1]}, "This is not the hash of a number."),
    "no next commitment": (
        {"verb": "reveal", "hand": 1, "number": "a" * 32, "commitment": None},
        "This is not the hash of a number.",
    ),
    "no number": ({"verb": "reveal", "hand": 1, "number": 7}, "This is not a number for the cut."),
    "a number for no hand": ({"verb": "reveal", "hand": "now", "number": "a" * 32}, NOT_WHOLE),
    "the waiting list": ({"verb": "wait"}, SITTING),
}
BY_A_WATCHER: Final[Mapping[str, tuple[dict[str, Any], str]]] = {
    **{verb: ({"verb": verb, "moment": "1.0"}, NOT_SITTING) for verb in ("fold", "call", "all-in")},
    **{verb: ({"verb": verb, "chips": 100}, NOT_SITTING) for verb in ("top_up", "sit_out", "back", "leave")},
    **{verb: ({"verb": verb, "style": "tight", "seat": 9}, NOT_THE_HOST) for verb in ("add_bot", "remove_bot")},
    **{verb: ({"verb": verb}, NOT_THE_HOST) for verb in ("pause", "resume", "close")},
    "no such seat": ({"verb": "hold", "seat": 11}, "There is no such seat."),
    "a seat too far": ({"verb": "sit", "seat": 10**14, "chips": 5000}, "There is no such seat."),
    "a seat in words": ({"verb": "hold", "seat": "the best"}, NOT_WHOLE),
    "somebody's seat": ({"verb": "hold", "seat": 1}, "This seat is taken."),
    "too few chips": ({"verb": "sit", "seat": 5, "chips": 1}, "Bring from 4,000 to 20,000 chips."),
    "no chips": ({"verb": "sit", "seat": 5}, NOT_WHOLE),
    "a waiting list beside free seats": ({"verb": "wait"}, "There is a free seat: take it."),
}


@pytest.fixture(autouse=True)
def _no_complaints(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check that bad messages of a client leave no warning in the server's log."""
    yield
    assert [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.WARNING] == []


async def everything() -> list[list[dict[str, Any]]]:
    models: tuple[type[Model], ...] = (Table, Seat, Hand, HandPlayer, Move, Purse, LedgerEntry, Waiting)
    return await sync_to_async(lambda: [list(model._default_manager.order_by("pk").values()) for model in models])()


async def refused(screen: Screen, text: str) -> str:
    """Send a message, return its refusal, and check that nothing changed."""
    before = await everything()
    await screen.socket.send_to(text_data=text)
    sentence = await screen.notice()
    assert await everything() == before, text
    return sentence


async def closed(screen: Screen) -> int:
    """Return the code with which the server closes the socket, skipping what it sends before."""
    while (message := await screen.socket.receive_output())["type"] != "websocket.close":
        screen.frames.append(message["text"])
    return int(message["code"])


@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
async def test_message_that_names_no_verb_is_refused(three: Table, alice: User, bob: User) -> None:
    """Expect that only the sender is sent the refusals, and that the next valid request is answered."""
    async with at(three, bob) as his, at(three, alice) as hers:
        await his.catch_up()
        seen = len(his.frames)
        for name, text in NO_REQUESTS.items():
            assert await refused(hers, text) == NO_SUCH_ACTION, name
        await hers.act("call")
        await his.catch_up()
        assert len(his.frames) == seen + 1
        assert "t-notice" not in his.parts


async def test_amount_must_be_a_whole_number_within_the_bounds(three: Table, alice: User) -> None:
    async with at(three, alice) as hers:
        for amount in AMOUNTS:
            assert await refused(hers, json.dumps({"verb": "raise", "moment": "1.0", "amount": amount})) == NOT_WHOLE
        for size, sentence in OTHER_SIZES.items():
            assert await refused(hers, json.dumps({"verb": "raise", "moment": "1.0", "amount": size})) == sentence
        await hers.act("raise", amount="1,000")


async def test_action_for_another_moment_is_not_done(three: Table, alice: User) -> None:
    async with at(three, alice) as hers:
        for moment in MOMENTS:
            assert await refused(hers, json.dumps({"verb": "fold", "moment": moment})) == MOVED_ON, moment
        await hers.act("fold")


async def test_second_click_is_refused_as_the_hand_has_moved_on(three: Table, alice: User) -> None:
    async with at(three, alice) as hers:
        for _ in range(2):
            await hers.ask(verb="call", moment="1.0")
        assert await hers.notice() == MOVED_ON
        assert (await sync_to_async(fresh)(three)).moves_made == 1


async def test_nobody_acts_out_of_turn(three: Table, bob: User) -> None:
    async with at(three, bob) as his:
        for verb in ("fold", "check", "call", "bet", "raise", "all-in", "pass"):
            text = json.dumps({"verb": verb, "moment": "1.0", "amount": 600})
            assert await refused(his, text) == "It is not your turn.", verb


@pytest.mark.parametrize(("who", "cases"), [("alice", BY_A_PLAYER), ("ted", BY_A_WATCHER)])
async def test_refusal_explains_what_the_rules_do_not_allow(
    three: Table, request: pytest.FixtureRequest, alice: User, ted: User, who: str, cases: Any
) -> None:
    async with at(three, {"alice": alice, "ted": ted}[who]) as screen:
        for name, (values, sentence) in cases.items():
            assert await refused(screen, json.dumps(values)) == sentence, name


async def test_socket_acts_only_at_its_own_table(three: Table, alice: User) -> None:
    other = await sync_to_async(open_table)(alice)
    async with at(other, alice) as hers:
        elsewhere = {"table": three.pk, "table_id": three.pk, "code": three.code}
        assert await refused(hers, json.dumps({"verb": "fold", "moment": "1.0", **elsewhere})) == MOVED_ON
        assert await refused(hers, json.dumps({"verb": "leave", "user": alice.pk})) == NOT_SITTING


@pytest.mark.parametrize("path", ["/ws/t/0000000000000/", "/ws/t/%00/", "/ws/t/' OR 1=1/", "/ws/t/{pk}/"])
@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
async def test_socket_of_an_unknown_table_is_closed(three: Table, alice: User, path: str) -> None:
    socket = handshake(await sync_to_async(of)(alice), path=path.format(pk=three.pk))
    assert (await socket.connect(PATIENCE_SECONDS))[0]
    hers = Screen(three, socket)
    await hers.ask(verb="fold", moment="1.0")
    assert await closed(hers) == CloseCode.NO_SUCH_TABLE
    await socket.disconnect(timeout=PATIENCE_SECONDS)
    assert (hers.frames, socket.output_queue.empty()) == ([], True)


@pytest.mark.parametrize("frame", [{"text_data": "x" * 4097}, {"text_data": "牌" * 1366}, {"bytes_data": b"{}"}])
async def test_message_that_is_too_long_or_binary_closes_the_socket(
    three: Table, alice: User, bob: User, frame: dict[str, Any]
) -> None:
    async with at(three, alice) as hers, at(three, bob) as his:
        await hers.socket.send_to(**frame)
        await hers.ask(verb="fold", moment="1.0")
        assert await closed(hers) == CloseCode.BAD_MESSAGE
        await hers.socket.disconnect(timeout=PATIENCE_SECONDS)
        await his.catch_up()
        assert (await sync_to_async(fresh)(three)).moves_made == 0


async def test_a_hundred_messages_in_a_second_are_slowed_and_then_cut_off(
    three: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumer, "SLOWED_SECONDS", 0.005)
    async with at(three, alice) as hers, at(three, bob) as his:
        await his.catch_up()
        start, seen = time.monotonic(), len(his.frames)
        for _ in range(99):
            await hers.ask(verb="cheat")
        await hers.ask(verb="fold", moment="1.0")
        assert await closed(hers) == CloseCode.TOO_FAST
        assert time.monotonic() - start > consumer.MOST_SLOWED * 0.005
        assert "Too many messages at once." in hers.frames[-1]
        assert consumer.BURST + consumer.MOST_SLOWED <= len(hers.frames[1:]) - 1 < 99
        await hers.socket.disconnect(timeout=PATIENCE_SECONDS)
        assert hers.socket.output_queue.empty()
        await his.catch_up()  # one frame shows that she has left
        assert (len(his.frames), (await sync_to_async(fresh)(three)).moves_made) == (seen + 1, 0)


async def test_burst_of_allowed_size_is_not_slowed(three: Table, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer, "SLOWED_SECONDS", 2 * PATIENCE_SECONDS)
    async with at(three, alice) as hers:
        for _ in range(consumer.BURST - 1):
            assert await refused(hers, '{"verb": "check", "moment": "1.0"}') != ""
        await hers.act("call")


async def test_pages_of_other_sites_cannot_connect(three: Table, alice: User) -> None:
    client = await sync_to_async(of)(alice)
    for origin in (b"https://evil.example", b"null", b"http://localhost.evil.example"):
        connected, _ = await handshake(client, origin=origin, path=f"/ws/t/{three.code}/").connect()
        assert not connected


async def test_socket_requires_login(three: Table) -> None:
    screen = Screen(three, handshake(Client(), path=f"/ws/t/{three.code}/"))
    assert await screen.socket.connect(PATIENCE_SECONDS) == (True, None)
    assert await closed(screen) == CloseCode.NOT_LOGGED_IN
    assert [json.loads(frame)["target"] for frame in screen.frames] == ["main"]
    await screen.socket.disconnect(timeout=PATIENCE_SECONDS)


def ban(client: Client, user: User, moderator: User) -> None:
    sanctions.impose(user, kind=Sanction.Kind.BAN, reason="x", until=None, by=moderator)


ENDINGS: Final[Mapping[str, tuple[Callable[[Client, User, User], object], int]]] = {
    "banned": (ban, CloseCode.BANNED),
    "logged out": (lambda client, user, by: client.post(reverse("account_logout")), CloseCode.NOT_LOGGED_IN),
    "logged out everywhere": (lambda client, user, by: sessions.end_all_sessions(user), CloseCode.NOT_LOGGED_IN),
    "somebody else": (lambda client, user, by: client.force_login(by), CloseCode.NOT_LOGGED_IN),
}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.differs_on_services("raw SQL of the session look-up")
async def test_session_is_checked_on_every_action(
    three: Table, alice: User, moderator: User, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """The message that would have closed the socket is lost here."""
    client = await sync_to_async(of)(alice)
    end, code = ENDINGS[ending]
    async with at(three, alice, client=client) as hers:
        monkeypatch.setattr("poker_site.runtime.topics._send", lambda topic, version: None)
        await service(end, client, alice, moderator)
        for _ in range(2):
            await hers.ask(verb="fold", moment="1.0")
        assert await closed(hers) == code
        await hers.socket.disconnect(timeout=PATIENCE_SECONDS)
        assert hers.socket.output_queue.empty()
        assert (await sync_to_async(fresh)(three)).moves_made == 0
