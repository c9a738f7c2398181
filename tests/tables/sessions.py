"""Play sessions to count: players act more or less at random, but always in the same way."""

import random
from datetime import timedelta
from typing import Any

from tables.engine.hand import HandState
from tables.equity.streets import has_run_out
from tables.models import Hand, Sitting, Table
from tables.play import due
from tables.records import count_results
from tests.tables.engine.strategies import decide
from tests.tables.helpers import Clock, act, fresh, hand_of, play_of

Rows = list[dict[str, Any]]


def play_hands(table: Table, clock: Clock, hands: int, chance: random.Random) -> None:
    for _ in range(hands):
        _refill(table, clock)
        while not fresh(table).hand_id or hand_of(table).state in (Hand.State.OVER, Hand.State.VOID):
            clock.run_due(table)
        play_out(table, clock, chance)
        if has_run_out(play_of(table)):
            store_chances(hand_of(table), play_of(table), chance)


def store_chances(hand: Hand, play: HandState, chance: random.Random) -> None:
    """Store random chances and count the luck, because a test of results needs no true ones."""
    pots = []
    for pot in play.pots:
        parts = [chance.random() for _ in pot.seats]
        pots.append({"seats": list(pot.seats), "share": [part / sum(parts) for part in parts]})
    Hand.objects.filter(pk=hand.pk).update(chances=[{"pots": pots}])
    count_results.add_luck(hand.pk)


def _refill(table: Table, clock: Clock) -> None:
    """Give chips to players who lost everything, and make a deal due if nothing is due."""
    table.seated.filter(stack=0).update(stack=20_000, state="playing", must_wait=False)
    Table.objects.filter(pk=table.pk, due="").update(due=Table.Due.DEAL, due_at=clock.moment)


def play_out(table: Table, clock: Clock, chance: random.Random) -> None:
    while not (now := play_of(table)).over:
        legal = now.legal
        assert legal is not None
        clock.go_on(3)
        seat = table.seated.select_related("user").get(number=legal.seat)
        if seat.house:
            clock.moment = fresh(table).due_at or clock.moment
            due.run_due(table.pk)
        else:
            verb, amount = decide(legal, chance.randrange(256))
            act(table, seat.user, verb, amount)


def rows() -> Rows:
    """Return all sessions, without their keys."""
    fields = [field.attname for field in Sitting._meta.concrete_fields if not field.primary_key]
    return list(Sitting.objects.order_by("table", "user", "began_at").values(*fields))


def another_evening(table: Table, clock: Clock) -> None:
    clock.go_on(timedelta(minutes=31).total_seconds())
    Table.objects.filter(pk=table.pk).update(due=Table.Due.DEAL, due_at=clock.moment)
