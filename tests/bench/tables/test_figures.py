"""The bench reports what the site used for an action, for each process apart."""

import json
from pathlib import Path

import pytest

from tests.bench.tables.figures import PLAYERS, Trial, report
from tests.bench.tables.machine import Use
from tests.bench.tables.players import Measured


def trial(*actions: float, lost: int = 0) -> Trial:
    use = {"web 1": Use(3.0, 100.0), "Redis": Use(1.0, 10.0), PLAYERS: Use(50.0, 40.0)}
    return Trial(10, 20.0, Measured(actions=list(actions), lost=lost), use)


def test_cpu_time_of_an_action_sums_all_server_processes_without_the_players() -> None:
    found = trial(*[0.01] * 200)
    assert found.figures()["cpu_ms_per_action"] == pytest.approx(20.0)
    assert found.use_by_process()["web 1"] == pytest.approx(
        {"cpu_ms_per_action": 15.0, "percent_of_a_core": 15.0, "memory_mb": 100.0}
    )
    assert found.use_by_process()["Redis"]["cpu_ms_per_action"] == pytest.approx(5.0)


def test_tables_are_served_well_enough_when_actions_are_quick_and_none_is_lost() -> None:
    assert trial(0.02).serves(100.0)
    assert not trial(0.2).serves(100.0)
    assert not trial(0.02, lost=1).serves(100.0)
    assert not trial().serves(100.0)


def test_file_has_every_figure_and_null_for_what_never_happened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "bench.json"
    report({**trial(0.02).all_figures(), "too_many_tables": None}, {"p99_ms": 10.0}, target)
    written = json.loads(target.read_text())
    assert written["processes"]["Redis"]["cpu_ms_per_action"] == 1000.0
    assert written["fold_delay_p99_ms"] is None
    assert written["too_many_tables"] is None
    assert "budget 10, MISSED" in capsys.readouterr().out
