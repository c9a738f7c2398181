from tables.models.hand import Hand, HandPlayer, Move
from tables.models.money import LedgerEntry, Purse
from tables.models.presence import Presence
from tables.models.seat import Departure, Seat, Waiting
from tables.models.table import Table

__all__ = ["Departure", "Hand", "HandPlayer", "LedgerEntry", "Move", "Presence", "Purse", "Seat", "Table", "Waiting"]
