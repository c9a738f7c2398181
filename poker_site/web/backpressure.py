"""Make long answers wait for their reader, and cut sockets whose other side does not read.

Daphne alone would take everything at once, and keep in memory what was not read.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

MOST_UNREAD: Final = 1024 * 1024
"""Characters that may wait for the reader of a socket."""

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class _Valve:
    """Stays closed while too much is waiting to be sent, as Twisted says."""

    def __init__(self) -> None:
        self.is_open = asyncio.Event()
        self.is_open.set()

    def pauseProducing(self) -> None:  # noqa: N802  as Twisted calls it
        self.is_open.clear()

    def resumeProducing(self) -> None:  # noqa: N802
        self.is_open.set()

    def stopProducing(self) -> None:  # noqa: N802  the reader has gone: the application learns of that in another way
        self.is_open.set()


def with_backpressure(application: Application) -> Application:
    """Make answers of several parts wait for their reader; change nothing under a server other than Daphne."""

    async def answer(scope: dict[str, Any], receive: Any, send: Any) -> None:
        request = next(iter(getattr(send, "args", ())), None)
        if not hasattr(request, "registerProducer"):
            await application(scope, receive, send)
            return
        valve = _Valve()

        async def send_in_time(message: dict[str, Any]) -> None:
            if not message.get("more_body"):
                _remove(valve, request)
                await send(message)
                return
            _place(valve, request)
            await send(message)
            await asyncio.sleep(0)  # other tasks run, and the message that the reader has gone arrives
            await valve.is_open.wait()

        try:
            await application(scope, receive, send_in_time)
        finally:
            _remove(valve, request)

    return answer


class _Gauge:
    """Counts the characters sent since the other side stopped keeping up."""

    def __init__(self) -> None:
        self.lags = False
        self.unread = 0

    def pauseProducing(self) -> None:  # noqa: N802  as Twisted calls it, with every message
        self.lags = True

    def resumeProducing(self) -> None:  # noqa: N802
        self.lags, self.unread = False, 0

    def stopProducing(self) -> None:  # noqa: N802
        self.resumeProducing()

    def is_full(self, text: str) -> bool:
        self.unread += len(text) if self.lags else 0
        return self.unread > MOST_UNREAD


def with_bounded_queue(application: Application) -> Application:
    """Cut sockets whose other side does not read. Sending must not wait: others at the table would wait too.

    A viewer who is cut gets the whole page again on coming back. Pings do not find such a connection: messages from it
    keep it alive however little it reads.
    """

    async def socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
        protocol: Any = next(iter(getattr(send, "args", ())), None)
        gauge = _Gauge()

        async def send_or_cut(message: dict[str, Any]) -> None:
            if gauge.is_full(message.get("text") or ""):
                protocol.transport.abortConnection()
                return
            await send(message)
            if message["type"] == "websocket.accept":
                protocol.unregisterProducer()  # the producer that spoke HTTP on this connection
                protocol.registerProducer(gauge, True)

        await application(scope, receive, send_or_cut if hasattr(protocol, "transport") else send)

    return socket


def _place(valve: _Valve, request: Any) -> None:
    if _is_connected(request) and request.producer is None:
        request.registerProducer(valve, True)


def _remove(valve: _Valve, request: Any) -> None:
    if _is_connected(request) and request.producer is valve:
        request.unregisterProducer()


def _is_connected(request: Any) -> bool:
    """Tell whether a request is still open: Twisted takes its channel away when it has ended."""
    return getattr(request, "channel", None) is not None
