"""Test that callers get chances from a separate process, or are told that there are none just now."""

import io
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tables.engine.cards import parse_cards
from tables.equity import asking, worker
from tables.equity.asking import ChanceClient, Unanswered
from tables.equity.chances import answer
from tables.equity.child import PROJECT, WorkerProcess
from tables.equity.question import Chances, Question
from tests.conftest import PATIENCE_SECONDS
from tests.tables.equity.slow import cards

ACES = Question.make([cards("AsAh"), cards("KsKd")])
QUEENS = Question.make([cards("QsQh"), cards("JsJd")])
FLOP = Question.make([cards("AsAh"), cards("KsKd")], parse_cards("2c3c4d"))
TURN = Question.make([cards("AsAh"), cards("KsKd")], parse_cards("2c3c4d5d"))
SILENT = (sys.executable, "-c", "import sys; sys.stdin.read()")
"""A program that reads everything and writes nothing."""
MUTE = (sys.executable, "-c", "")
"""A program that ends at once."""
CUT_OFF = (sys.executable, "-c", "input(); print('[[[0.5,', end='')")
"""A program that ends in the middle of its answer."""
QUESTIONS = """
import os, sys
from tables.equity import asking
from tables.equity.question import Question
ACES, FLOP = Question.make([(51, 50), (47, 46)]), Question.make([(51, 50), (47, 46)], (0, 5, 10))
"""
TELLS_ITS_CHILD = f"""{QUESTIONS}
asking.ask(ACES)
print(asking._asking.child.process.pid, flush=True)
sys.stdin.read()
"""
FORKS = f"""{QUESTIONS}
asking.ask(ACES)
first = asking._asking.child.process.pid
if os.fork() == 0:
    asking.ask(FLOP)
    os._exit(0 if asking._asking.child.process.pid != first else 1)
_, ended = os.wait()
asking.ask(FLOP)
print(os.waitstatus_to_exitcode(ended), asking._asking.child.process.pid == first)
"""


@pytest.fixture
def make() -> Iterator[Callable[..., ChanceClient]]:
    """Return a function that makes objects that end with the test."""
    made: list[ChanceClient] = []

    def make(*args: Any, **options: Any) -> ChanceClient:
        made.append(ChanceClient(*args, **options))
        return made[-1]

    yield make
    for one in made:
        one.end()


def nobody() -> WorkerProcess:
    raise AssertionError("somebody was started")


def pid_of(one: ChanceClient) -> int:
    assert one.child is not None
    return one.child.process.pid


def test_answers_equal_those_worked_out_in_this_process(make: Callable[..., ChanceClient]) -> None:
    asked = [ACES, FLOP, TURN, Question.make([cards("7s7h")], parse_cards("2c3c4d"), unknown=2)]
    assert make().ask(asked) == [answer(question) for question in asked]


