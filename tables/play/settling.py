"""End a hand: move chips, let people leave, plan the next hand."""

from datetime import datetime
from typing import Final

from django.utils.translation import gettext_lazy as _

from poker_site.runtime.prepared_sql import Prepared, update
from tables.core.deadlines import now, plan
from tables.core.locking import mark_changed
from tables.core.refusals import Refused
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.formats import strategy_of
from tables.models import Hand, HandPlayer, LedgerEntry, Seat, Table
from tables.play import leaving, time_bank, waiting_list
from tables.records import all_in_equity, count_results, summary

_PLAYERS: Final = Prepared(HandPlayer, lambda hand: HandPlayer.objects.filter(hand=hand))


def players_of(hand: Hand) -> list[HandPlayer]:
    return _PLAYERS(hand.pk)


def settle(table: Table, hand: Hand, play: HandState, seats: list[Seat], at: datetime) -> None:
    """Add what was won and lost to the stacks, with a ledger entry each, and record what the hand leaves behind."""
    strategy = strategy_of(table)
    nets: dict[int, int] = dict(zip(play.seats, play.net, strict=True))
    dealt_in = [seat for seat in seats if seat.number in nets]
    for seat in dealt_in:
        seat.stack += nets[seat.number]
        _count_hand(seat)
    if strategy.late_is_away:
        _make_late_players_away(dealt_in, play)
    update(dealt_in, "stack", "hands_played", "time_bank_ms", "state")
    players = players_of(hand)
    for player in players:
        player.net = nets[player.seat]
    summary.keep(hand, players, play, at=at)
    update(players, "net", *summary.OF_PLAYER)
    LedgerEntry.objects.bulk_create(
        LedgerEntry(kind="hand", user_id=p.user_id, table=table, hand=hand, to_seat=p.net, at=at)
        for p in players
        if p.net
    )
    hand.state, hand.ended_at = Hand.State.OVER, at
    update([hand], "state", "ended_at", *summary.OF_HAND)
    count_results.count(hand, play, {SeatNumber(seat.number): seat.user_id for seat in dealt_in if not seat.house})
    all_in_equity.plan(hand, play)
    mark_changed(table, "version" if strategy.only_seats_change_between_hands else "around_version")
    strategy.after_hand(table, play, seats)
    _between_hands(table, seats, next_at=at + strategy.pause_after(table, play, seats))


def _count_hand(seat: Seat) -> None:
    seat.hands_played += 1
    time_bank.grow(seat)


def _make_late_players_away(seats: list[Seat], play: HandState) -> None:
    """Mark players as away whose last turn of the hand ran out; a player who acted in time later stays."""
    last_was_late = {move.seat: move.late for move in play.moves}
    for seat in seats:
        if last_was_late.get(SeatNumber(seat.number)) and seat.stack and seat.state == Seat.State.PLAYING:
            seat.state = Seat.State.AWAY


def void(table: Table) -> None:
    """Void the running hand. No chip has left a stack yet, so the ledger only gets an entry for each player."""
    hand = table.hand
    if hand is None or hand.state not in (Hand.State.CUTTING, Hand.State.RUNNING):
        raise Refused(_("No hand is running."))
    table.turn = None
    mark_changed(table, "turn", "around_version")
    at, players = now(), list(hand.players.all())
    hand.state, hand.ended_at = Hand.State.VOID, at
    hand.save(update_fields=["state", "ended_at"])
    summary.keep_void(hand, players, at=at)
    update(players, *summary.OF_PLAYER)
    entries = [LedgerEntry(kind="void", user_id=p.user_id, table=table, hand=hand) for p in players]
    LedgerEntry.objects.bulk_create(entries)
    _between_hands(table, list(table.seated.all()), next_at=at)


def _between_hands(table: Table, seats: list[Seat], *, next_at: datetime) -> None:
    """Let players leave who wanted to, sit out those without chips, deliver ordered chips, and plan the next deal."""
    time_bank.stop(table)
    if not strategy_of(table).keeps_seats(table):
        for seat in sorted(seats, key=lambda seat: seat.user_id):  # the order in which purses are locked everywhere
            leaving.between_hands(table, seat)
    if table.closes_after_hand:
        leaving.close(table)
    else:
        waiting_list.offer_free_seats(table)
        plan(table, Table.Due.DEAL, next_at)
