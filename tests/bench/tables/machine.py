"""Measure what processes cost, as Linux counts it, and raise the limit of files that a process may open."""

import os
import resource
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")
PLENTY_OF_FILES = 16_384
"""Sets the limit of open files where the system sets none."""


class Use(NamedTuple):
    cpu_seconds: float
    memory_mb: float


def parent_of(process: int) -> int:
    return int(_stat(process)[1])


def use_of(process: int) -> Use:
    """Return the use of a process and all below it, including the CPU time of those that have ended."""
    used = [(_cpu(one), memory_mb(one)) for one in _family(process)]
    return Use(sum(cpu for cpu, _ in used), sum(memory for _, memory in used))


def _family(process: int) -> Iterable[int]:
    parents = {}
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            fields = _stat(int(entry.name))
            parents[int(entry.name)] = int(fields[1]) if fields else 0
    family, added = {process}, {process}
    while added:
        added = {child for child, parent in parents.items() if parent in added} - family
        family |= added
    return family


def peak_memory_mb(process: int) -> float:
    """Add up the most that a process and those below it ever held; pages that they share count for each of them."""
    return sum(_status_mb(one, "VmHWM:") for one in _family(process))


def _status_mb(process: int, field: str) -> float:
    try:
        lines = (PROC / str(process) / "status").read_text().splitlines()
    except OSError:  # the process has just ended
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith(field)) / 1024


def allow_many_files() -> int:
    """Raise the limit of open files, for us and whatever we start, as far as the system lets us; return the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = max(soft, PLENTY_OF_FILES) if hard == resource.RLIM_INFINITY else hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return limit


def _stat(process: int) -> list[str]:
    """Return the fields after the name, which may contain anything; nothing for a process that has just ended."""
    try:
        return (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _cpu(process: int) -> float:
    fields = _stat(process)
    return sum(map(int, fields[11:15])) / TICKS if fields else 0.0


def memory_mb(process: int) -> float:
    """Return the megabytes that a process holds; shared pages count in parts, where Linux tells us."""
    for name, field in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
        try:
            lines = (PROC / str(process) / name).read_text().splitlines()
        except OSError:
            continue
        found = [line.split()[1] for line in lines if line.startswith(field)]
        if found:
            return int(found[0]) / 1024
    return 0.0
