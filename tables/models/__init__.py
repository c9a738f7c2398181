from tables.models.arena import ArenaHand, ArenaMatch, ArenaPlayer
from tables.models.chat import ChatMessage, Report
from tables.models.epoch import Epoch
from tables.models.game import Entrant, Game
from tables.models.guests import Cohost, Guest, Invitation, TableBan, TableEvent, Wish
from tables.models.hand import Hand, HandPlayer, Move
from tables.models.money import LedgerEntry, Purse
from tables.models.presence import Presence, ServerProcess
from tables.models.results import BoardConsent, Recount, Sitting
from tables.models.seat import Departure, Seat, Waiting
from tables.models.shared_hands import SharedHand, StudyHand
from tables.models.table import Table

__all__ = [
    "ArenaHand",
    "ArenaMatch",
    "ArenaPlayer",
    "BoardConsent",
    "ChatMessage",
    "Cohost",
    "Departure",
    "Entrant",
    "Epoch",
    "Game",
    "Guest",
    "Hand",
    "HandPlayer",
    "Invitation",
    "LedgerEntry",
    "Move",
    "Presence",
    "Purse",
    "Recount",
    "Report",
    "Seat",
    "ServerProcess",
    "SharedHand",
    "Sitting",
    "StudyHand",
    "Table",
    "TableBan",
    "TableEvent",
    "Waiting",
    "Wish",
]
