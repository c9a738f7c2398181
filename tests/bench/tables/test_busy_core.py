"""A process of the bench keeps one core busy for as long as a measurement takes."""

import os
import sys

import pytest

from tests.bench.tables.busy_core import busy_core
from tests.bench.tables.machine import PROC

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="binding processes to cores is Linux's")


def test_last_core_is_kept_busy_until_the_block_ends() -> None:
    with busy_core(most_seconds=30) as process:
        assert os.sched_getaffinity(process) == {max(os.sched_getaffinity(0))}
    assert not (PROC / str(process)).exists()


def test_process_ends_when_the_measurement_fails() -> None:
    with pytest.raises(ZeroDivisionError), busy_core(most_seconds=30) as process:
        raise ZeroDivisionError
    assert not (PROC / str(process)).exists()
