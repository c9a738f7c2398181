"""Provide tables with people at them; time stands still, and every run deals the same cards."""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from celery import current_app
from django.utils import timezone

from accounts.models import AuditEntry, Bot, Sanction, User
from accounts.services import bots, sanctions
from poker_site.runtime import topics
from tables.core import deadlines as clocks
from tables.core import hand_cache
from tables.models import ArenaMatch, ChatMessage, Game, LedgerEntry, Report, Table
from tables.play import dealing
from tests.tables.helpers import Clock, Outbox, OutboxContext, hand_of, open_table, seat_people


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Replace the clock by one that stands still, in every module that has imported its functions by name."""
    still = Clock()
    reading: dict[str, tuple[Any, Any]] = {
        "now": (clocks.now, still),
        "clock_of": (clocks.clock_of, lambda column: still()),
    }
    for name, module in list(sys.modules.items()):
        for function, (real, replaced) in reading.items():
            if name.startswith("tables.") and getattr(module, function, None) is real:
                monkeypatch.setattr(module, function, replaced)
    monkeypatch.setattr(timezone, "now", still)
    return still


@pytest.fixture(autouse=True)
def _known_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffle alike in every test, and forget the hands of other tests, which had the same numbers."""
    chance = random.Random(7)
    monkeypatch.setattr(dealing, "secrets", SimpleNamespace(randbelow=chance.randrange, token_bytes=chance.randbytes))
    hand_cache._memory.hands.clear()


@pytest.fixture
def rob(alice: User) -> tuple[Bot, str]:
    """Make a bot of Alice, with its key."""
    return bots.open_bot(alice, "Rob")


@pytest.fixture
def key(rob: tuple[Bot, str]) -> str:
    return rob[1]


@pytest.fixture
def table(alice: User) -> Table:
    """Open Alice's table: no-limit, 50/100, nobody there yet."""
    return open_table(alice)


@pytest.fixture
def seated(table: Table, alice: User, bob: User) -> Table:
    """Seat Alice in seat 1 and Bob in seat 2, with 10,000 chips each; the first hand is due."""
    seat_people(table, [alice, bob])
    return table


@pytest.fixture
def dealt(seated: Table, clock: Clock) -> Table:
    """Deal their first hand: Alice has the button and the small blind, and is to act."""
    clock.run_due(seated)
    return seated


@pytest.fixture
def three(table: Table, alice: User, bob: User, carol: User, clock: Clock) -> Table:
    """Deal Alice, Bob and Carol a hand: Alice has the button and is to act, Bob and Carol have the blinds."""
    seat_people(table, [alice, bob, carol])
    clock.run_due(table)
    return table


@pytest.fixture
def hear(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]) -> OutboxContext:
    """Record what is published and scheduled once the transactions of the block have been committed, and not before."""
    heard = Outbox()

    def send(name: str, args: tuple[int], *, eta: datetime | None = None, queue: str = "clock") -> None:
        if eta is None:
            heard.tasks.append((name, args[0], queue))
        else:
            heard.wakes.append((args[0], eta))

    @contextmanager
    def listening() -> Iterator[Outbox]:
        heard.topics.clear()
        heard.wakes.clear()
        heard.tasks.clear()
        with django_capture_on_commit_callbacks(execute=True):
            yield heard

    monkeypatch.setattr(topics, "_send", lambda topic, version: heard.topics.append((topic, version)))
    monkeypatch.setattr(current_app, "send_task", send)
    return listening


@pytest.fixture
def said(dealt: Table, bob: User) -> ChatMessage:
    return ChatMessage.objects.create(
        table=dealt, user=bob, room="players", text="You <b>fish</b>!", hand=hand_of(dealt), at=timezone.now()
    )


@pytest.fixture
def report(dealt: Table, said: ChatMessage, alice: User, bob: User) -> Report:
    return Report.objects.create(
        table=dealt, by=alice, whom=bob, message=said, hand=hand_of(dealt), words="He insults me.", at=timezone.now()
    )


@pytest.fixture
def everything(report: Report, dealt: Table, alice: User, moderator: User) -> list[Any]:
    """Make a row of each kind that has a page in the administration."""
    sanction = sanctions.impose(alice, kind=Sanction.Kind.MUTE, reason="Noise.", until=None, by=moderator)
    rows: list[Any] = [dealt, hand_of(dealt), report, report.message, LedgerEntry.objects.earliest("pk")]
    games = [Game.objects.create(table=open_table(alice), stack=5), ArenaMatch.objects.create(room=1, hands_wanted=5)]
    return [*rows, *games, alice, sanction, AuditEntry.objects.get()]
