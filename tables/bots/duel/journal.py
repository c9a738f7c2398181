"""Keep in files what is finished but not yet in the database, so that not even the death of the process loses it.

A segment is closed when the last of its items is taken for a batch, and deleted when that batch is stored. Segments
found at the start were left by a process that died.
"""

import fcntl
import json
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Any


class InUse(Exception):
    """Raised if another server keeps its journal in this folder."""


class Journal:
    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self._lock = (folder / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.close()
            raise InUse from None
        self._left = sorted(folder.glob("*.jsonl"))
        self._number = int(self._left[-1].stem) + 1 if self._left else 0
        self._file: FileIO | None = None

    def write(self, line: list[Any]) -> None:
        """Write a line past every buffer of this process, which may die at any moment."""
        if self._file is None:
            self._file = FileIO(str(self._path()), "a")
        self._file.write(json.dumps(line).encode() + b"\n")

    def turn(self) -> Path | None:
        """Close the present segment and return its path, or None if nothing was written."""
        if self._file is None:
            return None
        self._file.close()
        self._file = None
        path = self._path()
        self._number += 1
        return path

    def drop(self, segment: Path) -> None:
        segment.unlink(missing_ok=True)

    def left(self) -> Iterator[tuple[Path, list[list[Any]]]]:
        """Yield the segments of a process that died, oldest first; a last line that was cut off is dropped."""
        for path in self._left:
            yield path, [*_lines(path)]

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self._lock.close()

    def _path(self) -> Path:
        return self.folder / f"{self._number:012d}.jsonl"


def _lines(path: Path) -> Iterator[list[Any]]:
    for text in path.read_bytes().split(b"\n"):
        try:
            line = json.loads(text)
        except ValueError:
            continue
        if isinstance(line, list):
            yield line
