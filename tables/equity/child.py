"""Start the worker, ask it and end it, from its parent process."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, cast

from tables.equity.question import Chances, Question

PROJECT: Final = Path(__file__).resolve().parents[2]
COMMAND: Final = (sys.executable, "-m", "tables.equity.worker")
GOODBYE_SECONDS: Final = 1.0


class WorkerDied(Exception):
    """Says that the worker died before it answered, or wrote something that is no answer."""


class WorkerProcess:
    """Runs the worker, which ends with this process: then its standard input is closed."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self.process = subprocess.Popen(  # noqa: S603  a command of ours
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=PROJECT,
            env={name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ},
            text=True,
            encoding="ascii",
        )
        self.asked, self.answers = cast(IO[str], self.process.stdin), cast(IO[str], self.process.stdout)
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._listen, name="chances", daemon=True).start()

    def _listen(self) -> None:
        """Put each line of the worker into the queue; an empty one marks the end."""
        with self.answers:
            for line in self.answers:
                self.lines.put(line)
        self.lines.put("")

    def ask(self, questions: Sequence[Question], *, seconds: float) -> list[Chances] | None:
        """Ask, one caller at a time. Returns None if the questions are wrong; raises `WorkerDied` or `TimeoutError`."""
        try:
            self.asked.write(json.dumps(questions, separators=(",", ":")) + "\n")
            self.asked.flush()
        except (OSError, ValueError) as error:
            raise WorkerDied from error
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty as error:
            raise TimeoutError from error
        if not line:
            raise WorkerDied
        try:
            answers = json.loads(line)
        except ValueError as error:  # it was killed while it wrote
            raise WorkerDied from error
        return None if answers is None else [Chances.from_json(answer) for answer in answers]

    def end(self) -> None:
        """End the worker: at once if it is idle, by killing it if it is busy for long."""
        with suppress(OSError):
            self.asked.close()
        try:
            self.process.wait(GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
