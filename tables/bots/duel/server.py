"""Run the TCP server: accept connections, mind the time, and carry messages between connections and rooms."""

import asyncio
import logging
import random
import resource
import secrets
from functools import partial
from typing import Any, Final

from poker_site.web.connection_limits import ConnectionsByAddress
from tables.bots.duel.connection import Connection
from tables.bots.duel.crash_guard import CrashGuard
from tables.bots.duel.doorkeeper import Doorkeeper
from tables.bots.duel.encoding import failed
from tables.bots.duel.messages import Message
from tables.bots.duel.reasons import STOPPED
from tables.bots.duel.records import Store
from tables.bots.duel.rooms import Clock, Rooms
from tables.bots.duel.tasks import Tasks
from tables.bots.duel.wire import BadMessage

logger = logging.getLogger("evenhand.arena")

SWEEP: Final = 0.25
MOST_SILENT: Final = 4096
"""Connections that may have said nothing yet; of more, the oldest is closed."""
MOST_CONNECTIONS: Final = 16_384
KEPT_FILES: Final = 512
"""Open files of the process that are kept for everything else."""
BACKLOG: Final = 4096
STOP_CHECKS: Final = 40
PARTING_STEP: Final = 0.02
"""The stopping server looks so many times, so many seconds apart, whether everybody has gone."""


class Server:
    def __init__(self, *, store: Store, doorkeeper: Doorkeeper, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        chance = random.Random(secrets.randbits(256))  # noqa: S311  decides for house bots, shuffles no decks
        self.rooms = Tasks(self.clock.monotonic)
        below = secrets.SystemRandom().randrange
        self.hall = Rooms(store=store, clock=self.clock, below=below, chance=chance, runner=self.rooms)
        self.now = self.clock.monotonic
        self.doorkeeper = doorkeeper
        self.most = min(MOST_CONNECTIONS, _files() - KEPT_FILES)
        self.by_address = ConnectionsByAddress()
        self.connections: set[Connection] = set()
        self.silent: dict[Connection, None] = {}
        """Connections that have said nothing yet, in the order in which they came."""
        self.ended: set[Connection] = set()
        """Connections that were sent their last message and are still read from."""
        self.witness = CrashGuard()
        self._listener: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- start, stop and sweeps ---

    async def listen(self, host: str, port: int) -> int:
        """Listen, and return the port; raise `OSError` if it cannot be had."""
        loop = asyncio.get_running_loop()
        self._listener = await loop.create_server(
            lambda: Connection(self), host, port, backlog=BACKLOG, start_serving=False
        )
        self.witness.start()
        await self._listener.start_serving()
        self._start(self._mind_the_time())
        taken: int = self._listener.sockets[0].getsockname()[1]
        return taken

    async def stop(self) -> None:
        """Tell everybody, then wait a moment for it to arrive."""
        if self._listener:
            self._listener.close()
        for task in self._tasks:
            task.cancel()
        self.hall.stop()
        await self.rooms.ended()
        for connection in [*self.connections]:
            connection.end(failed(STOPPED))
        self.witness.dismiss()
        for _ in range(STOP_CHECKS):
            await asyncio.sleep(PARTING_STEP)
            if not self.connections:
                break
        for connection in [*self.connections]:
            connection.cut()
        await self.witness.ended()

    async def _mind_the_time(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            for sweep in (self.sweep, partial(self.doorkeeper.sweep, self)):
                try:
                    sweep()
                except Exception:
                    logger.exception("a sweep failed; the next one comes")

    def sweep(self) -> None:
        now = self.now()
        self.hall.sweep()
        for connection in [one for one in self.connections if one.until is not None and one.until <= now]:
            self._too_late(connection)
        self.witness.mind(now)

    def _too_late(self, connection: Connection) -> None:
        if connection.ending or connection.slow:
            connection.cut()
        else:
            connection.end(failed("You said nothing for 60 seconds."))

    def _start(self, coroutine: Any) -> None:
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- calls from connections ---

    def came(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.silent[connection] = None
        if len(self.silent) > MOST_SILENT or len(self.connections) > self.most:
            self._make_room(connection)

    def _make_room(self, newest: Connection) -> None:
        oldest = next(iter(self.silent))
        del self.silent[oldest]
        text = "The arena is full." if oldest is newest else "Others waited, and you said nothing."
        oldest.end(failed(text))
        if len(self.connections) > self.most:
            for connection in [*self.ended][:100]:
                connection.cut()

    def heard(self, connection: Connection, message: Message) -> None:
        if connection.room is None:
            self.silent.pop(connection, None)
            if connection.door is None and self.doorkeeper.asks(message):
                connection.hold()
                self._start(self._admit(connection, message))
                return
            message = self.doorkeeper.named(connection.door, message)
        self.hall.heard(connection, message, user_id=self.doorkeeper.user_id(connection.door))
        if connection.until is not None:
            connection.entered()

    async def _admit(self, connection: Connection, message: Message) -> None:
        """Check the key with which a connection came, and pass its message on."""
        try:
            connection.door = await self.doorkeeper.admit(message)
            if not connection.ending:
                self.heard(connection, message)
        except BadMessage as bad:
            connection.blame(bad)
        except Exception:
            logger.exception("a key could not be looked at")
            connection.blame(BadMessage("Your key could not be looked at. Try again in a minute."))
        finally:
            if connection not in self.connections:
                self.doorkeeper.left(connection.door)
            connection.go_on()

    def lost(self, connection: Connection) -> None:
        """Report a connection as gone to its room, whether or not something still comes from it."""
        self.silent.pop(connection, None)
        self.hall.lost(connection)

    def gone(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.ended.discard(connection)
        self.doorkeeper.left(connection.door)
        self.lost(connection)

    def overfull(self, connection: Connection) -> None:
        """Cut the connection soon, but not now: a room is just telling everybody something."""
        asyncio.get_running_loop().call_soon(connection.cut)

    def ends(self, connection: Connection) -> None:
        self.silent.pop(connection, None)
        self.ended.add(connection)


def _files() -> int:
    """Raise the limit of open files as far as needed and allowed; return how many this process may have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + KEPT_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    limit = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    except (OSError, ValueError):
        return soft
    return limit
