"""Run the platform's own load test against our arena.

Run `python -m tests.bench.arena [--rooms 1000] [--players 2]`. It plays this many rooms at once, 50 hands each, and
everybody checks or calls: first house bots, with a client who watches each room, then programs over sockets from two
processes. The server is a process of its own on SQLite; every hand is stored, and counted at the end.
"""

import argparse
import json
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

from poker_site.environment import BASE_DIR
from tests.bench.tables.machine import use_of
from tests.play import MANAGE, environment
from tests.ports import free_port

HANDS: Final = 50
ROOMS: Final = {2: (1, 100, 1000, 3000), 6: (1, 100, 1000)}
BY_SOCKET: Final = {2: (100, 1000), 6: (100,)}
PUBLISHED: Final = {
    (2, 1): 22.3,
    (2, 100): 23.1,
    (2, 1000): 34.9,
    (2, 3000): 93.4,
    (6, 1): 53.9,
    (6, 100): 59.2,
    (6, 1000): 190.5,
}
"""Maps players and rooms to the seconds that the platform published."""
ORIGINAL: Final = {2: 199.0, 6: 30.0}
"""Maps players to the hands a second of the original server on this kind of machine."""
TARGET: Final = BASE_DIR / "var" / "bench-arena.json"
PATIENCE: Final = 900


class Arena(NamedTuple):
    process: subprocess.Popen[str]
    port: str
    data: Path

    def stored(self) -> int:
        with sqlite3.connect(self.data / "evenhand.sqlite3") as database:
            count: int = database.execute("SELECT count(*) FROM tables_arenahand").fetchone()[0]
        return count

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


def started(folder: Path) -> Arena:
    port = free_port()
    surroundings = environment(folder, DUEL_PORT=port)
    subprocess.run((*MANAGE, "upgrade"), env=surroundings, check=True, stdout=subprocess.DEVNULL, cwd=BASE_DIR)
    process = subprocess.Popen((*MANAGE, "arena"), env=surroundings, stdout=subprocess.PIPE, text=True, cwd=BASE_DIR)
    line = process.stdout.readline() if process.stdout else ""
    if port not in line:
        raise SystemExit(f"the arena does not start: {line}")
    return Arena(process, port, folder)


def trial(arena: Arena, kind: str, rooms: int, players: int) -> dict[str, Any]:
    """Play 50 hands in each room and return the figures; for `play`, each of two processes holds half of the seats."""
    processes = 1 if kind == "watch" else 2
    each = players // processes if kind == "play" else 1
    before, server = arena.stored(), use_of(arena.process.pid).cpu_seconds
    clients = [_client(kind, arena.port, rooms, players, each) for _ in range(processes)]
    start = time.perf_counter()
    for client in clients:
        _tell(client)
    told = [json.loads(client.communicate(timeout=PATIENCE)[0].splitlines()[-1]) for client in clients]
    seconds = time.perf_counter() - start
    hands = rooms * HANDS
    behind = _wait_until_stored(arena, before + hands)
    spent = use_of(arena.process.pid).cpu_seconds - server
    bad = [one["ends"] for one in told if set(one["ends"]) != {"Complete playing"}]
    if bad:
        raise SystemExit(f"not every match was played to its end: {bad}")
    figures = {
        "seconds": round(seconds, 2),
        "hands_per_s": round(hands / seconds, 1),
        "server_cpu_ms_per_hand": round(spent / hands * 1000, 3),
        "clients_cpu_ms_per_hand": round(sum(one["cpu"] for one in told) / hands * 1000, 3),
        "stored_after_s": round(behind, 2),
    }
    if kind == "play":
        figures |= {name: round(max(one[name] for one in told), 2) for name in ("p50_ms", "p99_ms")}
    return figures


def _client(kind: str, port: str, rooms: int, players: int, seats: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.bench.arena.clients", kind, port, *map(str, (rooms, HANDS, players, seats))]
    client = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=BASE_DIR)
    if client.stdout:
        client.stdout.readline()
    return client


def _tell(client: subprocess.Popen[str]) -> None:
    if client.stdin:
        client.stdin.write("go\n")
        client.stdin.flush()


def _wait_until_stored(arena: Arena, hands: int) -> float:
    start = time.perf_counter()
    while (stored := arena.stored()) < hands:
        if time.perf_counter() - start > 60:
            raise SystemExit(f"{hands - stored} hands are missing in the database")
        time.sleep(0.05)
    if stored != hands:
        raise SystemExit(f"{stored - hands} hands too many in the database")
    return time.perf_counter() - start


def main() -> None:
    wanted = argparse.ArgumentParser()
    wanted.add_argument("--rooms", type=int)
    wanted.add_argument("--players", type=int)
    options = wanted.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard != resource.RLIM_INFINITY else max(soft, 16384), hard))
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        arena = started(Path(folder))
        stack.callback(arena.process.kill)
        for kind, plan in (("watch", ROOMS), ("play", BY_SOCKET)):
            found = results if kind == "watch" else results.setdefault("sockets", {})
            for players, numbers in plan.items():
                for rooms in numbers:
                    if options.rooms in (None, rooms) and options.players in (None, players):
                        figures = trial(arena, kind, rooms, players)
                        found.setdefault(str(players), {})[str(rooms)] = figures
                        print(line(kind, rooms, players, figures), flush=True)
        if arena.end() != 0:
            raise SystemExit("the arena did not end cleanly")
    if options.rooms is options.players is None:
        TARGET.parent.mkdir(exist_ok=True)
        TARGET.write_text(json.dumps(results, indent=2) + "\n")


def line(kind: str, rooms: int, players: int, figures: dict[str, Any]) -> str:
    published = PUBLISHED.get((players, rooms)) if kind == "watch" else None
    times = figures["hands_per_s"] / ORIGINAL[players]
    text = f"{kind:5} {players} players {rooms:5} rooms {figures['seconds']:7.2f} s"
    text += f" {figures['hands_per_s']:8.1f} hands/s"
    text += f" ({times:.1f} x the original{f'; published {published} s' if published else ''})"
    text += f"; CPU ms a hand: server {figures['server_cpu_ms_per_hand']}, clients {figures['clients_cpu_ms_per_hand']}"
    return text + (f"; p99 {figures['p99_ms']} ms" if kind == "play" else "")


if __name__ == "__main__":
    main()
