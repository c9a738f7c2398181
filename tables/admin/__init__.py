"""Moderation: lists, a page for each row, and buttons that each call one service.

Of a hand that is not over no page here knows a card; the sealed deck is never even read for a list.
"""

from tables.admin import chat, games, hands, money, reports, tables

__all__ = ["chat", "games", "hands", "money", "reports", "tables"]
