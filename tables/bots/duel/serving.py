"""Run the arena as a part of a process: on a thread beside the site, or alone in a process of its own."""

import asyncio
import logging
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import connection

from poker_site.environment import is_loopback
from tables.bots.duel.doorkeeper import Doorkeeper
from tables.bots.duel.journal import InUse, Journal
from tables.bots.duel.server import Server
from tables.bots.duel.storing import Storing, recover

logger = logging.getLogger("evenhand.arena")

PATIENCE = 10.0


class Arena:
    """Runs the arena; `trouble` says in a sentence why it could not begin."""

    def __init__(self, host: str, port: int, *, folder: Path | None = None) -> None:
        self.host = host
        self.port = port
        self.folder = folder or settings.DATA_DIR / "arena"
        self.trouble = ""
        self._known = threading.Event()
        """Set once it is clear whether it listens."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Event | None = None

    def run(self, ready: Callable[[], None] | None = None) -> None:
        """Serve until `stop`, and store what is left to store before returning."""
        try:
            asyncio.run(self._serve(ready))
        except OSError as error:
            reason = error.strerror or error
            where = f"{self.host} port {self.port}"
            self.trouble = f"cannot listen for programs on {where} ({reason}); set DUEL_PORT to another, or to nothing."
        except InUse:
            self.trouble = f"another arena is running on the folder {self.folder}."
        finally:
            self._known.set()

    def start(self) -> threading.Thread:
        """Start a thread beside the site, which goes on without the arena if need be."""
        thread = threading.Thread(target=self._beside, name="arena", daemon=True)
        thread.start()
        return thread

    def _beside(self) -> None:
        try:
            self.run(ready=lambda: print(f"Programs play on {self.host} port {self.port}.", flush=True))
        except Exception:
            logger.exception("the arena for programs failed; the site goes on without it")
        if self.trouble:
            print(f"evenhand: {self.trouble} The site goes on without it.", file=sys.stderr, flush=True)

    def wait_until_ready(self) -> bool:
        """Wait until it is clear whether it listens, and return that."""
        self._known.wait(PATIENCE)
        return self._loop is not None and not self.trouble

    def stop(self) -> None:
        """Stop the arena, from any thread or from a signal."""
        if self._loop and self._stopping and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._stopping.set)

    async def _serve(self, ready: Callable[[], None] | None) -> None:
        journal = Journal(self.folder)
        store = Storing(journal)
        server = Server(store=store, doorkeeper=Doorkeeper(keys_needed=not is_loopback(self.host)))
        self._stopping = asyncio.Event()
        try:
            self.port = await server.listen(self.host, self.port)
            await asyncio.to_thread(_recover, journal)
            store.start()
            self._loop = asyncio.get_running_loop()
            self._known.set()
            if ready:
                ready()
            await self._stopping.wait()
        finally:
            await server.stop()
            await asyncio.to_thread(store.stop)


def _recover(journal: Journal) -> None:
    """Recover on a short-lived thread, which has to close its own database connection."""
    try:
        recover(journal)
    finally:
        connection.close()
