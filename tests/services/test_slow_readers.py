"""A client that reads a long answer slowly, or not at all, does not fill the server's memory with it."""

import http.client
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.ports import free_port

PARTS, PART = 400, 256 * 1024
"""Makes an answer of a hundred megabytes."""
FEW = 3
PATIENCE_SECONDS = 30

SERVER = f"""
import asyncio, sys
from poker_site.web.server import LimitedServer
from poker_site.web.backpressure import with_backpressure, with_bounded_queue

made = ended = failed = 0

async def application(scope, receive, send):
    global made, ended
    await receive()
    await send({{"type": "http.response.start", "status": 200, "headers": []}})
    if scope["path"] == "/made/":
        await send({{"type": "http.response.body", "body": f"{{made}} {{ended}} {{failed}}".encode()}})
        return
    gone = asyncio.ensure_future(receive())
    for _ in range({PARTS}):
        if gone.done():
            break
        await send({{"type": "http.response.body", "body": b"x" * {PART}, "more_body": True}})
        made += 1
    await send({{"type": "http.response.body"}})
    ended += 1

async def socket(scope, receive, send):
    global made, ended
    await receive()
    await send({{"type": "websocket.accept"}})
    gone = asyncio.ensure_future(receive())
    for _ in range({PARTS} if scope["path"] == "/many/" else {FEW}):
        if gone.done():
            break
        await send({{"type": "websocket.send", "text": "x" * {PART}}})
        made += 1
        await asyncio.sleep(0)
    await gone
    ended += 1

async def router(scope, receive, send):
    global failed
    kinds = {{"http": with_backpressure(application), "websocket": with_bounded_queue(socket)}}
    try:
        await kinds[scope["type"]](scope, receive, send)
    except Exception:
        failed += 1

endpoints = [f"tcp:port={{sys.argv[1]}}:interface=127.0.0.1"]
ready = lambda: print("ready", flush=True)
LimitedServer(router, endpoints=endpoints, signal_handlers=False, ready_callable=ready).run()
"""


@pytest.fixture
def port() -> Iterator[int]:
    port = free_port()
    with subprocess.Popen([sys.executable, "-c", SERVER, port], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        assert server.stdout.readline() == "ready\n"
        yield int(port)
        server.terminate()


def made(port: int) -> tuple[int, int, int]:
    """Return how many parts were made, how many answers have ended, and how many failed."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)) as connection:
        connection.request("GET", "/made/")
        parts, ended, failed = connection.getresponse().read().split()
        return int(parts), int(ended), int(failed)


def made_when_it_waits(port: int) -> int:
    """Return how many parts were made, once there are no more from one look to the next."""
    before, now = -1, 0
    while before != now or not now:
        before, (now, *_) = now, made(port)
    return now


def opened(port: int, path: str) -> socket.socket:
    """Open a WebSocket, and read nothing yet."""
    reader = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS)
    words = ["Host: localhost", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    words += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    reader.sendall("\r\n".join([f"GET {path} HTTP/1.1", *words, "", ""]).encode())
    return reader


def when_ended(port: int) -> tuple[int, int, int]:
    for _ in range(10_000):
        parts, ended, failed = made(port)
        if ended or failed:
            break
    return parts, ended, failed


def test_a_socket_whose_other_side_never_reads_is_cut(port: int) -> None:
    with opened(port, "/many/"):
        parts, ended, failed = when_ended(port)
    assert (ended, failed) == (1, 0)
    assert parts < PARTS // 2


def test_a_socket_may_be_read_late(port: int) -> None:
    with opened(port, "/few/") as reader:
        while made(port)[0] < FEW:
            pass
        size = 0
        while size < FEW * PART:
            size += len(reader.recv(1 << 20))


def test_an_answer_waits_for_its_reader_and_comes_whole(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as reader:
        reader.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert made_when_it_waits(port) < PARTS // 2
        size = 0
        while data := reader.recv(1 << 20):
            size += len(data)
    assert size > PARTS * PART
    assert made(port) == (PARTS, 1, 0)


def test_an_answer_whose_reader_goes_away_is_not_made_to_the_end(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as reader:
        reader.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert made_when_it_waits(port) < PARTS // 2
    parts, ended, failed = when_ended(port)
    assert (ended, failed) == (1, 0)
    assert parts < PARTS
