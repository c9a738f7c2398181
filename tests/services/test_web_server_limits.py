"""The web server reads no large body, and goes on serving others while a client sends one."""

import http.client
import re
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from poker_site.web.server import MOST_BODY_BYTES
from tests.ports import free_port

PATIENCE_SECONDS = 30
HUGE = 300_000_000
CHUNK = 256 * 1024
GROWN_AT_MOST = 40_000_000

SERVER = """
import sys
from poker_site.web.server import LimitedServer

async def application(scope, receive, send):
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        return
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message.get("body", b"")), message.get("more_body")
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})

def ready():
    print("ready", flush=True)

endpoint = f"tcp:port={sys.argv[1]}:interface=127.0.0.1:backlog=1024"
times = {"ping_interval": 1, "ping_timeout": 1, "websocket_handshake_timeout": 1}
LimitedServer(application, endpoints=[endpoint], signal_handlers=False, ready_callable=ready, **times).run()
"""


class Started:
    def __init__(self, port: int, process: "subprocess.Popen[str]") -> None:
        self.port = port
        self.process = process

    def connect(self, words: bytes = b"") -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_SECONDS)
        connection.sendall(words)
        return connection

    def posts(self, body: bytes | Iterator[bytes], **headers: str) -> tuple[int, bytes]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)) as connection:
            connection.request("POST", "/", body, headers)
            response = connection.getresponse()
            return response.status, response.read()

    def largest_memory(self) -> int:
        """Return the most bytes of memory that the process ever had."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+([0-9]+) kB", status)
        assert found
        return int(found[1]) * 1024


@pytest.fixture(scope="module")
def server() -> Iterator[Started]:
    port = free_port()
    with subprocess.Popen([sys.executable, "-c", SERVER, port], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        yield Started(int(port), process)
        process.terminate()


def in_chunks(size: int, part: int = CHUNK) -> Iterator[bytes]:
    for _ in range(size // part):
        yield b"x" * part


def everything_from(connection: socket.socket) -> bytes:
    """Read until the other side hangs up, in order or not."""
    found = b""
    try:
        while data := connection.recv(1 << 16):
            found += data
    except ConnectionResetError:
        pass
    return found


def sent_until_answered(connection: socket.socket, chunk: bytes, most: int) -> int:
    """Send chunks, and return how many bytes the other side took before it said anything."""
    sent = 0
    try:
        while sent < most and not select.select([connection], [], [], 0)[0]:
            connection.sendall(chunk)
            sent += len(chunk)
    except (ConnectionResetError, BrokenPipeError):
        pass
    return sent


@pytest.mark.parametrize("size", [0, 1, 100_000, MOST_BODY_BYTES])
def test_body_that_is_not_too_large_arrives(server: Started, size: int) -> None:
    assert server.posts(b"x" * size) == (200, str(size).encode())


def test_a_body_in_chunks_arrives(server: Started) -> None:
    assert server.posts(in_chunks(3_000_000, 100_000)) == (200, b"3000000")


def test_body_announced_as_too_large_is_refused_before_it_comes(server: Started) -> None:
    head = (
        f"POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: {MOST_BODY_BYTES + 1}\r\n\r\n"
    )
    with server.connect(head.encode()) as connection:
        answer = everything_from(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"This is too large" in answer


def test_client_that_sends_a_little_too_much_can_read_why(server: Started) -> None:
    status, text = server.posts(b"x" * (MOST_BODY_BYTES + 1_000_000))
    assert status == 413
    assert b"at most 4 MB" in text


@pytest.mark.parametrize("length", ["5e6", "-1", "9" * 5_000, "4000001, 3"])
def test_invalid_length_is_refused(server: Started, length: str) -> None:
    with server.connect(
        f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n".encode()
    ) as connection:
        assert everything_from(connection)[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 413")


def test_a_huge_body_in_chunks_is_refused_early_while_others_are_served(server: Started) -> None:
    assert server.posts(b"x" * MOST_BODY_BYTES)[0] == 200
    before = server.largest_memory()
    answered, done = 0, threading.Event()

    def others() -> None:
        nonlocal answered
        while not done.is_set():
            assert server.posts(b"others")[0] == 200
            answered += 1

    chunk = b"%x\r\n%s\r\n" % (CHUNK, b"x" * CHUNK)
    visitor = threading.Thread(target=others)
    visitor.start()
    try:
        with server.connect(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n") as connection:
            sent = sent_until_answered(connection, chunk, HUGE)
            answer = everything_from(connection)
    finally:
        done.set()
        visitor.join()
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert sent < HUGE // 4  # both what the server read and what was on the way
    assert answered
    assert server.largest_memory() - before < GROWN_AT_MOST


class TestSockets:
    HEAD = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )

    def test_sockets_open_and_are_closed_when_they_answer_no_ping(self, server: Started) -> None:
        with server.connect(self.HEAD) as connection:
            said = everything_from(connection)
        assert said.startswith(b"HTTP/1.1 101 ")
        assert b"\x89\x0c" in said  # a ping was sent


def test_every_web_server_of_the_site_limits_bodies() -> None:
    from poker_site.runtime.embedded import WebServer
    from poker_site.web.server import LimitedCommandLine, LimitedServer

    assert issubclass(WebServer, LimitedServer)
    assert LimitedCommandLine.server_class is LimitedServer
