"""A suite in parts that run side by side, each a process with files, database and servers of its own."""

import os
from collections.abc import Iterable
from typing import Final

PART: Final = "TEST_PART"
"""The variable that says which part this process is, as in "1/2"; without it, it is all of it."""
MOST: Final = 4


def parts() -> list[str]:
    """One for each core."""
    cores = min(os.cpu_count() or 1, MOST)
    return [f"{number}/{cores}" for number in range(1, cores + 1)]


def files_of(part: str, files: Iterable[str]) -> set[str]:
    """Each file is in exactly one part."""
    number, of = map(int, part.split("/"))
    return set(sorted(files)[number - 1 :: of])
