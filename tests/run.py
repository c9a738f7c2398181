"""Run the suites of `make test`: python -m tests.run SUITE [for pytest ...].

SUITE is check, fast, services or browser, `all` for these, or `matrix` for these with everything that takes long.
`again N SUITE` runs one N times. Each is a pytest process of its own: they differ in profile.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final, NamedTuple
from xml.etree import ElementTree

from tests.real_services import ServiceError, running
from tests.real_services.processes import end_with_parent

ROOT = Path(__file__).resolve().parent.parent
SHELL = "chromium-headless-shell"
"""Chromium without the browser around a page: it shows no notifications, but costs two fifths less."""
BROWSERS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SERVICES = ("TEST_DATABASE_URL", "TEST_REDIS_URL")
WHOLE_MATRIX: Final = "WHOLE_MATRIX"
"""The variable that `samples.py` reads."""
UPGRADED_DATA: Final = "UPGRADED_DATA"
"""The variable that names a data folder after `manage.py upgrade`, which tests copy: migrating takes three seconds."""
CORES: Final = min(os.cpu_count() or 1, 4)
WAITING_WORKERS: Final = CORES + 1
"""The number of workers for suites whose tests wait for servers and browsers."""
TOOLS = (("ruff", "format", "--check", "-q", "."), ("ruff", "check", "-q", "."), ("mypy",))
PATIENCE_SECONDS = 30
NO_TESTS = 5
"""The status with which pytest says that there were no tests."""


class Outcome(NamedTuple):
    ok: bool
    text: str
    failed: tuple[str, ...] = ()
    """Names the tests that failed."""


def check(*_: str) -> Outcome:
    """Run every tool, also after one has failed."""
    failed = []
    for name, *arguments in TOOLS:
        with _started([sys.executable, "-m", name, *arguments], os.environ) as process:
            if process.wait() != 0:
                failed.append(name)
    return Outcome(not failed, f"failed: {', '.join(failed)}" if failed else "passed", tuple(failed))


def fast(*more: str) -> Outcome:
    where = ("tests", "--ignore=tests/browser", "--ignore=tests/services")
    return _pytest("not services and not browser", {}, more, where=where)


def services(*more: str) -> Outcome:
    whole = bool(os.environ.get(WHOLE_MATRIX))
    marks = "services or on_services" if whole else "services or differs_on_services"
    where = ("tests", "--ignore=tests/browser") if whole else ("tests/services", *_files_with("differs_on_services"))
    try:
        with running(redis_servers=WAITING_WORKERS) as addresses:
            return _pytest(marks, addresses, more, where=where, workers=WAITING_WORKERS)
    except ServiceError as error:
        return Outcome(False, f"failed: {error}", ("services",))


def _files_with(marker: str) -> list[str]:
    """Return the test files that mention a marker: each worker would import all others only to deselect them."""
    files = sorted({*ROOT.glob("tests/**/test_*.py")} - {*ROOT.glob("tests/services/*")})
    return [str(path.relative_to(ROOT)) for path in files if marker in path.read_text(encoding="utf-8")]


def browser(*more: str) -> Outcome:
    named = os.environ.get("CHROMIUM")
    found = [path for path in map(shutil.which, [named] if named else BROWSERS) if path]
    if found:
        whole = next((path for path in found if SHELL not in path), "")
        if os.environ.get("SHOW_BROWSER", "") not in ("", "0"):
            found = [whole]
        programs = {"CHROMIUM": found[0], "WHOLE_CHROMIUM": whole, "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
        return _pytest("browser", programs, more, where=("tests/browser",), workers=WAITING_WORKERS)
    if named:
        return Outcome(False, f"failed: CHROMIUM names {named}, which is no program", ("browser",))
    if os.environ.get("REQUIRE_BROWSER", "") not in ("", "0"):
        return Outcome(False, "failed: there is no Chromium on PATH, and REQUIRE_BROWSER asks for one", ("browser",))
    return Outcome(True, "SKIPPED: there is no Chromium on PATH; nothing was tested in a browser")


SUITES: dict[str, Callable[..., Outcome]] = {"check": check, "services": services, "fast": fast, "browser": browser}


def _pytest(
    marks: str, surroundings: Mapping[str, str], more: Sequence[str], *, where: Sequence[str], workers: int = CORES
) -> Outcome:
    """Run the tests with these marks: those that `more` names in one process, else all of them in several."""
    kept = {name: value for name, value in os.environ.items() if name not in SERVICES}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)  # Python is started some hundred times
    with tempfile.TemporaryDirectory(prefix="evenhand-") as folder:
        Path(folder).chmod(0o711)  # a server that a test starts runs as another user, in a folder inside this one
        report = Path(folder) / "report.xml"
        which = more or (*where, "-n", str(workers), "--dist", "worksteal")
        command = [sys.executable, "-m", "pytest", "-q", "-m", marks, f"--junitxml={report}", *which]
        with _started(command, {**kept, **surroundings, "TMPDIR": folder}) as process:
            return _read(report, process.wait())


def _read(report: Path, status: int) -> Outcome:
    if status == NO_TESTS:
        return Outcome(False, "failed: there is no test in this suite", ("no test",))
    if not report.exists():
        return Outcome(False, f"failed: pytest ended with status {status}", ("pytest",))
    if kept := os.environ.get("TEST_REPORTS"):
        shutil.copy(report, Path(kept) / f"{time.time_ns()}.xml")
    [suite] = ElementTree.parse(report).getroot()
    counts = {name: int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")}
    bad = [case for case in suite if case.find("failure") is not None or case.find("error") is not None]
    failed = tuple(f"{case.get('classname')}::{case.get('name')}" for case in bad)
    passed = counts["tests"] - counts["failures"] - counts["errors"] - counts["skipped"]
    text = f"passed {passed}" if status == 0 else f"failed {len(failed)}, passed {passed}"
    text = f"{text}, skipped {counts['skipped']}" if counts["skipped"] else text
    return Outcome(status == 0, text, failed or ("pytest",) * (status != 0))


@contextmanager
def _started(command: Sequence[str], environment: Mapping[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    """Start a process that ends with us and with all it started; Ctrl-C on a terminal reaches it once, through us."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        start_new_session=True,
        preexec_fn=end_with_parent,  # noqa: PLW1509  no other thread runs here
    )
    try:
        yield process
    except BaseException:
        process.send_signal(signal.SIGINT)  # pytest then drops its databases and ends its threads
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE_SECONDS)
        raise
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _end_tidily() -> None:
    """Make every signal to stop unwind the stack, once; cleaning up must not be interrupted."""

    def stop(number: int, frame: FrameType | None) -> None:
        for name in ends:
            signal.signal(name, signal.SIG_IGN)
        sys.exit(128 + number)

    ends = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for name in ends:
        signal.signal(name, stop)


