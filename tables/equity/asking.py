"""Work chances out in a process of its own, so that the server's threads stay free.

Each process of the server has one such child, started when it is first needed. `ProcessPoolExecutor` would fork a
process full of threads, or start one with all of Django in it; this child has neither. Callers wait in a short queue.
"""

import atexit
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

from tables.equity.chances import answer
from tables.equity.child import WorkerDied, WorkerProcess
from tables.equity.question import Chances, Question

SECONDS: Final = 10.0
"""Most seconds to wait for the child before it is ended: several times what one hand takes on a busy machine."""
MOST_WAITING: Final = 16
CACHE_SIZE: Final = 5_000
MOST_HANDS_IN_PROCESS: Final = 44 * 3
"""Most hands to rank in this process, which takes less time than to ask the child: three players' on the turn."""


class Unanswered(Exception):
    """Says that too much is being asked or that it took too long. Pages show no chances then."""


class ChanceClient:
    def __init__(self, start: Callable[[], WorkerProcess] = WorkerProcess, *, seconds: float = SECONDS) -> None:
        self.start = start
        self.seconds = seconds
        self.known: OrderedDict[Question, Chances] = OrderedDict()
        self.knowing = threading.Lock()
        self.child: WorkerProcess | None = None
        self.turn = threading.Lock()
        """Held by the thread that uses the child."""
        self.waiting = threading.BoundedSemaphore(MOST_WAITING)

    def ask(self, questions: Sequence[Question]) -> list[Chances]:
        found = {question: self._remembered(question) for question in questions}
        missing = [question for question, answer in found.items() if answer is None]
        if missing:
            for question, answered in zip(missing, self._answers(missing), strict=True):
                found[question] = answered
                self._remember(question, answered)
        return [answer for question in questions if (answer := found[question]) is not None]

    def end(self) -> None:
        child, self.child = self.child, None
        if child is not None:
            child.end()

    def _remembered(self, question: Question) -> Chances | None:
        with self.knowing:
            return self.known.get(question)

    def _remember(self, question: Question, answered: Chances) -> None:
        with self.knowing:
            self.known[question] = answered
            while len(self.known) > CACHE_SIZE:
                self.known.popitem(last=False)

    def _answers(self, questions: Sequence[Question]) -> list[Chances]:
        if sum([_hands_to_look_at(question) for question in questions]) <= MOST_HANDS_IN_PROCESS:
            return [answer(question) for question in questions]
        if not self.waiting.acquire(blocking=False):
            raise Unanswered
        try:
            return self._in_turn(questions)
        finally:
            self.waiting.release()

    def _in_turn(self, questions: Sequence[Question]) -> list[Chances]:
        if not self.turn.acquire(timeout=self.seconds):
            raise Unanswered
        try:
            answers = self._from_child(questions)
        except (TimeoutError, WorkerDied) as error:
            self.end()
            raise Unanswered from error
        finally:
            self.turn.release()
        if answers is None:
            raise Unanswered
        return answers

    def _from_child(self, questions: Sequence[Question]) -> list[Chances] | None:
        """Ask the child, or a new one if it has died since it was last asked."""
        if self.child is not None:
            try:
                return self.child.ask(questions, seconds=self.seconds)
            except WorkerDied:
                self.end()
        try:
            self.child = self.start()
        except OSError as error:
            raise WorkerDied from error
        return self.child.ask(questions, seconds=self.seconds)


def _hands_to_look_at(question: Question) -> int:
    if len(question.hands) + question.unknown == 1:
        return 0
    if question.unknown or question.to_come > 1:
        return MOST_HANDS_IN_PROCESS + 1
    return len(question.hands) * (len(question.rest) if question.to_come else 1)


_asking = ChanceClient()


@atexit.register
def _end() -> None:
    _asking.end()


def _begin_anew() -> None:
    """Forget the child after a fork: it belongs to the other process."""
    global _asking
    _asking = ChanceClient()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


def ask(*questions: Question) -> list[Chances]:
    """Wait for the answers, never on an event loop's thread. Raises `Unanswered`."""
    return _asking.ask(questions)
