"""Do what a program of the contest may ask for besides joining, one service for each request."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

from accounts.bot_keys import KnownBot
from accounts.models import User
from tables.bots.contest.coercing import coerced
from tables.bots.contest.joining import owned_table
from tables.bots.contest.narration import PendingPrompt
from tables.core.refusals import Refused, Stale
from tables.play import acting, games

SOON: Final = 0.3


def act(table_id: int, user: User, asked: PendingPrompt, data: Mapping[str, Any]) -> None:
    """Answer the prompt that the program was sent; ignore any answer that comes too late."""
    verb, amount = coerced(asked.play, data.get("action"), data.get("amount"))
    try:
        acting.act(table_id, user, moment=asked.moment, verb=verb, amount=amount)
    except Stale:
        return


def reload(table_id: int, user: User) -> None:
    """Ask for a reload; ignore it at another time, or once too often."""
    try:
        games.ask_reload(table_id, user)
    except Refused:
        return


HOST_VERBS: Final[Mapping[str, Callable[[int, User], None]]] = {
    "__prepare_game": games.prepare,
    "__stop_game": games.stop,
    "__end_game": games.end_early,
}


def host(known: KnownBot, event: str, code: str) -> None:
    table = owned_table(known, code)
    HOST_VERBS[event](table.pk, table.owner)


async def wait_for_replaced_connection() -> None:
    """Give a connection that was told to go the time to be gone."""
    await asyncio.sleep(SOON)
