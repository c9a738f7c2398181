"""Forward connections to a server over a line that can be cut: clients then wait for answers that do not come."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

PATIENCE_SECONDS: Final = 10


class Proxy:
    """Forwards connections on a thread of its own; while it is cut they stay open, and nothing goes through."""

    def __init__(self, host: str, port: int) -> None:
        self.target = (host, port)
        self.port = 0
        self.ready = threading.Event()

    def run(self) -> None:
        asyncio.run(self._serve())

    def cut(self) -> None:
        self.loop.call_soon_threadsafe(self.is_open.clear)

    def mend(self) -> None:
        self.loop.call_soon_threadsafe(self.is_open.set)

    def end(self) -> None:
        self.loop.call_soon_threadsafe(self.is_over.set)

    async def _serve(self) -> None:
        self.loop, self.is_open, self.is_over = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        self.is_open.set()
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        await self.is_over.wait()
        server.close()

    async def _connect(self, near: asyncio.StreamReader, to_near: asyncio.StreamWriter) -> None:
        await self.is_open.wait()
        far, to_far = await asyncio.open_connection(*self.target)
        with suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(self._pump(near, to_far), self._pump(far, to_near))

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self.is_open.wait()
                target.write(data)
                await target.drain()
        finally:
            target.close()


@contextmanager
def proxied(host: str, port: int) -> Iterator[Proxy]:
    proxy = Proxy(host, port)
    thread = threading.Thread(target=proxy.run, name="proxy", daemon=True)
    thread.start()
    assert proxy.ready.wait(PATIENCE_SECONDS)
    try:
        yield proxy
    finally:
        proxy.end()
        thread.join(PATIENCE_SECONDS)
