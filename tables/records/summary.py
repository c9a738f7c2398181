"""Keep what lists show of a hand, which replay no hands. It is written once, when the hand ends, with other fields."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from tables.core import hand_cache
from tables.engine.cards import cards_text
from tables.engine.hand import HandState
from tables.models import Hand, HandPlayer
from tables.records.figures import not_folded
from tables.records.hole_cards import kind_of

OF_HAND: Final = ("board", "pot")
OF_PLAYER: Final = ("table", "rulebook", "ended_at", "pot", "showdown", "cards", "kind")
"""The fields that are kept of each player; `OF_HAND` has those of the hand."""


def keep(hand: Hand, players: Iterable[HandPlayer], play: HandState, *, at: datetime) -> None:
    """Set the fields for lists of a hand that is over. Nothing is saved here."""
    hand.board, hand.pot = cards_text(play.board), sum(play.won)
    compared = not_folded(play)
    for player in players:
        _place(player, hand, at)
        _own(player, play)
        player.pot, player.showdown = hand.pot, player.seat in compared


def keep_void(hand: Hand, players: Iterable[HandPlayer], *, at: datetime) -> None:
    """Set the fields for lists of a void hand: it is listed with one's own cards if it was dealt, and has no result."""
    play = dealt(hand)
    for player in players:
        _place(player, hand, at)
        if play is not None:
            _own(player, play)


def dealt(hand: Hand) -> HandState | None:
    """Return the hand as it was dealt; None if its deck was never cut, or nobody can read it."""
    try:
        return HandState.deal(hand_cache.opening_of(hand))
    except (ValueError, LookupError, TypeError):
        return None


def _place(player: HandPlayer, hand: Hand, at: datetime) -> None:
    player.table_id, player.ended_at = hand.table_id, at
    player.rulebook = str(hand.rules.get("rulebook", ""))[:10]


def _own(player: HandPlayer, play: HandState) -> None:
    cards = play.hole(player.seat)
    player.cards, player.kind = cards_text(cards), kind_of(cards)
