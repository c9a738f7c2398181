from tables.models.arena import ArenaHand, ArenaMatch, ArenaPlayer
from tables.models.chat import ChatMessage, Report
from tables.models.game import Entrant, Game
from tables.models.guests import Cohost, Guest, Invitation, TableBan, TableEvent, Wish
from tables.models.hand import Hand, HandPlayer, Move
from tables.models.money import LedgerEntry, Purse
from tables.models.presence import Presence
from tables.models.seat import Departure, Seat, Waiting
from tables.models.table import Table

__all__ = [
    "ArenaHand",
    "ArenaMatch",
    "ArenaPlayer",
    "ChatMessage",
    "Cohost",
    "Departure",
    "Entrant",
    "Game",
    "Guest",
    "Hand",
    "HandPlayer",
    "Invitation",
    "LedgerEntry",
    "Move",
    "Presence",
    "Purse",
    "Report",
    "Seat",
    "Table",
    "TableBan",
    "TableEvent",
    "Waiting",
    "Wish",
]
