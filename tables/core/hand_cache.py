"""Rebuild hands as the engine's values from the log, and remember them in this process."""

from collections import OrderedDict
from threading import Lock
from typing import Final

from django.db.models import F, Value
from django.db.models.lookups import GreaterThanOrEqual

from poker_site.runtime.commits import after_commit
from poker_site.runtime.prepared_sql import Prepared
from tables.core.refusals import Unreadable
from tables.engine.deck import NotASealedDeck, SealedDeck
from tables.engine.hand import HandState
from tables.engine.opening import Opening, OpeningError
from tables.engine.rejection import Rejection
from tables.engine.rules import Rules, RulesError
from tables.models import Hand, Move

_KEPT = 500

Key = tuple[str, int, int]
"""Holds the seal, which no other hand has, the epoch, since a restored hand may go another way, and the moves made."""


class _Memory:
    """Keeps the last few hundred hands; entries never change, so any thread may read any of them."""

    def __init__(self) -> None:
        self.hands: OrderedDict[Key, HandState] = OrderedDict()
        self.lock = Lock()

    def get(self, key: Key) -> HandState | None:
        with self.lock:
            return self.hands.get(key)

    def put(self, key: Key, play: HandState) -> None:
        with self.lock:
            self.hands[key] = play
            self.hands.move_to_end(key)
            while len(self.hands) > _KEPT:
                self.hands.popitem(last=False)


_memory = _Memory()


def opening_of(hand: Hand) -> Opening:
    """Return the opening of a hand whose deck is cut."""
    if hand.cut is None:
        raise ValueError("the deck is not cut yet")
    players = list(hand.players.all())
    return Opening.make(
        Rules.from_json(hand.rules),
        seats=[player.seat for player in players],
        stacks=[player.stack for player in players],
        button=hand.button,
        deck=SealedDeck.from_json(hand.sealed).dealt(hand.cut),
        posts={player.seat: player.post for player in players},
    )


def hand_state_of(hand: Hand, *, moves_made: int) -> HandState:
    """Return the hand after so many moves."""
    play = _memory.get(_key(hand, moves_made))
    if play is None:
        play = _replayed(hand, moves_made)
        remember(hand, play, moves_made=moves_made)
    return play


_MADE_SINCE: Final = Prepared(
    Move,
    lambda hand, known: Move.objects.filter(GreaterThanOrEqual(F("sequence"), Value(known)), hand=hand),
    blanks=2,
)


def _replayed(hand: Hand, moves_made: int) -> HandState:
    """Replay from the last state that this process knows: usually another process has made a single move since."""
    try:
        known, play = _known(hand, moves_made)
        moves = _MADE_SINCE(hand.pk, known)[: moves_made - known]
        if len(moves) < moves_made - known:  # a restore is going on, or moves are missing from the log
            raise Unreadable
        for move in moves:
            play = play.act(move.verb, move.amount, seat=move.seat, late=move.is_late)
        return play
    except (Rejection, OpeningError, RulesError, NotASealedDeck) as error:
        raise Unreadable from error


def _known(hand: Hand, moves_made: int) -> tuple[int, HandState]:
    for made in range(moves_made, -1, -1):
        if play := _memory.get(_key(hand, made)):
            return made, play
    return 0, HandState.deal(opening_of(hand))


def remember(hand: Hand, play: HandState, *, moves_made: int) -> None:
    """Remember a state once the surrounding transaction has committed: what is rolled back must not be known."""
    after_commit(_memory.put, _key(hand, moves_made), play)


def _key(hand: Hand, moves_made: int) -> Key:
    return hand.root, hand.epoch, moves_made
