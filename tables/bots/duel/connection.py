"""Serve one TCP connection: turn bytes into messages, and send each message whole, with one write."""

import asyncio
import contextlib
import socket
import sys
from collections import deque
from typing import TYPE_CHECKING, Final

from tables.bots.duel.encoding import failed
from tables.bots.duel.messages import Message
from tables.bots.duel.people import Client
from tables.bots.duel.wire import BadMessage, Reader

if TYPE_CHECKING:
    from tables.bots.duel.server import Server

NOTSENT_LOWAT: Final[int | None] = getattr(socket, "TCP_NOTSENT_LOWAT", 25 if sys.platform == "linux" else None)
WHOLE: Final = getattr(socket, "MSG_EOR", 0) | socket.MSG_DONTWAIT
QUICKACK: Final[int | None] = getattr(socket, "TCP_QUICKACK", None)
MOST_UNREAD: Final = 1024 * 1024
"""Bytes that may wait for a reader: a connection that leaves more unread is cut."""
DRAINING: Final = 4.5
"""Seconds for which data that still comes is read and thrown away; with the sweep at most 5."""
SILENCE: Final = 60.0
"""Seconds allowed before the first message, and to a reader who holds up a match."""


class Connection(asyncio.Protocol, Client):
    def __init__(self, server: "Server") -> None:
        self.server = server
        self.reader = Reader()
        self.address: str | None = None
        """Stays None if the connection was cut at once because too many came from there."""
        self.ending = False
        self.busy = False
        """True while a key is being checked; messages that come meanwhile wait."""
        self.until: float | None = None
        """The time at which it is closed, unless something happens before."""
        self.door: object = None
        """The doorkeeper's record of a connection that came in with a key."""
        self._waiting: deque[Message] = deque()
        self._unsent: deque[bytes] = deque()
        """Queues messages while `slow`, until the system has taken the one before them."""
        self._unread = 0
        """Bytes in `_unsent`."""
        self._begun = self._written = 0
        """Hold where the message handed on last begins and ends, in bytes of all that are sent."""

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
            # With it, and with MSG_EOR, the system takes a message only when it has sent the one before. Otherwise a
            # reader who lags behind gets lumps that end inside a message, and some readers break on that.
            self.socket.setsockopt(socket.IPPROTO_TCP, NOTSENT_LOWAT, 1)
        own = self.socket
        self._out = socket.socket(own.family, own.type, own.proto, fileno=own.fileno())  # its `send` takes flags
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
            # Many programs send length and body apart, and their system keeps the body back until the length is
            # acknowledged. Ours would delay that by 40 ms, for each message.
            self.socket.setsockopt(socket.IPPROTO_TCP, QUICKACK, 1)

    def go_on(self) -> None:
        """Handle the messages that waited while the key was checked."""
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
        """Close this connection alone; if it was in a room, the room hears that it is gone."""
        self.end(failed(str(bad)))
        self.server.lost(self)

    def eof_received(self) -> bool:
        """Close as soon as the other side shuts down its own half: then it has left."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        if self.address is None:
            return
        self.server.by_address.leave(self.address)
        self.ending = True
        self.server.gone(self)
        self.reader = Reader()
        self._say_no_more()  # the witness has a descriptor too: closing ours alone would not end the connection
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

    # --- calls from rooms ---

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
        """Write a message; what the system does not take now the transport keeps, and then calls `pause_writing`."""
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
        """Send the last message; whatever still comes is read and thrown away for a while."""
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
        """Shut our half directly: the transport could do it twice, and complains if the other side was faster."""
        with contextlib.suppress(OSError):
            self._out.shutdown(socket.SHUT_WR)

    def entered(self) -> None:
        """Stop watching for silence: in a room, the room minds the time."""
        if not self.ending and not self.slow:
            self.until = None

    def cut(self) -> None:
        self.transport.abort()
