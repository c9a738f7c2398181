"""Decide who may come in: anybody where no keys are needed, else only a bot with its key, as in `name#key`."""

import asyncio
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db import close_old_connections
from django.utils import translation

from accounts.bot_keys import ConnectionSlot, KnownBot, bot_with_key, good_in_epoch
from accounts.selectors import shown_name
from accounts.services.bots import note_seen
from poker_site.runtime import epoch
from poker_site.web.limits import TooOften
from tables.bots.duel.encoding import failed
from tables.bots.duel.messages import Message, name_of
from tables.bots.duel.wire import BadMessage

if TYPE_CHECKING:
    from tables.bots.duel.server import Server

_KEY: Final = re.compile(r"eh-[0-9A-Za-z]{26}|[0-9a-f]{32}")
LOOK_EVERY: Final = 1.0
KEEP_EVERY: Final = 20.0
NO_KEY: Final = "name: the name of your bot, # and its key."


@dataclass(frozen=True, slots=True, eq=False)
class AdmittedBot:
    """Holds a bot that came in with its key, and the connection place that it takes up."""

    known: KnownBot
    place: ConnectionSlot
    name: str
    epoch: int


class Doorkeeper:
    def __init__(self, *, keys_needed: bool) -> None:
        self.keys_needed = keys_needed
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="arena-door")
        self._doors: dict[AdmittedBot, None] = {}
        self._looked = self._kept = 0.0
        self._looking = False

    def asks(self, message: Message) -> bool:
        """Tell whether the database has to be asked. A connection that only watches needs no key."""
        if message.get("info") not in ("connect", "ai_vs_ai"):
            return False
        return self.keys_needed or _key_in(message) is not None

    async def admit(self, message: Message) -> AdmittedBot:
        """Check the key and take a place; raise `BadMessage`, which says how long to wait where waiting helps."""
        door: AdmittedBot = await asyncio.get_running_loop().run_in_executor(
            self._pool, _in_database, _admitted, message
        )
        self._doors[door] = None
        return door

    def named(self, door: object, message: Message) -> Message:
        """Put the account's name in place of the name that was sent, and so never pass the key on."""
        return {**message, "name": door.name} if isinstance(door, AdmittedBot) else message

    def user_id(self, door: object) -> int | None:
        return door.known.user.pk if isinstance(door, AdmittedBot) else None

    def left(self, door: object) -> None:
        if isinstance(door, AdmittedBot) and door in self._doors:
            del self._doors[door]
            self._pool.submit(_in_database, ConnectionSlot.give_back, door.place)

    def sweep(self, server: "Server") -> None:
        """Send away connections whose keys are no longer good; look at most once a second."""
        now = server.now()
        if not self._doors or self._looking or now < self._looked + LOOK_EVERY:
            return
        self._looked, self._looking = now, True
        keep = now >= self._kept + KEEP_EVERY
        if keep:
            self._kept = now
        asked = self._pool.submit(_in_database, _gone, ([*self._doors], keep))
        loop = asyncio.get_running_loop()
        asked.add_done_callback(lambda done: loop.call_soon_threadsafe(self._send_away, server, done))

    def _send_away(self, server: "Server", done: Any) -> None:
        self._looking = False
        if not done.exception():
            self._dismiss_all(server, set(done.result()))

    def _dismiss_all(self, server: "Server", gone: set[AdmittedBot]) -> None:
        for connection in [one for one in server.connections if one.door in gone]:
            connection.end(failed("Your key is no longer good."))
            server.lost(connection)


def _key_in(message: Mapping[str, Any]) -> str | None:
    name = message.get("name")
    if not isinstance(name, str) or "#" not in name:
        return None
    key = name.rpartition("#")[2].strip()
    return key if _KEY.fullmatch(key) else None


def _admitted(message: Message) -> AdmittedBot:
    key = _key_in(message)
    now, known = epoch.current(), bot_with_key(key) if key else None
    if known is None:
        raise BadMessage(NO_KEY if key is None else "This key is not good, or the bot may not play.")
    try:
        place = ConnectionSlot.take(known.user.pk)
    except TooOften as often:
        raise BadMessage(f"Your bot has as many connections as it may have. {often}") from None
    note_seen(known.user.pk)
    return AdmittedBot(known, place, name_of({"name": shown_name(known.user)}), now)


def _gone(asked: tuple[list[AdmittedBot], bool]) -> list[AdmittedBot]:
    doors, keep = asked
    gone = [door for door in doors if good_in_epoch(door.known) != door.epoch]
    if keep:
        for door in doors:
            door.place.keep()
    return gone


def _in_database(do: Callable[[Any], Any], argument: Any) -> Any:
    """Run this on a thread of the pool, in English like the whole protocol."""
    close_old_connections()
    try:
        with translation.override("en"):
            return do(argument)
    finally:
        close_old_connections()
