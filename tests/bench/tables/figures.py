"""Turn what was measured into what is reported."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.bench.tables.machine import Use
from tests.bench.tables.players import Measured

PLAYERS: Final = "players"
"""Names the process of the bench itself."""
NEVER_SEEN: Final = math.inf
"""Stands for what never happened, which keeps no budget."""
LARGEST_UPDATE_BYTES: Final = 8192.0
FOLD_DELAY_MS: Final = 150.0


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value that this part of the values does not exceed; with few values that is the largest."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


class Trial(NamedTuple):
    """Holds what was measured while people played at some tables for some seconds."""

    tables: int
    seconds: float
    measured: Measured
    use: Mapping[str, Use]

    @property
    def p99_ms(self) -> float:
        return percentile(self.measured.actions, 0.99) * 1000

    @property
    def server_cpu(self) -> float:
        """Return the seconds of CPU time for one action; everything that the site did meanwhile is included."""
        return sum(self._cpu_per_action(name) for name in self.use if name != PLAYERS)

    def _cpu_per_action(self, process: str) -> float:
        return self.use[process].cpu_seconds / max(1, len(self.measured.actions))

    def serves(self, budget_ms: float) -> bool:
        """Tell whether actions were within the budget, and none of them was lost."""
        return self.p99_ms < budget_ms and not self.measured.lost and bool(self.measured.actions)

    def figures(self) -> dict[str, float]:
        actions = self.measured.actions
        return {
            "tables": self.tables,
            "actions_per_s": len(actions) / self.seconds,
            "p50_ms": percentile(actions, 0.5) * 1000,
            "p99_ms": self.p99_ms,
            "max_ms": max(actions, default=0.0) * 1000,
            "fold_delay_p99_ms": percentile(self.measured.folds or [NEVER_SEEN], 0.99) * 1000,
            "bytes_per_update": sum(self.measured.update_bytes) / max(1, len(self.measured.update_bytes)),
            "lost": float(self.measured.lost),
            "cpu_ms_per_action": self.server_cpu * 1000,
        }

    def all_figures(self) -> dict[str, Any]:
        return {**self.figures(), "processes": self.use_by_process()}

    def use_by_process(self) -> dict[str, dict[str, float]]:
        """Return what each process used; the process of the players is listed, but is no part of the site."""
        return {
            name: {
                "cpu_ms_per_action": self._cpu_per_action(name) * 1000,
                "percent_of_a_core": use.cpu_seconds / self.seconds * 100,
                "memory_mb": use.memory_mb,
            }
            for name, use in self.use.items()
        }

    def line(self) -> str:
        """Write the main figures as one line, for the list of trials."""
        found = self.figures()
        busy = sum(use.cpu_seconds for use in self.use.values()) / self.seconds
        return (
            f"{self.tables:5} tables  {found['actions_per_s']:6.1f} actions/s  p50 {found['p50_ms']:6.0f} ms  "
            f"p99 {found['p99_ms']:6.0f} ms  max {found['max_ms']:6.0f} ms  {busy:4.2f} cores"
            + (f"  {self.measured.lost} lost" if self.measured.lost else "")
            + (f"  {self.measured.refused} refused" if self.measured.refused else "")
        )

    def sizes(self) -> str:
        """Write the sizes of updates as one line: the budget is for each of them, though only a mean is reported."""
        sizes = self.measured.update_bytes
        small = sum(size < LARGEST_UPDATE_BYTES for size in sizes) / max(1, len(sizes))
        parts = ", ".join(f"p{part:.0%} {percentile(sizes, part):.0f}".replace("%", "") for part in (0.5, 0.9, 0.99))
        return f"  bytes of an update: {parts}, largest {max(sizes, default=0)}; {small:.2%} within the budget"

    def processes(self) -> str:
        """Write what each process used, one line for each."""
        lines = [
            f"  {name:<12} {used['cpu_ms_per_action']:7.2f} ms an action {used['percent_of_a_core']:5.0f} % of a core"
            f" {used['memory_mb']:7.0f} MB"
            for name, used in self.use_by_process().items()
        ]
        return "\n".join(lines)


def report(figures: Mapping[str, Any], budgets: Mapping[str, float], target: Path) -> None:
    """Print the figures that are numbers, with their budgets, and write all of them to a file."""
    for name, value in figures.items():
        if isinstance(value, int | float):
            budget = budgets.get(name)
            judged = "" if budget is None else f"   budget {budget:.0f}{'' if value < budget else ', MISSED'}"
            print(f"{name:<27} {value:9.1f}{judged}")
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(_rounded(figures), indent=2) + "\n")


def _rounded(value: Any) -> Any:
    """Round all numbers in the value; infinity becomes None, because JSON has no number for it."""
    if isinstance(value, Mapping):
        return {name: _rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    if isinstance(value, float):
        return round(value, 2) if math.isfinite(value) else None
    return value
