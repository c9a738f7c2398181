"""Audit the database after kills: `python -m tests.kills.audit` prints as JSON what it found."""

import json
from typing import Any

Log = list[Any]


def checked_logs() -> dict[str, Log]:
    """Return every hand's log by table and number; fail if a chip is missing or a hand is not what its log says."""
    from django.db.models import Sum

    from tables.models import Hand, LedgerEntry, Purse, Seat
    from tests.tables.helpers import assert_books_agree

    hands = Hand.objects.exclude(cut=None).select_related("table").order_by("pk")
    logs = {f"{hand.table.code} {hand.number}": _checked_log(hand) for hand in hands}
    assert_books_agree()
    held = [Purse.objects.aggregate(sum=Sum("chips"))["sum"] or 0, Seat.objects.aggregate(sum=Sum("stack"))["sum"] or 0]
    moved = LedgerEntry.objects.aggregate(purse=Sum("to_purse"), seat=Sum("to_seat"))
    assert sum(held) == moved["purse"] + moved["seat"]
    return logs


def _checked_log(hand: Any) -> Log:
    from tables.core import hand_cache

    log = list(hand.moves.values_list("sequence", "seat", "verb", "amount"))
    assert [move[0] for move in log] == list(range(len(log))), "the log lacks a move"
    play = hand_cache.hand_state_of(hand, moves_made=len(log))
    if hand.state == "over":
        nets = dict(hand.players.values_list("seat", "net"))
        assert play.over
        assert nets == dict(zip(play.seats, play.net, strict=True)), (nets, play.seats, play.net)
    else:
        table = hand.table
        assert (table.hand_id, table.moves_made, table.turn) == (hand.pk, len(log), play.turn)
        assert table.due, "the table has no deadline, so nothing would ever happen"
    return [hand.root, hand.cut, *log]


def late_moves() -> list[dict[str, Any]]:
    """List the moves that were made for people who were late or away."""
    from tables.models import HandPlayer, Move

    rows = HandPlayer.objects.values_list("hand_id", "seat", "user_id")
    players = {(hand, seat): user for hand, seat, user in rows}
    moves = Move.objects.filter(cause__in=["time", "away"]).select_related("hand__table").order_by("at")
    return [
        {
            "code": move.hand.table.code,
            "hand": move.hand.number,
            "moves": move.sequence,
            "user": players[move.hand_id, move.seat],
            "cause": move.cause,
            "verb": move.verb,
            "at": move.at.timestamp(),
        }
        for move in moves
    ]


def cards() -> dict[str, dict[str, list[str]]]:
    """Map each table and hand to the cards of every player; the empty key has what everybody saw."""
    from tables.core import hand_cache
    from tables.engine.cards import card_text
    from tables.engine.opening import SeatNumber
    from tables.models import Hand

    found = {}
    for hand in Hand.objects.exclude(cut=None).select_related("table"):
        play = hand_cache.hand_state_of(hand, moves_made=hand.moves.count())
        held = {
            user: [card_text(card) for card in play.hole(SeatNumber(seat))]
            for seat, user in hand.players.values_list("seat", "user_id")
        }
        shown = [card_text(card) for place in play.shown for card in play.hole(place)]
        everybody = [*map(card_text, play.board), *shown]
        found[f"{hand.table.code} {hand.number}"] = {"": everybody, **{str(user): held[user] for user in held}}
    return found


def main() -> None:
    import django

    django.setup()
    trouble, hands = "", 0
    try:
        hands = len(checked_logs())
    except AssertionError as error:
        trouble = str(error) or "the books do not agree"
    print(json.dumps({"trouble": trouble, "hands": hands, "late": late_moves(), "cards": cards()}))


if __name__ == "__main__":
    main()
