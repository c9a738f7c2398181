"""Read many of a user's hands at once, each as that user may see it: three queries for all of them.

They are replayed here and not remembered: an archive of thousands would push out the hands that are being played.
"""

from collections.abc import Sequence

from django.db.models import Prefetch

from accounts.models import User
from tables.core import hand_cache
from tables.core.refusals import Unreadable
from tables.engine.deck import NotASealedDeck
from tables.engine.hand import HandState
from tables.engine.opening import Move as Played
from tables.engine.opening import OpeningError, SeatNumber
from tables.engine.rejection import Rejection
from tables.engine.rules import RulesError
from tables.history.hands.found_hand import SeenHand, finished
from tables.models import Hand, HandPlayer


def read(hand_ids: Sequence[int], user: User) -> list[Hand | SeenHand]:
    """Return the user's hands in this order; one that cannot be replayed as the bare row, void ones not at all."""
    players = Prefetch("players", HandPlayer.objects.select_related("user"))
    hands = finished().filter(players__user=user).prefetch_related(players, "moves").in_bulk(hand_ids)
    return [_read(hands[hand_id], user) for hand_id in hand_ids if hand_id in hands]


def _read(hand: Hand, user: User) -> Hand | SeenHand:
    try:
        play = replay(hand)
    except Unreadable:
        return hand
    players = {SeatNumber(player.seat): player.user for player in hand.players.all()}
    viewer = next((seat for seat, player in players.items() if player.pk == user.pk), None)
    return SeenHand(hand, play, players, viewer)


def replay(hand: Hand) -> HandState:
    """Replay a row that comes with its players and moves. Raises `Unreadable`."""
    moves = [Played(SeatNumber(move.seat), move.verb, move.amount, move.is_late) for move in hand.moves.all()]
    try:
        play = HandState.replay(hand_cache.opening_of(hand), moves)
    except (Rejection, OpeningError, RulesError, NotASealedDeck) as error:
        raise Unreadable from error
    if not play.over:
        raise Unreadable
    return play
