"""Compare what is stored of hands that have ended with their logs, and mend what is only there for lists.

Chips are the ledger's: what a player won or lost is compared, and never changed here.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.db.models import Sum

from poker_site.runtime.prepared_sql import update
from tables.core import hand_cache
from tables.engine.deck import NotASealedDeck, SealedDeck
from tables.engine.hand import HandState
from tables.engine.opening import Move, OpeningError, SeatNumber
from tables.engine.rejection import Rejection
from tables.engine.rules import VERSION, RulesError
from tables.models import Hand, HandPlayer, LedgerEntry
from tables.records import summary

AT_A_TIME: Final = 200
ENDED: Final = (Hand.State.OVER, Hand.State.VOID)


class Wrong(StrEnum):
    RULES = "the rules are of another version"
    UNREADABLE = "the log cannot be replayed"
    UNFINISHED = "after the last move the hand is not over"
    SEAL = "the seal is not that of the deck"
    CUT = "the cut is not the sum of the numbers"
    NET = "what was won or lost is not what the log says"
    LEDGER = "the ledger says something else than what was won or lost"
    HAND = "board or pot of the lists are not what the log says"
    PLAYER = "a player's line of the lists is not what the log says"


MENDED: Final = frozenset({Wrong.HAND, Wrong.PLAYER})
"""The findings that can be mended, because only lists show these values."""


@dataclass(frozen=True)
class Finding:
    hand: Hand
    wrong: Wrong


def audit(after: int, *, mend: bool) -> Iterator[tuple[Hand, list[Finding]]]:
    """Yield each hand with a higher key that has ended, in order, with what was wrong before it was mended."""
    while hands := list(_next(after)):
        booked = _booked(hands)
        for hand in hands:
            yield hand, [Finding(hand, wrong) for wrong in _audited(hand, booked[hand.pk], mend=mend)]
        after = hands[-1].pk


def _next(after: int) -> Collection[Hand]:
    found = Hand.objects.filter(state__in=ENDED, pk__gt=after).order_by("pk")
    return found.prefetch_related("players", "moves")[:AT_A_TIME]


def _booked(hands: Collection[Hand]) -> Mapping[int, dict[int, int]]:
    """Return what the ledger says was won or lost, by hand and user."""
    sums = LedgerEntry.objects.filter(hand__in=hands, kind=LedgerEntry.Kind.HAND).order_by().values("hand", "user")
    booked: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for entry in sums.annotate(chips=Sum("to_seat")):
        booked[entry["hand"]][entry["user"]] = entry["chips"]
    return booked


def _audited(hand: Hand, booked: Mapping[int, int], *, mend: bool) -> Iterator[Wrong]:
    players = list(hand.players.all())
    nets = {player.user_id: player.net for player in players if player.net}
    if nets != {user: chips for user, chips in booked.items() if chips}:
        yield Wrong.LEDGER
    if hand.state == Hand.State.VOID:
        if nets:
            yield Wrong.NET
        yield from _lists(hand, players, None, mend=mend)
        return
    yield from _deck(hand, players)
    try:
        play = replayed(hand)
    except RulesError:
        yield Wrong.RULES if _version(hand) != VERSION else Wrong.UNREADABLE
        return
    except (Rejection, OpeningError, NotASealedDeck, ValueError, LookupError, TypeError):
        yield Wrong.UNREADABLE
        return
    yield from _outcome(hand, players, play, mend=mend)


def replayed(hand: Hand) -> HandState:
    """Replay the hand from its log alone, without the cache of hands."""
    moves = [Move(SeatNumber(move.seat), move.verb, move.amount, move.is_late) for move in hand.moves.all()]
    return HandState.replay(hand_cache.opening_of(hand), moves)


def _version(hand: Hand) -> Any:
    return hand.rules.get("version") if isinstance(hand.rules, dict) else None


def _deck(hand: Hand, players: Collection[HandPlayer]) -> Iterator[Wrong]:
    try:
        sealed = SealedDeck.from_json(hand.sealed)
    except NotASealedDeck:
        return  # `replayed` fails on it too, which is the finding
    if sealed.root != hand.root:
        yield Wrong.SEAL
    if sealed.cut({player.seat: player.number for player in players if player.number}) != hand.cut:
        yield Wrong.CUT


def _outcome(hand: Hand, players: Collection[HandPlayer], play: HandState, *, mend: bool) -> Iterator[Wrong]:
    if not play.over:
        yield Wrong.UNFINISHED
        return
    nets: dict[int, int] = dict(zip(play.seats, play.net, strict=True))
    if any(player.net != nets[player.seat] for player in players):
        yield Wrong.NET
    yield from _lists(hand, players, play, mend=mend)


def _lists(hand: Hand, players: Collection[HandPlayer], play: HandState | None, *, mend: bool) -> Iterator[Wrong]:
    """Compute the fields for lists again, and compare them with those that were stored."""
    at = hand.ended_at
    if at is None:
        raise ValueError("a hand that is over has ended some time")
    before = _kept(hand, summary.OF_HAND), {player.pk: _kept(player, summary.OF_PLAYER) for player in players}
    if play is None:
        summary.keep_void(hand, players, at=at)
    else:
        summary.keep(hand, players, play, at=at)
    changed = [player for player in players if _kept(player, summary.OF_PLAYER) != before[1][player.pk]]
    if _kept(hand, summary.OF_HAND) != before[0]:
        yield Wrong.HAND
        if mend:
            update([hand], *summary.OF_HAND)
    if changed:
        yield Wrong.PLAYER
        if mend:
            update(changed, *summary.OF_PLAYER)


def _kept(row: Hand | HandPlayer, names: tuple[str, ...]) -> list[Any]:
    return [getattr(row, "table_id" if name == "table" else name) for name in names]
