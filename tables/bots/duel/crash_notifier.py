"""Run beside the arena: if its process dies, tell its clients and close their connections in order.

`witness.py` runs this as a file. It imports nothing of ours, so that it is there at once and weighs little. It holds a
second descriptor of each connection, which is why they are still open when the arena is dead, and learns of the death
when the pair of sockets on which it was given them ends. It never touches a connection before that.
"""

import contextlib
import fcntl
import mmap
import os
import selectors
import signal
import socket
import struct
import sys
import termios
import time
from typing import Final

CAME: Final = b"+"
GONE: Final = b"-"
LENGTH: Final = 5
NUMBER: Final = 8
"""Bytes of one number in the memory that both processes see: two numbers for each slot."""
DRAINING: Final = 4.5
"""Seconds for which data that still comes is read and thrown away."""
CHUNK: Final = 64 * 1024


def record(sign: bytes, slot: int) -> bytes:
    """Encode what the arena reports; `slot` is its number for the connection, used for one at a time."""
    return sign + slot.to_bytes(LENGTH - len(sign), "little")


def collect_descriptors(pair: socket.socket) -> dict[int, int]:
    """Collect descriptors until the arena is dead; return those that are left, by slot."""
    lines: dict[int, int] = {}
    while True:
        told, handed, _, _ = socket.recv_fds(pair, LENGTH, 1)
        if not told:
            return lines
        slot = int.from_bytes(told[1:], "little")
        if slot in lines:
            os.close(lines.pop(slot))
        if handed:  # otherwise it is gone, or this process has as many files as it may have
            lines[slot] = handed[0]


def written(line: socket.socket) -> int:
    """Return how many bytes the arena has handed to the system; -1 where that cannot be known."""
    if sys.platform != "linux":
        return -1
    try:
        (acknowledged,) = struct.unpack_from("=Q", line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256), 120)
        (others,) = struct.unpack("=i", fcntl.ioctl(line, termios.TIOCOUTQ, bytes(4)))
    except (OSError, struct.error):
        return -1
    return int(acknowledged + others)


def is_between(line: socket.socket, since: int, until: int) -> bool:
    """Tell whether the line is between two messages: the last one may be lost in part, or whole, with the arena."""
    return not until or written(line) in (since, until)


def send_last_words(lines: dict[int, int], waiting: memoryview, words: bytes) -> None:
    """Send the last words; a line that was left in the middle of a message just ends, as no words can follow there."""
    chosen = selectors.DefaultSelector()
    for slot, number in lines.items():
        line = socket.socket(fileno=number)
        last = words if is_between(line, waiting[2 * slot], waiting[2 * slot + 1]) else b""
        chosen.register(line, selectors.EVENT_READ | selectors.EVENT_WRITE, last)
    until = time.monotonic() + DRAINING
    while chosen.get_map() and (left := until - time.monotonic()) > 0:
        for key, ready in chosen.select(left):
            line: socket.socket = key.fileobj  # type: ignore[no-redef]  # nothing else was registered
            if ready & selectors.EVENT_WRITE:
                rest = say(line, key.data)
                wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if rest else 0)
                chosen.modify(line, wanted, rest)
            if ready & selectors.EVENT_READ and has_left(line):
                chosen.unregister(line)
                line.close()


def say(line: socket.socket, words: bytes) -> bytes:
    """Send words and return what is left of them; shut the sending side once all are sent."""
    with contextlib.suppress(OSError):
        try:
            rest = words[line.send(words, socket.MSG_DONTWAIT) :] if words else b""
        except BlockingIOError:  # until the other side has got the message before
            rest = words
        if rest:
            return rest
        line.shutdown(socket.SHUT_WR)
    return b""


def has_left(line: socket.socket) -> bool:
    try:
        return not line.recv(CHUNK, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True


def main(pair: str, waiting: str, words: str) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # a signal meant for the arena may hit everything that it started
    shared = memoryview(mmap.mmap(int(waiting), 0, access=mmap.ACCESS_READ)).cast("Q")
    send_last_words(collect_descriptors(socket.socket(fileno=int(pair))), shared, bytes.fromhex(words))


if __name__ == "__main__":
    main(*sys.argv[1:])
