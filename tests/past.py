"""Store hands that were played some time ago with random folds, calls and raises, for tests of pages about them.

The deck is sealed and cut, and all rows of a hand are stored as ever; sessions are not counted.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random

from django.db.models import Max

from accounts.models import User
from tables.core.deadlines import now
from tables.engine.deck import seal
from tables.engine.hand import HandState
from tables.engine.opening import Opening
from tables.engine.rules import Rules
from tables.models import Hand, HandPlayer, LedgerEntry, Move, Table
from tables.records import summary

MINUTES_APART = 47
FOLDS, CALLS = 0.35, 0.86
"""A draw from 0 to 1 means a fold below the first, a call below the second, else a raise."""
STACK = 10_000


def play_hands(table: Table, users: Sequence[User], count: int, *, seed: int = 7) -> list[Hand]:
    """Store `count` hands that began MINUTES_APART, the last of them that long ago."""
    mind, first = Random(seed), table.hands_dealt + 1
    hands = [
        _play_one(table, users, first + place, minutes=MINUTES_APART * (count - place), mind=mind)
        for place in range(count)
    ]
    Table.objects.filter(pk=table.pk).update(hands_dealt=first + count - 1)
    return hands


def _play_one(table: Table, users: Sequence[User], number: int, *, minutes: int, mind: Random) -> Hand:
    rules, seats = Rules.from_json(table.rules), range(1, len(users) + 1)
    button = 1 + number % len(users)
    commitments = dict.fromkeys((*range(button + 1, len(users) + 1), *range(1, button + 1)))
    sealed = seal(commitments=commitments, burns=rules.burns, below=mind.randrange, token=mind.randbytes)
    hand = Hand(table=table, number=number, state=Hand.State.OVER, rules=rules.to_json(), button=button)
    hand.sealed, hand.root, hand.cut = sealed.to_json(), sealed.root, sealed.cut({})
    hand.began_at = now() - timedelta(minutes=minutes)
    hand.ended_at = hand.began_at + timedelta(seconds=40)
    opening = Opening.make(rules, seats=seats, stacks=[STACK] * len(users), button=button, deck=sealed.dealt(hand.cut))
    play = at_random(HandState.deal(opening), mind)
    players = [
        HandPlayer(hand=hand, seat=seat, user=user, stack=STACK, net=play.net[play.seats.index(seat)])
        for seat, user in zip(seats, users, strict=True)
    ]
    summary.keep(hand, players, play, at=hand.ended_at)
    hand.save()
    HandPlayer.objects.bulk_create(players)
    Move.objects.bulk_create(
        Move(hand=hand, sequence=place, seat=move.seat, verb=move.verb, amount=move.amount)
        for place, move in enumerate(play.moves)
    )
    LedgerEntry.objects.bulk_create(
        LedgerEntry(kind="hand", user=player.user, table=table, hand=hand, to_seat=player.net, at=hand.ended_at)
        for player in players
        if player.net
    )
    return hand


def at_random(play: HandState, mind: Random) -> HandState:
    """Play a hand to its end with random folds, calls and raises; players check rather than fold or call."""
    while (legal := play.legal) is not None:
        draw = mind.random()
        size = legal.raise_ or legal.bet
        if draw > CALLS and size:
            play = play.act(
                "raise" if legal.raise_ else "bet", min(size.most, size.least + int(size.least * mind.random()))
            )
        elif legal.check:
            play = play.act("check")
        elif draw < FOLDS or not legal.call:
            play = play.act("fold" if draw < FOLDS or not legal.all_in else "all-in")
        else:
            play = play.act("call")
    return play


def record_hands(table: Table, nets: Mapping[User, Sequence[int]], *, began: datetime, apart: timedelta) -> None:
    """Store hands without cards or moves, which no page can show: they only have each player's result."""
    first = 1 + (Hand.objects.filter(table=table).aggregate(last=Max("number"))["last"] or 0)
    rows = [
        Hand(
            table=table,
            number=first + place,
            state=Hand.State.OVER,
            rules=table.rules,
            button=1,
            sealed={},
            cut=0,
            began_at=began + place * apart,
            ended_at=began + (place + 1) * apart,
        )
        for place in range(max(map(len, nets.values())))
    ]
    Hand.objects.bulk_create(rows)
    HandPlayer.objects.bulk_create(
        HandPlayer(
            hand=hand,
            seat=seat,
            user=user,
            stack=STACK,
            net=net,
            table=table,
            rulebook=table.rulebook,
            ended_at=hand.ended_at,
        )
        for seat, (user, own) in enumerate(nets.items(), start=1)
        for hand, net in zip(rows, own, strict=True)
    )
