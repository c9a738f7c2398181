"""Give moderators lists, a page for each row, and buttons that each call one service.

No page shows a card of a hand that is not over; lists do not even read the sealed deck.
"""

from tables.admin import chat, games, hands, money, reports, tables

__all__ = ["chat", "games", "hands", "money", "reports", "tables"]
