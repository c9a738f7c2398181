"""Find hands that were over before this process could tell of them."""

from collections.abc import Iterator

from tables.bots.contest.narration import LogPosition
from tables.core import hand_cache
from tables.core.refusals import Unreadable
from tables.engine.hand import HandState
from tables.models import Game, Hand


def hands_since(reached: LogPosition, game: Game) -> Iterator[tuple[Hand, HandState]]:
    """Yield the game's finished hands in order, from the first that was not told to its end."""
    first = reached.hand + reached.done
    over = Hand.objects.defer("sealed").filter(table=game.pk, state=Hand.State.OVER, number__gte=first)
    for hand in over.filter(began_at__gte=game.started_at).order_by("number"):
        try:
            yield hand, hand_cache.hand_state_of(hand, moves_made=hand.moves.count())
        except Unreadable:  # such a hand pauses its table until it is looked at
            continue
