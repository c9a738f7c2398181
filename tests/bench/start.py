"""Measure how long `make play` takes to be ready and to end: run `python -m tests.bench.start`.

Beside each figure stands its ratio to importing Django and checking the project, measured in the same run.
"""

import json
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from poker_site.environment import BASE_DIR
from tests.play import MANAGE, PATIENCE_SECONDS, Server, environment, started
from tests.ports import free_port

ROUNDS = 5


def seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def wait_until_healthy(server: Server) -> None:
    server.wait_until_ready()
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{server.address}healthz/", timeout=5).close()
            return
        except urllib.error.HTTPError:  # 503 until the worker's first heartbeat
            time.sleep(0.01)
    raise TimeoutError("the site does not become healthy")


def one_round(data: Path) -> tuple[float, float]:
    with started(data, ("make", "play"), PORT=free_port()) as server:
        ready = seconds(lambda: wait_until_healthy(server))
        return ready, seconds(lambda: server.end(signal.SIGTERM))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        command = (*MANAGE, "check")
        check = min(
            seconds(lambda: subprocess.run(command, env=environment(data), capture_output=True, check=True))
            for _ in range(ROUNDS)
        )
        first, _end = one_round(data)
        rounds = [one_round(data) for _ in range(ROUNDS)]
    figures = {
        "check_s": check,
        "first_start_s": first,
        "second_start_s": max(ready for ready, _ in rounds),
        "end_s": max(end for _, end in rounds),
    }
    for name, value in figures.items():
        print(f"{name:<15} {value:6.2f} s   {value / check:5.2f} x check")
    target = BASE_DIR / "var" / "bench-start.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps({name: round(value, 3) for name, value in figures.items()}, indent=2))


if __name__ == "__main__":
    main()
