"""Keep one core of the machine busy: run `python -m tests.bench.tables.busy_core CORE SECONDS`.

The bench starts this as a process of its own, to see how the site does on a machine that has other work too.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from poker_site.environment import BASE_DIR
from tests.real_services.processes import end_with_parent


@contextmanager
def busy_core(most_seconds: float) -> Iterator[int]:
    """Keep the last core busy until the block ends, or these seconds are over; yield the id of the spinning process."""
    core = max(os.sched_getaffinity(0))
    command = (sys.executable, "-m", "tests.bench.tables.busy_core", str(core), str(most_seconds))
    with subprocess.Popen(command, cwd=BASE_DIR, stdout=subprocess.PIPE) as process:
        try:
            if not (process.stdout and process.stdout.readline()):
                raise RuntimeError("the process that keeps a core busy does not start")
            yield process.pid
        finally:
            process.kill()


def main(core: int, seconds: float) -> None:
    """Spin on one core, and print a line when that begins, for which the bench waits."""
    end_with_parent()
    os.sched_setaffinity(0, {core})
    end = time.monotonic() + seconds
    print("busy", flush=True)
    while time.monotonic() < end:
        pass


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