def run(names: Sequence[str], *more: str) -> tuple[str, ...]:
    """Run these suites, and return the tests that failed."""
    with contextlib.nullcontext() if more or names == ["check"] else _upgraded_data():
        return _run(names, *more)


@contextmanager
def _upgraded_data() -> Iterator[None]:
    """Make an upgraded data folder for all suites, while the first of them begins."""
    with tempfile.TemporaryDirectory(prefix="evenhand-") as folder:
        Path(folder).chmod(0o711)
        new, made = Path(folder) / "new", Path(folder) / "upgraded"
        command = f'"{sys.executable}" manage.py upgrade && mv "{new}" "{made}"'
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV")}
        with _started(["sh", "-c", command], {**kept, "DATA_DIR": str(new), "DUEL_PORT": ""}):
            os.environ[UPGRADED_DATA] = str(made)
            try:
                yield
            finally:
                del os.environ[UPGRADED_DATA]


def _run(names: Sequence[str], *more: str) -> tuple[str, ...]:
    lines: list[str] = []
    failed: list[str] = []
    for name in names:
        print(f"== {name}", flush=True)
        start, before = time.monotonic(), os.times()
        outcome = SUITES[name](*more)
        now = os.times()
        busy = now.children_user + now.children_system - before.children_user - before.children_system
        failed += outcome.failed
        lines.append(f"{name:<9} {outcome.text} ({time.monotonic() - start:.0f} s, {busy / 60:.1f} core-minutes)")
    print("", *lines, sep="\n")
    return tuple(failed)


def again(times: int, names: Sequence[str]) -> tuple[str, ...]:
    """Run these suites several times; print which tests ever failed, and in how many of the runs."""
    failures: Counter[str] = Counter()
    for number in range(1, times + 1):
        print(f"=== run {number} of {times}", flush=True)
        failures.update(set(run(names)))
    print("", *(f"failed in {count} of {times} runs: {test}" for test, count in failures.most_common()), sep="\n")
    print(f"runs {times}, tests that ever failed {len(failures)}")
    return tuple(failures)


def main(wanted: str = "", *more: str) -> int:
    names = {"all": [*SUITES], "matrix": [*SUITES], "again": [*SUITES], **{name: [name] for name in SUITES}}
    if wanted not in names or (wanted == "again" and not (more and more[0].isdigit())):
        sys.exit(f"usage: python -m tests.run {'|'.join(names)} [for pytest ...]")
    _end_tidily()
    if wanted == "matrix":
        os.environ[WHOLE_MATRIX] = "1"
    if wanted == "again":
        return 1 if again(int(more[0]), names[more[1] if len(more) > 1 else "all"]) else 0
    return 1 if run(names[wanted], *more) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
