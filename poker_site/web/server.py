"""Run Daphne with limits on what a connection may send, how long it may take, and how many an address may hold.

Daphne takes a whole request before it calls the application, so these limits can be kept nowhere else. The command
`python -m poker_site.web.server` takes the same options as `daphne`.
"""

import daphne.server  # noqa: F401  isort: skip  must come before anything else imports Twisted

import sys
from typing import Any, Final

from daphne.cli import CommandLineInterface
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.server import Server
from twisted.internet.interfaces import IAddress
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.web.http import HTTPChannel

from poker_site.environment import ENV
from poker_site.web.connection_limits import ConnectionsByAddress

MOST_BODY_BYTES: Final = 4_000_000
"""The most bytes of a body. No form or upload of ours needs more; the study shelf takes files of 1 MB."""
IDLE_SECONDS: Final = 60
"""Seconds that may pass before the first request, and between two."""
HEAD_SECONDS: Final = 15
"""Seconds from the first byte of a request to the end of its headers, however they come."""
BODY_SECONDS: Final = 30
SLOWEST_BYTES_PER_SECOND: Final = 64_000
"""A body may take BODY_SECONDS, and one second more for every so many bytes."""
HANDSHAKE_SECONDS: Final = 20
"""Seconds that a WebSocket has to open. Hundreds come at once after a restart; those cut off would come again."""
LINGER_SECONDS: Final = 2
"""Seconds of input thrown away after a refusal: a client that is cut off at once often misses the answer."""

_SENTENCE: Final = b"This is too large: at most 4 MB can be sent at once.\n"
TOO_LARGE: Final = (
    b"HTTP/1.1 413 Content Too Large\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(_SENTENCE), _SENTENCE)
)


class LimitedRequest(WebRequest):  # type: ignore[misc]
    """Leaves reading forms to Django alone: Twisted would parse them too, while every socket waits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._parsePOSTFormSubmission = False


class LimitedChannel(HTTPChannel):
    """Speaks HTTP on a connection. Each part of a request has a time limit that nothing prolongs."""

    transport: Any
    refused = False
    is_idle = True
    """True until the first byte of the next request has come."""
    _body_bytes = 0
    """Bytes that have come of a body without a given length, including what divides it into chunks."""

    def resetTimeout(self) -> None:  # noqa: N802  as Twisted calls it, whenever bytes come
        if self.is_idle and self.timeOut is not None:
            self.is_idle = False
            self.setTimeout(HEAD_SECONDS)

    def headerReceived(self, line: bytes) -> bool:  # noqa: N802
        try:
            return bool(super().headerReceived(line))
        except ValueError:  # Python reads no length of thousands of digits
            self._respondToBadRequestAndDisconnect()
            return False

    def allHeadersReceived(self) -> None:  # noqa: N802
        self._body_bytes = 0
        most = MOST_BODY_BYTES if self.length is None else self.length
        if most > MOST_BODY_BYTES:
            self._refuse()
            return
        super().allHeadersReceived()
        if most:
            self.setTimeout(BODY_SECONDS + most / SLOWEST_BYTES_PER_SECOND)

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        if self.refused:
            return
        if self.length is None and not self._handlingRequest:
            self._body_bytes += len(data)
            if self._body_bytes > MOST_BODY_BYTES:
                self._refuse()
                return
        super().rawDataReceived(data)

    def allContentReceived(self) -> None:  # noqa: N802
        """Set the idle time limit, which Twisted suspends during the answer and restores after it."""
        self.is_idle = True
        self.setTimeout(IDLE_SECONDS)
        super().allContentReceived()

    def _refuse(self) -> None:
        """Answer that the body is too large, and close when the other side does, or soon."""
        self.refused = True
        self.transport.write(TOO_LARGE)
        self.transport.loseWriteConnection()
        self.setTimeout(LINGER_SECONDS)


class LimitedFactory(HTTPFactory):  # type: ignore[misc]
    """Makes limited channels for Daphne."""

    protocol = LimitedChannel

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self.timeOut = IDLE_SECONDS

    def buildProtocol(self, addr: IAddress) -> LimitedChannel:  # noqa: N802
        channel: LimitedChannel = super().buildProtocol(addr)
        channel.requestFactory = LimitedRequest
        return channel


class CountedConnection(ProtocolWrapper):
    """Is counted until the connection is gone, whether it speaks HTTP or has become a WebSocket."""

    address = ""


class CountedFactory(WrappingFactory[CountedConnection]):
    """Closes connections of addresses that hold too many, before a byte of theirs is read."""

    protocol = CountedConnection

    def __init__(self, factory: LimitedFactory, connections: ConnectionsByAddress) -> None:
        super().__init__(factory)
        self.connections = connections

    def buildProtocol(self, addr: IAddress | None) -> CountedConnection | None:  # type: ignore[override]  # noqa: N802
        address = str(getattr(addr, "host", ""))
        if not self.connections.enter(address):
            return None  # Twisted closes it
        connection = super().buildProtocol(addr)
        connection.address = address
        return connection

    def unregisterProtocol(self, p: CountedConnection) -> None:  # noqa: N802
        super().unregisterProtocol(p)
        self.connections.leave(p.address)


class LimitedServer(Server):  # type: ignore[misc]
    """Runs Daphne with these limits. All connections come from a trusted proxy if there is one: it must limit them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"websocket_handshake_timeout": HANDSHAKE_SECONDS})
        self.factory = LimitedFactory(self)
        self.counted = CountedFactory(self.factory, ConnectionsByAddress())

    @property
    def http_factory(self) -> HTTPFactory | CountedFactory:
        """Give Daphne our factory to listen with; it also makes one of its own, which is not used."""
        return self.factory if ENV.trusted_proxies else self.counted

    @http_factory.setter
    def http_factory(self, of_daphne: HTTPFactory) -> None:
        pass


class LimitedCommandLine(CommandLineInterface):  # type: ignore[misc]
    """Runs the command `daphne` with this server."""

    server_class = LimitedServer


if __name__ == "__main__":
    LimitedCommandLine().run(sys.argv[1:])
