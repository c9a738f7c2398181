"""Store matches and hands in the database.

Nothing is stored twice: a batch is one transaction, hands are numbered within their match, and sums are written as they
are, not added to. So a batch can be stored again if it is unknown whether it was committed.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from poker_site.runtime import epoch
from tables.bots.duel.items import HandFinished, Item, MatchBegun, MatchEnded
from tables.bots.duel.records import Record, Tally
from tables.core import locking
from tables.models import ArenaHand, ArenaMatch, ArenaPlayer

LONGEST_WHY: Final = 200
_HAND_COLUMNS: Final = ("match_id", "number", "deal", "order", "deck", "moves", "nets", "ended_at")

Keys = dict[Record, int]


def store(items: Sequence[Item], *, again: bool) -> None:
    """Store one batch, as a whole or not at all."""
    hands = [item for item in items if isinstance(item, HandFinished)]
    with locking._one_writer(), transaction.atomic():
        now = epoch.current()
        keys = _keys(items, now=now, again=again)
        _store_hands(hands, keys)
        _store_tallies({hand.record: hand.record.tallies for hand in hands}, keys)
        for item in items:
            if isinstance(item, MatchEnded):
                _store_end(item, keys)
    for record, key in keys.items():
        record.key, record.epoch = key, now


def recount(record: Record) -> None:
    """Compute a match's sums from its hands: those in memory died with the process."""
    tallies: list[Tally] = []
    hands = ArenaHand.objects.filter(match_id=record.key).order_by("number")
    for deal, nets in hands.values_list("deal", "nets").iterator():
        tallies = tallies or [Tally() for _ in nets]
        for tally, net in zip(tallies, nets, strict=True):
            tally.add(net, deal)
    if record.key is not None:
        with locking._one_writer(), transaction.atomic():
            _store_tallies({record: tallies}, {record: record.key})


def break_off_running(why: str) -> None:
    """Mark running matches as broken off: nobody plays them any more."""
    broken = {"state": ArenaMatch.State.BROKEN, "why": why, "ended_at": timezone.now()}
    with locking._one_writer(), transaction.atomic():
        ArenaMatch.objects.filter(state=ArenaMatch.State.RUNNING).update(**broken)


def _keys(items: Sequence[Item], *, now: int, again: bool) -> Keys:
    """Return the keys of the matches' rows, after inserting rows for those that have just begun.

    A restore may have taken a row away, or the account of a player; of such a match nothing more is kept.
    """
    keys: Keys = {}
    new: list[Record] = []
    for record in {item.record: None for item in items}:
        restored = record.key is not None and record.epoch != now
        key = _found(record) if restored or (again and record.key is None) else record.key
        if key is not None:
            keys[record] = key
    begun = [item.record for item in items if isinstance(item, MatchBegun)]
    new = _with_accounts([record for record in begun if record not in keys])
    rows = ArenaMatch.objects.bulk_create([_row(record) for record in new])
    keys |= {record: row.pk for record, row in zip(new, rows, strict=True)}
    people = [
        ArenaPlayer(match_id=keys[record], place=place, **person._asdict())
        for record in new
        for place, person in enumerate(record.players)
    ]
    ArenaPlayer.objects.bulk_create(people)
    return keys


def _with_accounts(records: list[Record]) -> list[Record]:
    """Return the records whose players, as far as they have accounts, still have them."""
    wanted = {person.user_id for record in records for person in record.players if person.user_id is not None}
    missing = wanted - {*User.objects.filter(pk__in=wanted).values_list("pk", flat=True)} if wanted else set()
    return [record for record in records if missing.isdisjoint(person.user_id for person in record.players)]


def _found(record: Record) -> int | None:
    found = ArenaMatch.objects.filter(room=record.room, began_at=record.began)
    return found.values_list("pk", flat=True).first()


def _row(record: Record) -> ArenaMatch:
    plan = record.plan
    return ArenaMatch(room=record.room, hands_wanted=plan.hands, duplicate=plan.duplicate, began_at=record.began)


def _store_hands(hands: Sequence[HandFinished], keys: Keys) -> None:
    """Insert hands with plain SQL, as the models take four times as long."""
    time = connection.ops.adapt_datetimefield_value
    rows = [
        (keys[hand.record], hand.number, hand.deal, hand.order, hand.deck, hand.moves, hand.nets, time(hand.at))
        for hand in hands
        if hand.record in keys
    ]
    quote = connection.ops.quote_name
    table = quote(ArenaHand._meta.db_table)
    columns = ", ".join(map(quote, _HAND_COLUMNS))
    places = ", ".join(["%s"] * len(_HAND_COLUMNS))
    text = f"INSERT INTO {table} ({columns}) VALUES ({places}) ON CONFLICT DO NOTHING"  # noqa: S608  names only
    _many(text, rows)


def _store_tallies(tallies: dict[Record, list[Tally]], keys: Keys) -> None:
    rows = [
        (tally.hands, tally.net, tally.deals, tally.squares, keys[record], place)
        for record, each in tallies.items()
        for place, tally in enumerate(each)
        if record in keys
    ]
    quote = connection.ops.quote_name
    table = quote(ArenaPlayer._meta.db_table)
    text = f"UPDATE {table} SET hands = %s, net = %s, deals = %s, net_squares = %s WHERE match_id = %s AND place = %s"  # noqa: S608
    _many(text, rows)


def _many(text: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(text, rows)


def _store_end(ended: MatchEnded, keys: Keys) -> None:
    state = ArenaMatch.State.BROKEN if ended.why else ArenaMatch.State.COMPLETE
    if ended.record in keys:
        rows = ArenaMatch.objects.filter(pk=keys[ended.record])
        rows.update(state=state, why=ended.why[:LONGEST_WHY], ended_at=ended.at)
