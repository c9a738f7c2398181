"""Processes that share a suite leave no test out and run none twice."""

from itertools import zip_longest
from pathlib import Path

from tests.parts import claimed, processes

TESTS = [(f"tests/{file}/test.py", number) for file in "gfagdcb" for number in range(3)]


def file_of(test: tuple[str, int]) -> str:
    return test[0]


def test_each_test_is_run_by_exactly_one(tmp_path: Path) -> None:
    shared = [claimed(tmp_path, TESTS, file_of) for _ in range(3)]
    rounds = [*zip_longest(*shared)]
    found = [test for tests in rounds for test in tests if test is not None]
    assert sorted(found) == sorted(TESTS)
    assert all(rounds[0])  # nobody waits for the others


def test_the_tests_of_a_file_stay_together(tmp_path: Path) -> None:
    one, other = claimed(tmp_path, TESTS, file_of), claimed(tmp_path, TESTS, file_of)
    first, second = next(one), next(other)
    assert (first, second) == (TESTS[0], TESTS[3])
    assert [next(one), next(one)] == TESTS[1:3]
    assert next(one) == TESTS[6]


def test_what_comes_again_later_is_taken_for_itself(tmp_path: Path) -> None:
    early = claimed(tmp_path, TESTS[:3], file_of)
    assert [*early] == TESTS[:3]
    assert [*claimed(tmp_path, TESTS, file_of)] == TESTS[3:]  # the second stretch of g too


def test_there_is_at_least_one() -> None:
    assert processes() >= 1
