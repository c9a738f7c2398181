"""Start, spend, stop and refill the time bank: more time for a turn when its own is over."""

from datetime import datetime, timedelta
from typing import Final

from tables.core.deadlines import plan
from tables.core.locking import mark_changed
from tables.models import Seat, Table
from tables.models.seat import MOST_TIME_BANK_MS

HANDS_TO_GROW: Final = 10
GROWS_MS: Final = 5_000


def start(table: Table, seat: Seat, at: datetime) -> None:
    """Let the player to act go on for as long as the bank lasts."""
    table.bank_since = at
    mark_changed(table, "bank_since")
    plan(table, Table.Due.ACT, at + timedelta(milliseconds=seat.usable_bank_ms))


def spend(table: Table, seat: Seat, at: datetime) -> None:
    """Take from the bank what this turn used of it, if it was running."""
    if table.bank_since is None:
        return
    used = int((at - table.bank_since) / timedelta(milliseconds=1))
    seat.time_bank_ms = max(0, seat.usable_bank_ms - max(0, used))
    seat.save(update_fields=["time_bank_ms"])
    table.bank_since = None
    mark_changed(table, "bank_since", "around_version")


def stop(table: Table) -> None:
    """Stop the bank without taking anything from it: the hand is over."""
    if table.bank_since is not None:
        table.bank_since = None
        mark_changed(table, "bank_since")


def grow(seat: Seat) -> None:
    """Refill the bank a little after every tenth hand; the caller saves the seat."""
    if seat.hands_played % HANDS_TO_GROW == 0:
        seat.time_bank_ms = min(seat.time_bank_ms + GROWS_MS, MOST_TIME_BANK_MS)
