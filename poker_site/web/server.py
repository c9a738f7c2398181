"""Daphne with limits on what a connection may send, how long it may take, and how many there are of an address.

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
"""No form or upload of ours needs more; the study shelf, where files are brought, takes 1 MB."""
IDLE_SECONDS: Final = 60
"""Between two requests, and before the first."""
HEAD_SECONDS: Final = 15
"""From the first byte of a request to the end of its headers, however they come."""
BODY_SECONDS: Final = 30
SLOWEST_BYTES_PER_SECOND: Final = 64_000
"""The time for a body: so many seconds, and one more for each of these bytes."""
HANDSHAKE_SECONDS: Final = 20
"""The time a WebSocket has to open. After a restart hundreds come at once, and those cut off would come again."""
LINGER_SECONDS: Final = 2
"""After a refusal, input is thrown away for so long: a client that is cut off at once often misses the answer."""

_SENTENCE: Final = b"This is too large: at most 4 MB can be sent at once.\n"
TOO_LARGE: Final = (
    b"HTTP/1.1 413 Content Too Large\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(_SENTENCE), _SENTENCE)
)


class LimitedRequest(WebRequest):  # type: ignore[misc]
    """A request whose form only Django reads: Twisted would parse it too, while every socket waits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._parsePOSTFormSubmission = False


class LimitedChannel(HTTPChannel):
    """A connection that speaks HTTP. Each part of a request has a time that nothing prolongs."""

    transport: Any
    refused = False
    is_idle = True
    """No byte of the next request has come."""
    _body_bytes = 0
    """How many have come of a body that does not tell its length, with what divides it into chunks."""

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
        """While it is answered there is no time-out; the one that is set here comes back after the answer."""
        self.is_idle = True
        self.setTimeout(IDLE_SECONDS)
        super().allContentReceived()

    def _refuse(self) -> None:
        """Say that it is too large, and hang up when the other side does, or soon."""
        self.refused = True
        self.transport.write(TOO_LARGE)
        self.transport.loseWriteConnection()
        self.setTimeout(LINGER_SECONDS)


class LimitedFactory(HTTPFactory):  # type: ignore[misc]
    """Makes such channels for Daphne."""

    protocol = LimitedChannel

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self.timeOut = IDLE_SECONDS

    def buildProtocol(self, addr: IAddress) -> LimitedChannel:  # noqa: N802
        channel: LimitedChannel = super().buildProtocol(addr)
        channel.requestFactory = LimitedRequest
        return channel


class CountedConnection(ProtocolWrapper):
    """A connection that is counted until it is gone, whether it speaks HTTP or has become a WebSocket."""

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
    """Daphne with these limits. Behind a trusted proxy, from which all come, the proxy has to limit their number."""

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
    """The command `daphne` with this server."""

    server_class = LimitedServer


if __name__ == "__main__":
    LimitedCommandLine().run(sys.argv[1:])
