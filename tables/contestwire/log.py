"""Hands that were over before this process could tell of them."""

from collections.abc import Iterator

from tables import live
from tables.contestwire.telling import Reached
from tables.engine.hand import Hand as Play
from tables.models import Game, Hand
from tables.refusals import Unreadable


def hands_since(reached: Reached, game: Game) -> Iterator[tuple[Hand, Play]]:
    """Of this game, in order."""
    first = reached.hand + reached.done
    over = Hand.objects.defer("sealed").filter(table=game.pk, state=Hand.State.OVER, number__gte=first)
    for hand in over.filter(began_at__gte=game.started_at).order_by("number"):
        try:
            yield hand, live.play_of(hand, moves_made=hand.moves.count())
        except Unreadable:  # its table is paused, and somebody will look
            continue