def test_one_child_process_answers_all_questions(make: Callable[..., ChanceClient]) -> None:
    one, answers = make(), list[list[Chances]]()
    one.ask([ACES])
    first = pid_of(one)
    threads = [threading.Thread(target=lambda: answers.append(one.ask([FLOP, QUEENS]))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    assert answers == [[answer(FLOP), answer(QUEENS)]] * 6
    assert pid_of(one) == first


def test_answers_are_remembered(make: Callable[..., ChanceClient]) -> None:
    one = make()
    found = one.ask([ACES])
    one.end()
    one.start = nobody
    assert one.ask([ACES, ACES]) == found * 2


def test_quick_questions_are_answered_without_a_child_process(make: Callable[..., ChanceClient]) -> None:
    river = Question.make([cards("AsAh"), cards("KsKd")], parse_cards("2c3c4d5d9h"))
    assert make(nobody).ask([TURN, river]) == [answer(TURN), answer(river)]


def test_an_empty_list_of_questions_starts_no_child_process(make: Callable[..., ChanceClient]) -> None:
    assert make(nobody).ask([]) == []


def test_a_child_process_that_was_killed_is_replaced(make: Callable[..., ChanceClient]) -> None:
    one = make()
    one.ask([ACES])
    killed = one.child
    assert killed is not None
    os.kill(killed.process.pid, signal.SIGKILL)
    killed.process.wait(PATIENCE_SECONDS)
    assert one.ask([QUEENS]) == [answer(QUEENS)]
    assert one.child is not killed


def test_a_child_process_that_takes_too_long_is_ended_and_replaced(make: Callable[..., ChanceClient]) -> None:
    silent = WorkerProcess(SILENT)
    one = make(lambda: silent, seconds=0.01)
    with pytest.raises(Unanswered):
        one.ask([ACES])
    assert silent.process.returncode is not None
    one.start, one.seconds = WorkerProcess, PATIENCE_SECONDS
    assert one.ask([ACES]) == [answer(ACES)]


@pytest.mark.parametrize("command", [MUTE, CUT_OFF, ("/no/such/program",)])
def test_a_child_process_that_does_not_work_gives_no_answer(
    make: Callable[..., ChanceClient], command: tuple[str, ...]
) -> None:
    with pytest.raises(Unanswered):
        make(lambda: WorkerProcess(command)).ask([ACES])


def test_a_question_is_refused_while_the_queue_is_full(
    make: Callable[..., ChanceClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "MOST_WAITING", 1)
    entered, go_on = threading.Event(), threading.Event()

    def slow() -> WorkerProcess:
        entered.set()
        assert go_on.wait(PATIENCE_SECONDS)
        return WorkerProcess()

    one = make(slow)
    first = threading.Thread(target=lambda: one.ask([ACES]))
    first.start()
    assert entered.wait(PATIENCE_SECONDS)
    with pytest.raises(Unanswered):
        one.ask([QUEENS])
    go_on.set()
    first.join(PATIENCE_SECONDS)
    assert one.ask([QUEENS]) == [answer(QUEENS)]


def test_a_question_that_waits_too_long_is_refused(make: Callable[..., ChanceClient]) -> None:
    one = make(nobody, seconds=0.01)
    with one.turn, pytest.raises(Unanswered):
        one.ask([ACES])


def test_the_oldest_answers_are_forgotten(make: Callable[..., ChanceClient], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "CACHE_SIZE", 2)
    one = make()
    one.ask([ACES, QUEENS, FLOP])
    assert [*one.known] == [QUEENS, FLOP]


@pytest.mark.parametrize("line", ["", "rubbish", "7", "[[]]", "[[[[1,2]],[],[],0,0]]", "[[[[1,1]],[],[],0]]", "[7]"])
def test_a_line_that_is_no_question_is_answered_with_null(line: str) -> None:
    answers = io.StringIO()
    worker.serve(io.StringIO(f"{line}\n{json.dumps([TURN])}\n"), answers)
    first, second = answers.getvalue().splitlines()
    assert first == "null"
    assert Chances.from_json(json.loads(second)[0]) == answer(TURN)


def test_a_wrong_question_is_not_answered(make: Callable[..., ChanceClient]) -> None:
    wrong = ACES._replace(hands=(*ACES.hands, ACES.hands[0]))
    with pytest.raises(Unanswered):
        make().ask([wrong])


def test_the_child_process_ends_even_if_its_parent_is_killed() -> None:
    with subprocess.Popen(
        (sys.executable, "-c", TELLS_ITS_CHILD), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=PROJECT
    ) as parent:
        assert parent.stdout is not None
        child = os.pidfd_open(int(parent.stdout.readline()))
        parent.kill()
    ended = select.poll()
    ended.register(child, select.POLLIN)
    assert ended.poll(PATIENCE_SECONDS * 1000), "it is still there"
    os.close(child)


def test_a_forked_process_starts_a_child_process_of_its_own() -> None:
    found = subprocess.run((sys.executable, "-c", FORKS), cwd=PROJECT, capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["0", "True"]


def test_the_worker_loads_no_web_server() -> None:
    program = "import sys, tables.equity.worker; print(sorted({'django', 'celery', 'poker_site'} & {*sys.modules}))"
    found = subprocess.run((sys.executable, "-c", program), cwd=PROJECT, capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"
