"""Measure one action in the service, on SQLite and on PostgreSQL: run `python -m tests.bench.actions`.

Beside each figure stands a bare transaction of the same two writes, on the same database in the same run.
"""

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from poker_site.environment import BASE_DIR
from tests.bench.tables.site import prepared_site, variables
from tests.real_services import running

BUDGETS_MS: Final = {"SQLite": 2.0, "PostgreSQL": 4.0}
TARGET: Final = BASE_DIR / "var" / "bench-actions.json"


def measured(named: Mapping[str, str]) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="evenhand-bench-") as folder, prepared_site(Path(folder), named) as site:
        found: dict[str, float] = site.tell("tests.bench.actions.taken")
        return {**found, "ratio": found["median_ms"] / found["bare_ms"]}


def main() -> None:
    with running(durable=True) as services:
        figures = {
            "SQLite": measured({}),
            "PostgreSQL": measured(variables(services["TEST_DATABASE_URL"], services["TEST_REDIS_URL"])),
        }
    for name, found in figures.items():
        missed = "" if found["median_ms"] <= BUDGETS_MS[name] else ", MISSED"
        print(
            f"{name:<12} {found['median_ms']:6.2f} ms (budget {BUDGETS_MS[name]:.0f}{missed})   "
            f"p99 {found['p99_ms']:6.2f} ms   its writes alone {found['bare_ms']:5.2f} ms   ratio {found['ratio']:5.1f}"
        )
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
