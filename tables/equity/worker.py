"""Run the process that works chances out: `python -m tables.equity.worker`, without Django.

A line of JSON with a list of questions comes in, a line with the list of answers goes out, or null if the questions are
wrong. The process ends when its standard input is closed.
"""

import json
import os
import signal
import sys
from typing import Any, TextIO

from tables.equity.chances import answer
from tables.equity.question import NotAQuestion, Question

NICE = 5
"""Niceness of this process, so that the table itself goes first."""


def serve(asked: TextIO, answers: TextIO) -> None:
    for line in asked:
        answers.write(json.dumps(_answers(line), separators=(",", ":")) + "\n")
        answers.flush()


def _answers(line: str) -> list[Any] | None:
    try:
        return [answer(Question.from_json(asked)) for asked in json.loads(line)]
    except (NotAQuestion, ValueError, TypeError):
        return None


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server, which gets it too, ends this process
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        serve(sys.stdin, sys.stdout)
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
