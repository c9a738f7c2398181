"""Show everybody's cards to watchers of a game, one hand later."""

from accounts.selectors import shown_name
from tables.core import hand_cache
from tables.core.refusals import Unreadable
from tables.engine.cards import Card
from tables.models import Game, Hand, Table

Holes = list[tuple[str, tuple[Card, Card]]]
"""Lists name and cards of each player, by seat."""


def open_cards(table: Table, game: Game) -> tuple[int, Holes] | None:
    """Return number and cards of the hand before the present one; once the game is over, of its last hand."""
    if not game.opens_cards or game.started_at is None:
        return None
    over = table.hands.filter(state=Hand.State.OVER, began_at__gte=game.started_at)
    hand = (over if game.is_over else over.exclude(pk=table.hand_id or 0)).order_by("-number").first()
    if hand is None:
        return None
    try:
        play = hand_cache.hand_state_of(hand, moves_made=hand.moves.count())
    except Unreadable:
        return None
    names = {player.seat: shown_name(player.user) for player in hand.players.select_related("user")}
    return hand.number, [(names[seat], play.hole(seat)) for seat in sorted(play.seats)]
