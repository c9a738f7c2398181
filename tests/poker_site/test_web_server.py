"""The web server limits the time for each part of a request, and how many connections an address may hold."""

from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from poker_site.web import server as web_server
from poker_site.web.connection_limits import ConnectionsByAddress
from poker_site.web.server import (
    BODY_SECONDS,
    HEAD_SECONDS,
    IDLE_SECONDS,
    LINGER_SECONDS,
    MOST_BODY_BYTES,
    SLOWEST_BYTES_PER_SECOND,
    LimitedServer,
)

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
AWAY = IPv4Address("TCP", "192.0.2.7", 40_000)


class Wire(StringTransport):
    """Is a connection in memory, which is lost as soon as the server closes it."""

    protocol: Any = None

    def loseConnection(self) -> None:  # noqa: N802
        if not self.disconnecting:
            super().loseConnection()
            self.protocol.connectionLost(None)

    def loseWriteConnection(self) -> None:  # noqa: N802
        pass

    def abortConnection(self) -> None:  # noqa: N802
        self.loseConnection()


class Requests:
    """Holds complete requests until they are answered, in place of the site."""

    def __init__(self) -> None:
        self.open: list[Any] = []

    def answer(self) -> None:
        request = self.open.pop(0)
        request.handle_reply({"type": "http.response.start", "status": 204, "headers": []})
        request.handle_reply({"type": "http.response.body"})


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> Requests:
    found = Requests()

    def process(request: Any) -> None:
        found.open.append(request)

    monkeypatch.setattr(web_server.LimitedRequest, "process", process)
    return found


@pytest.fixture
def server(clock: Clock) -> LimitedServer:
    server = LimitedServer(None, endpoints=["tcp:port=0"])
    server.connections = {}
    server.factory.reactor = clock
    return server


@pytest.fixture
def wire(server: LimitedServer, requests: Requests) -> Iterator[Wire]:
    wire = connect(server)
    yield wire
    wire.loseConnection()  # frees what the server keeps of a body


def connect(server: LimitedServer, address: Any = AWAY) -> Wire:
    wire = Wire(peerAddress=address)
    wire.protocol = server.http_factory.buildProtocol(address)
    wire.protocol.makeConnection(wire)
    return wire


def drip(wire: Wire, clock: Clock, data: bytes, every: float) -> float:
    """Send data byte by byte; return the seconds until the connection was closed or all had come."""
    began = clock.seconds()
    for byte in data:
        if wire.disconnecting:
            break
        wire.protocol.dataReceived(bytes([byte]))
        clock.advance(every)
    return clock.seconds() - began


def test_a_connection_without_a_request_is_closed(wire: Wire, clock: Clock) -> None:
    clock.advance(IDLE_SECONDS - 1)
    assert not wire.disconnecting
    clock.advance(1)
    assert wire.disconnecting


def test_headers_that_come_too_slowly_end_the_connection(wire: Wire, clock: Clock) -> None:
    assert drip(wire, clock, GET, every=1) == HEAD_SECONDS
    assert wire.disconnecting


def test_headers_that_come_in_time_are_answered(wire: Wire, clock: Clock, requests: Requests) -> None:
    drip(wire, clock, GET, every=HEAD_SECONDS / len(GET) / 2)
    assert len(requests.open) == 1
    assert not wire.disconnecting


@pytest.mark.parametrize("head", [b"Content-Length: 64000", b"Transfer-Encoding: chunked"])
def test_a_body_that_comes_too_slowly_ends_the_connection(wire: Wire, clock: Clock, head: bytes) -> None:
    size = 64_000 if b"Length" in head else MOST_BODY_BYTES
    wire.protocol.dataReceived(POST + head + b"\r\n\r\nfa00\r\n")
    assert drip(wire, clock, b"x" * 1_000, every=1) < BODY_SECONDS + size / SLOWEST_BYTES_PER_SECOND + 1
    assert wire.disconnecting


