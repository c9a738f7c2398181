"""Give every connection to a second process (`last_words.py`), which tells clients if the arena dies.

A reset alone would not tell a program whether its finished hands are kept; the last message does. Whatever becomes of
that process, the arena goes on. What it holds never delays the end of a connection: the other side is told of that
before the descriptor is closed.
"""

import asyncio
import logging
import mmap
import os
import socket
import subprocess
import sys
import tempfile
import threading
from typing import Final

from tables.bots.duel import crash_notifier
from tables.bots.duel.crash_notifier import CAME, GONE, NUMBER, record
from tables.bots.duel.encoding import failed
from tables.bots.duel.reasons import CRASHED

logger = logging.getLogger("evenhand.arena")

SLOTS: Final = 20_000
"""Slots for more than there ever are connections, even just closed ones; the witness does not know any beyond these."""
NOBODY: Final = SLOTS
PATIENCE: Final = 5.0
"""Seconds in which the witness must take what it is told."""
REAPING: Final = 1.0


class CrashGuard:
    def __init__(self) -> None:
        self._waiting = memoryview(bytearray(2 * NUMBER * (SLOTS + 1))).cast("Q")
        """Holds by slot where a message begins and ends that waits in this process, whole or in part, for the system.

        The other process sees this memory too, so it knows even what happened in the last moment.
        """
        self._free: list[int] = [*range(SLOTS)]
        self._untold: dict[bytes, int] = {}
        """Maps reports that the witness has not got yet, in order, to the descriptor of a new connection, else -1."""
        self._head = b""
        self._since = 0.0
        """The time since which the witness has not taken the first of these."""
        self._pair: socket.socket | None = None
        self._reaper: threading.Thread | None = None

    def start(self) -> None:
        """Start the process before anybody comes, which takes a few milliseconds."""
        try:
            self._start()
        except OSError as error:
            logger.warning("no witness: %s; if the arena crashes, its clients are not told", error)

    def _start(self) -> None:
        own, other = socket.socketpair()
        shared = _memory()
        try:
            os.write(shared, self._waiting)
            self._waiting = memoryview(mmap.mmap(shared, 0)).cast("Q")
            numbers = (other.fileno(), shared)
            self._process = subprocess.Popen(  # noqa: S603  runs a file of ours
                (sys.executable, "-I", "-S", crash_notifier.__file__, *map(str, numbers), failed(CRASHED).hex()),
                pass_fds=numbers,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={},
                start_new_session=True,
            )
        except OSError:
            own.close()
            raise
        finally:
            other.close()
            os.close(shared)
        own.setblocking(False)
        self._pair = own
        asyncio.get_running_loop().add_reader(own, self._lose, "has ended")  # it never writes, it only ends

    # --- reports to it ---

    def came(self, line: socket.socket) -> int:
        """Report a new connection and return its slot."""
        if not self._free:
            return NOBODY
        slot = self._free.pop()
        self.waits(slot, since=0, until=0)
        self._tell(record(CAME, slot), line.fileno())
        return slot

    def gone(self, slot: int) -> None:
        """Report a connection that goes, before its descriptor is closed."""
        if slot == NOBODY:
            return
        self._free.append(slot)
        if self._untold.pop(record(CAME, slot), None) is None:
            self._tell(record(GONE, slot), -1)

    def waits(self, slot: int, *, since: int, until: int) -> None:
        """Note which message waits in this process; `until` 0: none does any more."""
        self._waiting[2 * slot], self._waiting[2 * slot + 1] = since, until

    def _tell(self, what: bytes, number: int) -> None:
        if self._pair is None:
            return
        self._untold[what] = number
        if len(self._untold) == 1:
            self._go_on(self._pair)

    def _go_on(self, pair: socket.socket) -> None:
        """Send as much as the witness takes now, and the rest when it takes more."""
        loop = asyncio.get_running_loop()
        while self._untold:
            what, number = next(iter(self._untold.items()))
            try:
                socket.send_fds(pair, [what], [number] if number >= 0 else [])
            except BlockingIOError:
                loop.add_writer(pair, self._go_on, pair)
                return
            except OSError as error:
                self._lose("has ended" if isinstance(error, ConnectionError) else f"cannot be told: {error}")
                return
            del self._untold[what]
        loop.remove_writer(pair)

    # --- its end ---

    def mind(self, now: float) -> None:
        """Give the witness up if it stops taking reports: it must not hold for ever what was closed long ago."""
        head = next(iter(self._untold), b"")
        if head is not self._head:
            self._head, self._since = head, now
        elif head and now >= self._since + PATIENCE:
            self._lose("takes nothing any more")

    def _lose(self, why: str) -> None:
        logger.warning("the witness %s; if the arena crashes now, its clients are not told", why)
        self.dismiss()

    def dismiss(self) -> None:
        """Kill the witness before it can say anything: an arena that ends in order has told everybody."""
        if self._pair is None:
            return
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._pair)
        loop.remove_writer(self._pair)
        self._untold.clear()
        self._process.kill()
        self._pair.close()
        self._pair = None
        self._reaper = threading.Thread(target=self._process.wait, name="arena-witness", daemon=True)
        self._reaper.start()

    async def ended(self) -> None:
        """Wait until nothing is left of the process; call this after `dismiss`."""
        if self._reaper:
            await asyncio.to_thread(self._reaper.join, REAPING)


def _memory() -> int:
    if sys.platform == "linux":
        return os.memfd_create("arena")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
