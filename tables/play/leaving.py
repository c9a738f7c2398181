"""Free seats at a table, offer them to the waiting list, and close the table."""

from tables.core import money
from tables.core.deadlines import clear_deadline, now
from tables.core.locking import mark_changed, mark_changed_for_lobby
from tables.formats import strategy_of
from tables.models import Departure, Hand, LedgerEntry, Seat, Table


def is_dealt_in(table: Table, seat: Seat) -> bool:
    """Return whether this seat holds cards in a hand that is not over."""
    hand = table.hand
    if hand is None or hand.state not in (Hand.State.CUTTING, Hand.State.RUNNING):
        return False
    return hand.players.filter(seat=seat.number).exists()


def leave(table: Table, seat: Seat) -> None:
    """Return the chips to the purse and free the seat; in a running game that keeps seats the player is only away."""
    strategy = strategy_of(table)
    if seat.state != Seat.State.HELD:
        if strategy.keeps_seats(table):
            _be_away(table, seat)
            return
        chips = seat.stack
        strategy.take_home(table, seat)
        if not seat.house:
            Departure.objects.update_or_create(table=table, user=seat.user, defaults={"chips": chips, "at": now()})
    table.wishes.filter(user=seat.user_id).delete()
    seat.delete()
    mark_changed_for_lobby(table)
    strategy.left(table)


def _be_away(table: Table, seat: Seat) -> None:
    seat.state, seat.leaves = Seat.State.OUT, True
    seat.save(update_fields=["state", "leaves"])
    mark_changed(table)


HANDS_AWAY = 10


def between_hands(table: Table, seat: Seat) -> None:
    """Do what this player had put off until the end of the hand."""
    if seat.leaves or seat.hands_away >= HANDS_AWAY:
        leave(table, seat)
        return
    if seat.house and not seat.stack and not strategy_of(table).counters:
        money.pay_in(table, seat, table.buy_in_least, LedgerEntry.Kind.HOUSE)
    chips, seat.top_up = seat.top_up, 0
    if chips:
        seat.save(update_fields=["top_up"])
        strategy_of(table).top_up(table, seat, chips)
    stops = seat.sits_out_next and seat.state in (Seat.State.PLAYING, Seat.State.AWAY)
    if stops or (seat.state == Seat.State.PLAYING and not seat.stack):
        seat.state, seat.sits_out_next = Seat.State.OUT, False
        seat.save(update_fields=["state", "sits_out_next"])
        mark_changed(table)


def close(table: Table) -> None:
    """Close the table and send everybody home. No hand may be running."""
    strategy_of(table).closes(table)
    for seat in table.seated.select_related("user").order_by("user_id"):
        leave(table, seat)
    table.waiting.all().delete()
    table.wishes.all().delete()
    clear_deadline(table)
    table.state, table.closed_at, table.closes_after_hand = Table.State.CLOSED, now(), False
    mark_changed(table, "state", "closed_at", "closes_after_hand")
    mark_changed_for_lobby(table)
