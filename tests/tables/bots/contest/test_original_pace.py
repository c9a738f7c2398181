"""Test a table at the pace of the original contest, and events that wait before they are sent."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.bots.contest import outbox
from tables.bots.contest.outbox import Outbox
from tables.models import Seat, Table
from tables.play import games, lifecycle
from tests.tables.bots.contest.helpers import Rob, begin, to_the_turn_of_rob
from tests.tables.bots.contest.playing import PROMPTS
from tests.tables.bots.contest.programs import connected, joined
from tests.tables.bots.contest.receiver import Receiver
from tests.tables.games import begun, knockout, people
from tests.tables.helpers import Clock, act, check_down, fold_out
from tests.tables.page.test_socket import service


@pytest.mark.django_db
@pytest.mark.parametrize(("original", "seconds"), [(False, 3), (True, 15)])
def test_the_pause_between_hands_is_longer_at_the_original_pace(original: bool, seconds: int, clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3, original_pace=original), cast)
    clock.run_due(table)
    fold_out(table)
    assert clock.reach(table) == seconds


@pytest.mark.django_db
@pytest.mark.parametrize(("original", "seconds"), [(False, 15), (True, 16)])
def test_the_second_before_a_prompt_does_not_count_as_thinking_time(original: bool, seconds: int, clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3, original_pace=original), cast)
    clock.run_due(table)
    assert clock.reach(table) == seconds


@pytest.mark.django_db
@pytest.mark.parametrize("original", [False, True])
def test_a_prompt_comes_a_second_later_at_the_original_pace(original: bool, dealt: Table, cast: list[User]) -> None:
    Table.objects.filter(pk=dealt.pk).update(original_pace=original)
    for receiver in (Receiver(dealt, cast[0]), Receiver(dealt)):
        expected = ["_join", *([""] if original else []), "__action"]
        assert receiver.look()[2:] == expected
    act(dealt, cast[0], "call")


@pytest.mark.django_db
def test_only_a_contest_can_have_the_original_pace(client: Client) -> None:
    [host] = people(1)
    client.force_login(host)
    for rulebook, chosen in (("contest", True), ("duel", False), ("cash", False)):
        client.post(reverse("new_table"), {"found_by": "lobby", "rulebook": rulebook, "original_pace": "on"})
        table = Table.objects.latest("pk")
        assert (table.rulebook, table.original_pace) == (rulebook, chosen)
    contest = Table.objects.get(strategy="knockout")
    assert lifecycle.open_like(contest, host).original_pace
    assert not knockout(host).original_pace


async def sent(lines: str, then: str = "") -> list[tuple[str, bool]]:
    """Return each line, and whether it had to wait."""
    found: list[tuple[str, bool]] = []
    waited = False

    async def tell(text: str) -> None:
        found.append((text, waited))

    box = Outbox(tell)
    await box.put(lines)
    waited = True
    if then:
        await box.hurry()
        await box.put(then)
    elif box.sending:
        await box.sending
    return found


async def test_lines_after_a_pause_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "SECOND", 0.02)
    assert await sent("a\nb\n1\nc\n2\nd") == [("a", False), ("b", False), ("c", True), ("d", True)]
    assert await sent("a\nb") == [("a", False), ("b", False)]
    assert await sent("") == []


async def test_new_lines_make_waiting_ones_go_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "SECOND", 1_000.0)
    async with asyncio.timeout(5):
        assert [text for text, _ in await sent("a\n1\nb\n1\nc", then="d")] == ["a", "b", "c", "d"]


async def test_a_stopped_outbox_sends_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "SECOND", 0.01)
    found: list[str] = []

    async def tell(text: str) -> None:
        found.append(text)

    box = Outbox(tell)
    await box.put("a\n1\nb")
    box.stop()
    await asyncio.sleep(0.03)
    assert found == ["a"]


async def test_stopping_an_outbox_does_not_cancel_the_caller_of_hurry() -> None:
    """A table tells its followers one after the other: it must not stop when the one just being told hangs up."""
    never = asyncio.Event()

    async def tell(text: str) -> None:
        await never.wait()

    box = Outbox(tell)
    await box.put("1\na")
    hurrying = asyncio.create_task(box.hurry())
    await asyncio.sleep(0.01)
    box.stop()
    async with asyncio.timeout(5):
        await hurrying


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Record the pauses, and make each take no time."""
    made: list[float] = []

    async def wait(self: Outbox, seconds: float) -> None:
        made.append(seconds)

    monkeypatch.setattr(Outbox, "_wait", wait)
    return made


@pytest.mark.django_db(transaction=True)
@pytest.mark.channels
async def test_a_program_is_prompted_after_the_pause(
    with_people: Table, rob: Rob, clock: Clock, waits: list[Any]
) -> None:
    await service(Table.objects.filter(pk=with_people.pk).update, original_pace=True)
    async with joined(with_people, "Rob", rob[1]) as program, connected() as guest:
        await guest.say("__join", ticket=with_people.code)
        await guest.hear_a("__new_peer_2")
        await begin(with_people, clock)
        await to_the_turn_of_rob(with_people)
        assert (await program.hear_a(*PROMPTS))["self"]["playerName"] == "Rob"
        assert waits
        await program.say("__action", action="call")
        while (data := await guest.hear_a("__show_action"))["action"]["playerName"] != "Rob":
            pass
        assert data["action"]["amount"] == 0
        assert "cards" not in guest.all("__action")[-1]["self"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.channels
async def test_programs_of_the_older_dialect_are_asked_for_reloads_first(
    with_people: Table, rob: Rob, clock: Clock, waits: list[Any]
) -> None:
    await service(games.enter, with_people.pk, rob[0].user)
    async with connected() as program:
        await program.say("__join", playerName=rob[1])
        await program.hear_a("__new_peer_2")
        await begin(with_people, clock)
        await program.hear_a("__new_round")
        await service(check_down, with_people)
        await program.hear_a("__round_end")
        assert program.names()[-2:] == ["__start_reload", "__round_end"]
        assert waits == [1.0]
        assert await sync_to_async(Seat.objects.filter(table=with_people, user=rob[0].user).exists)()
        assert await sync_to_async(clock.reach)(with_people) == timedelta(seconds=3).total_seconds()
