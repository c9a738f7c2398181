"""A long answer waits for its reader: Daphne alone takes all of it at once, and keeps what was not read in memory."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class _Valve:
    """Twisted closes it while too much is waiting to be sent, and opens it when that is gone."""

    def __init__(self) -> None:
        self.is_open = asyncio.Event()
        self.is_open.set()

    def pauseProducing(self) -> None:  # noqa: N802  as Twisted calls it
        self.is_open.clear()

    def resumeProducing(self) -> None:  # noqa: N802
        self.is_open.set()

    def stopProducing(self) -> None:  # noqa: N802  the reader has gone: whoever writes is told of that in another way
        self.is_open.set()


def with_backpressure(application: Application) -> Application:
    """For answers in several parts; of another server than Daphne nothing is known, and nothing is changed."""

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
            await asyncio.sleep(0)  # others have their turn, and word that the reader has gone gets through
            await valve.is_open.wait()

        try:
            await application(scope, receive, send_in_time)
        finally:
            _remove(valve, request)

    return answer


def _place(valve: _Valve, request: Any) -> None:
    if _is_connected(request) and request.producer is None:
        request.registerProducer(valve, True)


def _remove(valve: _Valve, request: Any) -> None:
    if _is_connected(request) and request.producer is valve:
        request.unregisterProducer()


def _is_connected(request: Any) -> bool:
    """Twisted takes the channel away from a request that has ended."""
    return getattr(request, "channel", None) is not None
