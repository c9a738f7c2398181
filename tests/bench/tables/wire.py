"""Speak WebSocket as a browser does, as little as is needed: send texts, and hand over texts with their times."""

import asyncio
import os
import struct
import time
from collections.abc import Callable
from typing import Final, cast

TEXT: Final = 1
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10
CONNECT_SECONDS: Final = 60

Hear = Callable[[str, float], None]


class Refusal(Exception):
    """Raised when the server does not accept a socket; the text is what it said."""


class Socket(asyncio.Protocol):
    """Calls `hear` with every text and the timestamp at which its last byte came."""

    def __init__(self, hear: Hear, request: bytes) -> None:
        self.hear = hear
        self.request = request
        self.bytes_in = bytearray()
        self.text = bytearray()
        self.open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.code = 1006

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(Refusal(self.bytes_in.decode(errors="replace") or "no answer"))
        self.closed.set_result(self.code)

    def data_received(self, data: bytes) -> None:
        self.bytes_in += data
        if self.open or self._shake_hands():
            while self._take_frame():
                pass

    def _shake_hands(self) -> bool:
        end = self.bytes_in.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self.bytes_in.startswith(b"HTTP/1.1 101 "):
            self.transport.close()
            return False
        del self.bytes_in[: end + 4]
        self.open = True
        self.opened.set_result(None)
        return True

    def _take_frame(self) -> bool:
        """Take one whole frame off the front, if there is one; a server's frames are not masked."""
        held = self.bytes_in
        if len(held) < 2:
            return False
        head, length = 2, held[1] & 127
        if length >= 126:
            form = ">H" if length == 126 else ">Q"
            head += struct.calcsize(form)
            if len(held) < head:
                return False
            (length,) = struct.unpack_from(form, held, 2)
        if len(held) < head + length:
            return False
        final, kind, payload = held[0] & 128, held[0] & 15, bytes(held[head : head + length])
        del held[: head + length]
        self._take(kind, payload, final=bool(final))
        return True

    def _take(self, kind: int, payload: bytes, *, final: bool) -> None:
        if kind == PING:
            self._send(PONG, payload)
        elif kind == CLOSE:
            self.code = int.from_bytes(payload[:2], "big") or 1005
            self.transport.close()
        elif kind <= TEXT:
            self.text += payload
            if final:
                text, self.text = self.text.decode(), bytearray()
                self.hear(text, time.time())

    def send(self, text: str) -> None:
        if self.open and not self.transport.is_closing():
            self._send(TEXT, text.encode())

    def _send(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        size = bytes([128 | length]) if length < 126 else struct.pack(">BH", 128 | 126, length)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[place & 3] for place, byte in enumerate(payload))
        self.transport.write(bytes([128 | kind]) + size + mask + masked)

    def leave(self) -> None:
        """Drop the connection without a close frame, as a tab does that is closed."""
        self.transport.abort()


async def connect(port: str, code: str, session: str, hear: Hear) -> Socket:
    """Open a socket to the table, with an origin as a browser sends it to a proxy that ends TLS.

    The session's cookie is sent under the names of both profiles.
    """
    request = (
        f"GET /ws/t/{code}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: https://127.0.0.1:{port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nAccept-Language: en\r\n"
        f"Cookie: sessionid={session}; __Host-sessionid={session}\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(hear, request.encode()), "127.0.0.1", int(port))
    await asyncio.wait_for(socket.opened, CONNECT_SECONDS)
    return socket
