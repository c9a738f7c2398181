"""From what was measured to what is reported."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from poker_site.environment import BASE_DIR
from tests.bench.tables.machine import Use
from tests.bench.tables.players import Measured

PLAYERS: Final = "players"
"""The process of the bench itself."""
TARGET: Final = BASE_DIR / "var" / "bench-tables.json"
NEVER_SEEN: Final = math.inf
"""What did not happen once keeps no budget."""
BUDGETS: Final = {"p99_ms": 100.0, "fold_delay_p99_ms": 150.0, "bytes_per_update": 8192.0}


def percentile(values: Sequence[float], part: float) -> float:
    """The least that so many are not above; with few values that is the largest."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


class Trial(NamedTuple):
    """Some tables, played at for some seconds."""

    tables: int
    seconds: float
    measured: Measured
    use: Mapping[str, Use]

    @property
    def p99_ms(self) -> float:
        return percentile(self.measured.actions, 0.99) * 1000

    @property
    def server_cpu(self) -> float:
        """Seconds for one action, everything that the site did meanwhile included."""
        spent = sum(use.cpu_seconds for name, use in self.use.items() if name != PLAYERS)
        return spent / max(1, len(self.measured.actions))

    def figures(self) -> dict[str, float]:
        actions = self.measured.actions
        return {
            "actions_per_s": len(actions) / self.seconds,
            "p50_ms": percentile(actions, 0.5) * 1000,
            "p99_ms": self.p99_ms,
            "max_ms": max(actions, default=0.0) * 1000,
            "fold_delay_p99_ms": percentile(self.measured.folds or [NEVER_SEEN], 0.99) * 1000,
            "bytes_per_update": sum(self.measured.update_bytes) / max(1, len(self.measured.update_bytes)),
        }

    def line(self) -> str:
        """For the search, one below the other."""
        found = self.figures()
        busy = sum(use.cpu_seconds for use in self.use.values()) / self.seconds
        return (
            f"{self.tables:5} tables  {found['actions_per_s']:6.1f} actions/s  p50 {found['p50_ms']:6.0f} ms  "
            f"p99 {found['p99_ms']:6.0f} ms  max {found['max_ms']:6.0f} ms  {busy:4.2f} cores"
            + (f"  {self.measured.lost} lost" if self.measured.lost else "")
            + (f"  {self.measured.refused} refused" if self.measured.refused else "")
        )

    def sizes(self) -> str:
        """Of updates: the budget is for each of them, though a mean is what is reported."""
        sizes = self.measured.update_bytes
        small = sum(size < BUDGETS["bytes_per_update"] for size in sizes) / max(1, len(sizes))
        parts = ", ".join(f"p{part:.0%} {percentile(sizes, part):.0f}".replace("%", "") for part in (0.5, 0.9, 0.99))
        return f"  bytes of an update: {parts}, largest {max(sizes, default=0)}; {small:.2%} within the budget"

    def processes(self) -> str:
        lines = [
            f"  {name:<12} {use.cpu_seconds / self.seconds * 100:5.0f} % of a core {use.memory_mb:7.0f} MB"
            for name, use in self.use.items()
        ]
        return "\n".join(lines)


def report(figures: Mapping[str, float]) -> None:
    for name, value in figures.items():
        budget = BUDGETS.get(name)
        judged = "" if budget is None else f"   budget {budget:.0f}{'' if value < budget else ', MISSED'}"
        print(f"{name:<18} {value:9.1f}{judged}")
    TARGET.parent.mkdir(exist_ok=True)
    rounded: dict[str, Any] = {name: round(value, 2) for name, value in figures.items()}
    TARGET.write_text(json.dumps(rounded, indent=2) + "\n")
