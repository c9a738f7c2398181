"""A suite in processes that run side by side, each with database and servers of its own: who is free takes a file."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Final, TypeVar

CLAIMS: Final = "TEST_CLAIMS"
"""The variable with the folder where they say what they have taken; without it, a process takes everything."""
MOST: Final = 4

T = TypeVar("T")


def processes() -> int:
    """One for each core."""
    return min(os.cpu_count() or 1, MOST)


def claimed(folder: Path, tests: Iterable[T], file_of: Callable[[T], str]) -> Iterator[T]:
    """File after file that nobody else has taken. Some come twice: what needs a database to itself runs last."""
    seen: Counter[str] = Counter()
    for file, group in groupby(tests, file_of):
        seen[file] += 1
        if _claim(folder / f"{file.replace(os.sep, '+')}.{seen[file]}"):
            yield from group


def _claim(mark: Path) -> bool:
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
