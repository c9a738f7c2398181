"""Play an evening at a share of the tables: the engine deals and plays, and what settles real hands records them."""

import json
from hashlib import sha256
from random import Random
from typing import Any

from django.db import connection

from tables.engine.deck import SealedDeck, seal
from tables.engine.hand import HandState
from tables.engine.opening import Opening
from tables.models import Hand, HandPlayer, Sitting
from tables.records import sessions, summary
from tables.records.figures import figures
from tests.bench.history.copying import Batch, copy
from tests.bench.history.world import EVENING, World
from tests.past import at_random


def play_evening(world: World, evening: int, part: int, parts: int) -> int:
    """Play all tables in turn, hand by hand, as it would come to a server; return how many hands were played."""
    mind, batch = Random(f"{evening} {part}"), Batch()
    tables = [
        (table, world.players(table, evening), world.moments(table, evening), world.rules(table).to_json())
        for table in range(1 + part, world.tables + 1, parts)
    ]
    first = (evening * EVENING) * world.tables
    seated: dict[tuple[int, int], Sitting] = {}
    for number in range(EVENING):
        for table, players, moments, rules in tables:
            key = first + number * world.tables + table
            hand = Hand(pk=key, table_id=table, number=evening * EVENING + number + 1, rules=rules, state="over")
            hand.began_at, hand.ended_at = next(moments)
            _play(world, hand, players, batch, seated, mind)
        copy(connection, batch)
    batch.sittings.extend(seated.values())
    _number(batch.sittings, evening, world)
    copy(connection, batch)
    return len(tables) * EVENING


def _number(found: list[Sitting], evening: int, world: World) -> None:
    """Give the sessions of an evening their keys; there are at most ten at a table."""
    given: dict[int, int] = {}
    for sitting in found:
        given[sitting.table_id] = place = given.get(sitting.table_id, -1) + 1
        sitting.pk = 1 + (evening * (world.tables + 1) + sitting.table_id) * 10 + place


def _play(
    world: World, hand: Hand, users: list[int], batch: Batch, seated: dict[tuple[int, int], Sitting], mind: Random
) -> None:
    seats = range(1, len(users) + 1)
    stacks = [world.stack(hand.table_id, mind) for _ in seats]
    rules = world.rules(hand.table_id)
    hand.button = 1 + hand.number % len(users)
    numbers = {seat: mind.randbytes(16).hex() for seat in seats}
    sealed = _sealed(numbers, hand.button, rules.burns, mind)
    hand.root, hand.cut, hand.sealed = sealed.root, sealed.cut(numbers), json.dumps(sealed.to_json())
    opening = Opening.make(rules, seats=seats, stacks=stacks, button=hand.button, deck=sealed.dealt(hand.cut))
    play = at_random(HandState.deal(opening), mind)
    nets: dict[int, int] = dict(zip(play.seats, play.net, strict=True))
    players = [
        HandPlayer(hand_id=hand.pk, seat=seat, user_id=user, stack=stack, number=numbers[seat], net=nets[seat])
        for seat, user, stack in zip(seats, users, stacks, strict=True)
    ]
    assert hand.ended_at is not None
    summary.keep(hand, players, play, at=hand.ended_at)
    _count(hand, play, dict(zip(seats, users, strict=True)), seated)
    batch.add(hand, players, play.moves)


def _sealed(numbers: dict[int, str], button: int, burns: Any, mind: Random) -> SealedDeck:
    seats = [*numbers]
    first = seats.index(button) + 1
    order = (*seats[first:], *seats[:first])
    commitments = {seat: sha256(numbers[seat].encode()).hexdigest() for seat in order}
    return seal(commitments=commitments, burns=burns, below=mind.randrange, token=mind.randbytes)


def _count(hand: Hand, play: HandState, users: dict[int, int], seated: dict[tuple[int, int], Sitting]) -> None:
    for seat, found in figures(play).items():
        place = hand.table_id, users[seat]
        sitting = seated.get(place)
        if sitting is None:
            sitting = seated[place] = sessions.begun(users[seat], hand)
        sessions.add(sitting, hand, found)
