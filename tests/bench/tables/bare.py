"""Measure what an action would cost if it were nothing but its writes and six socket sends."""

import os
import socket
import time
from contextlib import ExitStack
from typing import Final, NamedTuple

import psycopg

from tests.bench.tables.machine import use_of

ROUNDS: Final = 1500
SEATS: Final = 6

_PREPARE: Final = (
    "CREATE TABLE bare_table (LIKE tables_table INCLUDING ALL)",
    "CREATE TABLE bare_move (LIKE tables_move INCLUDING ALL)",
    "INSERT INTO bare_table OVERRIDING SYSTEM VALUE SELECT * FROM tables_table ORDER BY id LIMIT 1",
)
_LOCK: Final = "SELECT id FROM bare_table FOR NO KEY UPDATE"
_MOVE: Final = """
    INSERT INTO bare_move (hand_id, sequence, seat, verb, amount, cause, at)
    VALUES (%s, %s, 1, 'call', NULL, 'player', clock_timestamp())
"""
_TABLE: Final = """
    UPDATE bare_table SET version = version + 1, moves_made = %s, turn = %s, due = 'act',
    due_at = clock_timestamp() + interval '20 s', grace_given = false
"""


class Bare(NamedTuple):
    """Holds the seconds that one action takes: of time, and of CPU time."""

    wall: float
    cpu: float


def measure(database_url: str, postmaster: int, update_bytes: int) -> Bare:
    """Measure on an otherwise idle site; emptying the sockets again is not counted."""
    payload = os.urandom(max(update_bytes, 1))
    wall = own = 0.0
    with psycopg.connect(database_url) as database, ExitStack() as stack:
        for statement in _PREPARE:
            database.execute(statement)
        database.commit()
        ends = [_loopback(stack) for _ in range(SEATS)]
        before = use_of(postmaster).cpu_seconds
        for number in range(ROUNDS):
            begun, began = time.thread_time(), time.perf_counter()
            _write(database, number)
            for near, _ in ends:
                near.sendall(payload)
            own, wall = own + time.thread_time() - begun, wall + time.perf_counter() - began
            for _, far in ends:
                far.recv(len(payload), socket.MSG_WAITALL)
        database_cpu = use_of(postmaster).cpu_seconds - before
    return Bare(wall / ROUNDS, (own + database_cpu) / ROUNDS)


def _write(database: "psycopg.Connection[tuple[object, ...]]", number: int) -> None:
    database.execute(_LOCK)
    database.execute(_MOVE, (number // 30 + 1, number % 30))
    database.execute(_TABLE, (number % 30, number % SEATS + 1))
    database.commit()


def _loopback(stack: ExitStack) -> tuple[socket.socket, socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        near = stack.enter_context(socket.create_connection(server.getsockname()))
        far = stack.enter_context(server.accept()[0])
    near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return near, far
