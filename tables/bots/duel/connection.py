"""One TCP connection: bytes to messages, and what leaves in whole messages, one write each."""

import asyncio
import contextlib
import socket
import sys
from collections import deque
from typing import TYPE_CHECKING, Final

from tables.bots.duel.encoding import failed
from tables.bots.duel.messages import Message
from tables.bots.duel.people import Line
from tables.bots.duel.wire import BadMessage, Reader

if TYPE_CHECKING:
    from tables.bots.duel.server import Server

NOTSENT_LOWAT: Final[int | None] = getattr(socket, "TCP_NOTSENT_LOWAT", 25 if sys.platform == "linux" else None)
WHOLE: Final = getattr(socket, "MSG_EOR", 0) | socket.MSG_DONTWAIT
QUICKACK: Final[int | None] = getattr(socket, "TCP_QUICKACK", None)
MOST_UNREAD: Final = 1024 * 1024
"""Bytes that wait for a reader: whoever leaves more unread is disconnected."""
DRAINING: Final = 4.5
"""Seconds that what still comes is read and thrown away; with the sweep at most 5."""
SILENCE: Final = 60.0
"""Before the first message, and for a reader who holds up a match."""


class Connection(asyncio.Protocol, Line):
    def __init__(self, server: "Server") -> None:
        self.server = server
        self.reader = Reader()
        self.address: str | None = None
        """None if it was cut at once, as there are too many from there."""
        self.ending = False
        self.busy = False
        """Somebody looks at the key; what comes meanwhile waits."""
        self.until: float | None = None
        """When it is closed, unless something happens."""
        self.door: object = None
        """What the doorkeeper knows of who came in with a key."""
        self._waiting: deque[Message] = deque()
        self._unsent: deque[bytes] = deque()
        """While `slow`, what comes after the message that the system did not take."""
        self._unread = 0
        """How many bytes these are."""
        self._begun = self._written = 0
        """Where the message that was handed on last begins and ends, in bytes of all that are sent."""

    # --- from the network ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]  # a TCP server has no other
        address = str((transport.get_extra_info("peername") or [""])[0])
        if not self.server.by_address.enter(address):
            self.transport.abort()
            return
        self.address = address
        self.socket: socket.socket = transport.get_extra_info("socket")
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if NOTSENT_LOWAT is not None:
            # With it, and with MSG_EOR, the system takes a message only when it has sent the one before. Else, to a
            # reader who lags behind, they leave in lumps that end inside a message, and some readers break there.
            self.socket.setsockopt(socket.IPPROTO_TCP, NOTSENT_LOWAT, 1)
        own = self.socket
        self._out = socket.socket(own.family, own.type, own.proto, fileno=own.fileno())  # the same, with flags
        self.transport.set_write_buffer_limits(0)
        self.until = self.server.now() + SILENCE
        self._slot = self.server.witness.came(self.socket)
        self.server.came(self)

    def data_received(self, data: bytes) -> None:
        if self.ending:
            return
        try:
            for message in self.reader.feed(data):
                if self.busy:
                    self._waiting.append(message)
                else:
                    self.server.heard(self, message)
                if self.ending:
                    return
        except BadMessage as bad:
            self.blame(bad)
        if self.reader.waiting and QUICKACK is not None:
            # Many send length and body apart, and their system keeps the body back until the length is acknowledged,
            # for which ours would take its time: 40 ms, with each message.
            self.socket.setsockopt(socket.IPPROTO_TCP, QUICKACK, 1)

    def go_on(self) -> None:
        """The key was looked at."""
        self.busy = False
        try:
            while self._waiting and not self.busy and not self.ending:
                self.server.heard(self, self._waiting.popleft())
        except BadMessage as bad:
            self.blame(bad)
        if not self.busy and not self.transport.is_closing():
            self.transport.resume_reading()

    def hold(self) -> None:
        self.busy = True
        self.transport.pause_reading()

    def blame(self, bad: BadMessage) -> None:
        """Only this one; if it was in a room, the room hears that it is gone."""
        self.end(failed(str(bad)))
        self.server.lost(self)

    def eof_received(self) -> bool:
        """Who shuts down its own side has left."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        if self.address is None:
            return
        self.server.by_address.leave(self.address)
        self.ending = True
        self.server.gone(self)
        self.reader = Reader()
        self._say_no_more()  # the witness has a descriptor too: closing ours alone would say nothing
        self.server.witness.gone(self._slot)
        self._out.detach()

    def pause_writing(self) -> None:
        self.slow = True
        self.server.witness.waits(self._slot, since=self._begun, until=self._written)
        if self.until is None:
            self.until = self.server.now() + SILENCE

    def resume_writing(self) -> None:
        self.slow = False
        self.server.witness.waits(self._slot, since=0, until=0)
        while self._unsent and not self.slow:
            frame = self._unsent.popleft()
            self._unread -= len(frame)
            self._put(frame)
        if self.slow:
            if not self.ending:
                self.until = self.server.now() + SILENCE
        elif self.ending:
            self._say_no_more()
        else:
            self.until = None
            self.server.hall.resumed(self)

    # --- from rooms ---

    def send(self, frame: bytes) -> None:
        if self.ending:
            return
        if not self.slow:
            self._put(frame)
            return
        self._unsent.append(frame)
        self._unread += len(frame)
        if self._unread > MOST_UNREAD:
            self.ending = True
            self.server.overfull(self)

    def _put(self, frame: bytes) -> None:
        """What the system does not take now the transport keeps, and calls that a pause."""
        if self.transport.is_closing():  # the other side has just gone
            return
        self._begun = self._written
        self._written += len(frame)
        try:
            sent = self._out.send(frame, WHOLE)
        except OSError:
            sent = 0
        if sent < len(frame):
            self.transport.write(frame[sent:])

    def end(self, frame: bytes) -> None:
        """The last message, no more after it; then whatever still comes is read for a while."""
        if self.ending:
            return
        self.ending = True
        self.until = self.server.now() + DRAINING
        if self.transport.is_closing():
            return
        if not self.slow:
            self._put(frame)
        else:
            self._unsent.append(frame)
        if not self.slow:
            self._say_no_more()
        if self.busy:
            self.transport.resume_reading()
        self.server.ends(self)

    def _say_no_more(self) -> None:
        """The transport would do it twice if it has just become free, and complain if the other side was faster."""
        with contextlib.suppress(OSError):
            self._out.shutdown(socket.SHUT_WR)

    def entered(self) -> None:
        """In a room, where the room minds the time."""
        if not self.ending and not self.slow:
            self.until = None

    def cut(self) -> None:
        self.transport.abort()
