"""Add what each hand brought its players to their sessions, in the transaction that settles it."""

from collections.abc import Callable, Mapping
from typing import Final

from django.db.models import QuerySet

from poker_site.runtime.prepared_sql import Prepared, update, upsert
from tables.core import hand_cache
from tables.core.locking import locked
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.engine.rules import MOST_PLAYERS
from tables.equity.luck import all_in_luck
from tables.models import Hand, Sitting
from tables.records import sessions
from tables.records.figures import figures


def count(hand: Hand, play: HandState, people: Mapping[SeatNumber, int]) -> None:
    """Count a hand that is over. `people` are its users by seat, without house bots. The table is locked."""
    if not people:
        return
    found, users = figures(play), sorted(people.values())
    newest = {sitting.user_id: sitting for sitting in _NEWEST[len(users)](hand.table_id, *users)}
    grown = []
    for place, user_id in people.items():
        sitting = newest.get(user_id)
        if sitting is None or not sessions.goes_on(sitting, hand):
            sitting = sessions.begun(user_id, hand)
        sessions.add(sitting, hand, found[place])
        grown.append(sitting)
    upsert(grown, "table", "user", "began_at")


def _newest(*users: int, table: int) -> QuerySet[Sitting]:
    """Find the latest session of each user at this table, by keys first: else every session there would be read."""
    ordered = Sitting.objects.filter(table=table).order_by("-began_at")
    return Sitting.objects.filter(pk__in=[ordered.filter(user=user).values("pk")[:1] for user in users])


def _newest_of(_users: int) -> Callable[..., QuerySet[Sitting]]:
    return lambda table, *users: _newest(*users, table=table)


_NEWEST: Final = {users: Prepared(Sitting, _newest_of(users), blanks=1 + users) for users in range(1, MOST_PLAYERS + 1)}


def people_of(hand: Hand) -> dict[SeatNumber, int]:
    """Return the users for whose results a hand counts, by seat. Its players come with their users."""
    return {SeatNumber(player.seat): player.user_id for player in hand.players.all() if not player.user.is_house}


def add_luck(hand_id: int) -> None:
    """Add what all-ins brought above their worth, once: in the transaction that has just stored `Hand.chances`."""
    table_id = Hand.objects.values_list("table_id", flat=True).get(pk=hand_id)
    with locked(table_id, even_closed=True):
        hand = Hand.objects.prefetch_related("players__user").get(pk=hand_id)
        if hand.state != Hand.State.OVER or not hand.chances:
            return
        play = hand_cache.hand_state_of(hand, moves_made=hand.moves.count())
        lucks, grown = all_in_luck(play, hand.chances), []
        for place, user_id in people_of(hand).items():
            if lucks[place] and (sitting := _sitting_with(hand, user_id)):
                sessions.add_luck(sitting, lucks[place], play.rules.big_blind)
                grown.append(sitting)
        update(grown, "luck", "luck_mbb")


def _sitting_with(hand: Hand, user_id: int) -> Sitting | None:
    """Find the session in which this hand is counted; None if it is not counted yet."""
    begun = Sitting.objects.filter(table=hand.table_id, user=user_id, began_at__lte=hand.began_at)
    return begun.filter(ended_at__gte=hand.ended_at).order_by("-began_at").first()