@pytest.mark.parametrize("size", [1_000, 1_920_000, MOST_BODY_BYTES])
def test_a_larger_body_gets_more_time(wire: Wire, clock: Clock, requests: Requests, size: int) -> None:
    wire.protocol.dataReceived(POST + b"Content-Length: %d\r\n\r\n" % size)
    for _ in range(10):
        wire.protocol.dataReceived(b"x" * (size // 10))
        clock.advance((BODY_SECONDS + size / SLOWEST_BYTES_PER_SECOND) / 11)
    assert len(requests.open) == 1
    assert not wire.disconnecting


def test_an_answer_may_take_its_time(wire: Wire, clock: Clock, requests: Requests) -> None:
    wire.protocol.dataReceived(GET)
    clock.advance(10 * IDLE_SECONDS)
    assert not wire.disconnecting
    requests.answer()
    assert wire.value().startswith(b"HTTP/1.1 204 ")


def test_the_next_request_has_the_same_time_limits(wire: Wire, clock: Clock, requests: Requests) -> None:
    for _ in range(3):
        wire.protocol.dataReceived(GET)
        requests.answer()
        clock.advance(IDLE_SECONDS - 1)
        assert not wire.disconnecting
    assert drip(wire, clock, GET, every=1) == HEAD_SECONDS
    assert wire.disconnecting


def test_a_request_begun_before_the_answer_has_the_same_time_limit(
    wire: Wire, clock: Clock, requests: Requests
) -> None:
    wire.protocol.dataReceived(GET + GET[:20])
    clock.advance(IDLE_SECONDS)
    requests.answer()
    clock.advance(HEAD_SECONDS - 1)
    assert not wire.disconnecting
    clock.advance(1)
    assert wire.disconnecting


def test_a_connection_is_closed_soon_after_a_refusal(wire: Wire, clock: Clock, requests: Requests) -> None:
    wire.protocol.dataReceived(POST + b"Content-Length: %d\r\n\r\n" % (MOST_BODY_BYTES + 1))
    assert wire.value().startswith(b"HTTP/1.1 413 ")
    assert drip(wire, clock, GET * 10, every=0.5) == LINGER_SECONDS
    assert wire.disconnecting
    assert not requests.open


def test_a_length_beyond_any_number_is_a_bad_request(wire: Wire, requests: Requests) -> None:
    wire.protocol.dataReceived(POST + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n")
    assert wire.value().startswith(b"HTTP/1.1 400 ")
    assert wire.disconnecting
    assert not requests.open


def test_only_the_application_reads_a_form(wire: Wire, requests: Requests) -> None:
    """Reading a large form takes long: the server would keep all sockets waiting."""
    form = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n\r\n"
    wire.protocol.dataReceived(POST + form + b"a=1&")
    [request] = requests.open
    assert request.args == {}
    assert request.content.read() == b"a=1&"


class TestNumberOfConnections:
    @pytest.fixture(autouse=True)
    def few(self, server: LimitedServer, requests: Requests) -> Iterator[None]:
        server.counted.connections = ConnectionsByAddress(3)
        yield
        assert not server.counted.protocols

    def refuses(self, server: LimitedServer, address: Any) -> bool:
        return server.http_factory.buildProtocol(address) is None

    def test_connections_of_one_address_are_limited(self, server: LimitedServer) -> None:
        wires = [connect(server) for _ in range(3)]
        assert self.refuses(server, AWAY)
        wires.append(connect(server, IPv4Address("TCP", "192.0.2.8", 40_000)))
        for wire in wires:
            wire.loseConnection()

    def test_only_open_connections_count(self, server: LimitedServer) -> None:
        for _ in range(10):
            connect(server).loseConnection()
        last = connect(server)
        last.protocol.dataReceived(b"no request\r\n\r\n")  # refused in another way, and closed by the server
        assert last.disconnecting
        wires = [connect(server) for _ in range(3)]
        assert self.refuses(server, AWAY)
        for wire in wires:
            wire.loseConnection()

    def test_connections_of_this_machine_and_of_a_proxy_are_not_limited(
        self, server: LimitedServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        wires = [connect(server, IPv4Address("TCP", "127.0.0.1", 40_000)) for _ in range(9)]
        monkeypatch.setattr(web_server, "ENV", type("Behind", (), {"trusted_proxies": 1}))
        wires += [connect(server) for _ in range(9)]
        for wire in wires:
            wire.loseConnection()

    def test_connections_over_ipv6_are_counted_by_network(self, server: LimitedServer) -> None:
        wires = [connect(server, IPv6Address("TCP", f"2001:db8::{last}", 40_000)) for last in (1, 2, 3)]
        assert self.refuses(server, IPv6Address("TCP", "2001:db8::4", 40_000))
        wires.append(connect(server, IPv6Address("TCP", "2001:db8:0:1::4", 40_000)))
        for wire in wires:
            wire.loseConnection()
