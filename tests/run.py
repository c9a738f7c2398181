"""What `make test` and its parts run: python -m tests.run all|check|fast|services|browser [for pytest ...]

Each suite is a pytest process of its own: they differ in profile, and a browser leaves a process unfit for the others.
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
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import NamedTuple
from xml.etree import ElementTree

from tests.parts import CLAIMS, processes
from tests.real_services import ServiceError, running
from tests.real_services.processes import end_with_parent

ROOT = Path(__file__).resolve().parent.parent
SHELL = "chromium-headless-shell"
"""Chromium without all that is around a page: its notifications, but also two fifths of what it costs."""
BROWSERS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SERVICES = ("TEST_DATABASE_URL", "TEST_REDIS_URL")
PATIENCE_SECONDS = 30
NO_TESTS = 5
"""The status with which pytest says so."""


class Outcome(NamedTuple):
    ok: bool
    text: str


def check(*_: str) -> Outcome:
    """Every tool speaks, also after the first that complains."""
    tools = (("ruff", "format", "--check", "-q", "."), ("ruff", "check", "-q", "."), ("mypy",))
    failed = [tool[0] for tool in tools if _run([([sys.executable, "-m", *tool], os.environ)]) != [0]]
    return Outcome(not failed, f"failed: {', '.join(failed)}" if failed else "passed")


def fast(*more: str) -> Outcome:
    return _pytest("not services and not browser", dict, *more)


def services(*more: str) -> Outcome:
    try:
        with ExitStack() as stack:
            return _pytest("services or on_services", lambda: stack.enter_context(running()), *more)
    except ServiceError as error:
        return Outcome(False, f"failed: {error}")


def browser(*more: str) -> Outcome:
    named = os.environ.get("CHROMIUM")
    found = [path for path in map(shutil.which, [named] if named else BROWSERS) if path]
    if found:
        whole = next((path for path in found if SHELL not in path), "")
        programs = {"CHROMIUM": found[0], "WHOLE_CHROMIUM": whole}
        return _pytest("browser", lambda: {**programs, "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}, *more)
    if named:
        return Outcome(False, f"failed: CHROMIUM names {named}, which is no program")
    if os.environ.get("REQUIRE_BROWSER", "") not in ("", "0"):
        return Outcome(False, "failed: there is no Chromium on PATH, and REQUIRE_BROWSER asks for one")
    return Outcome(True, "SKIPPED: there is no Chromium on PATH; nothing was tested in a browser")


SUITES: dict[str, Callable[..., Outcome]] = {"check": check, "fast": fast, "services": services, "browser": browser}


def _pytest(marks: str, surroundings: Callable[[], Mapping[str, str]], *more: str) -> Outcome:
    """Run the tests with these marks, side by side unless told which; all they leave is in a folder that goes away."""
    kept = {name: value for name, value in os.environ.items() if name not in SERVICES}
    with tempfile.TemporaryDirectory(prefix="evenhand-") as folder:
        reports, commands = [], []
        claims = Path(folder) / "claims"
        claims.mkdir()
        for number in range(1 if more else processes()):
            own = Path(folder) / str(number)
            own.mkdir()
            reports.append(own / "report.xml")
            command = [sys.executable, "-m", "pytest", "-q", "-m", marks, f"--junitxml={reports[-1]}", *more]
            commands.append((command, {**kept, **surroundings(), "TMPDIR": str(own), CLAIMS: str(claims)}))
        return _told(reports, _run(commands))


def _told(reports: Sequence[Path], statuses: Sequence[int]) -> Outcome:
    if all(status == NO_TESTS for status in statuses):
        return Outcome(False, "failed: there is no test in this suite")
    total: Counter[str] = Counter()
    for report, status in zip(reports, statuses, strict=True):
        if not report.exists():
            return Outcome(False, f"failed: pytest ended with status {status}")
        counts = ElementTree.parse(report).getroot()[0].attrib
        total.update({name: int(counts[name]) for name in ("tests", "failures", "errors", "skipped")})
    ok = all(status in (0, NO_TESTS) for status in statuses)
    failed = total["failures"] + total["errors"]
    passed = total["tests"] - failed - total["skipped"]
    text = f"passed {passed}" if ok else f"failed {failed}, passed {passed}"
    return Outcome(ok, f"{text}, skipped {total['skipped']}" if total["skipped"] else text)


def _run(commands: Sequence[tuple[list[str], Mapping[str, str]]]) -> list[int]:
    """Side by side to their ends, or end them with us; on a terminal Ctrl-C reaches them once and through us."""
    processes = [
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            start_new_session=True,
            preexec_fn=end_with_parent,  # noqa: PLW1509  no other thread runs here
        )
        for command, environment in commands
    ]
    try:
        return [process.wait() for process in processes]
    except BaseException:
        for process in processes:
            process.send_signal(signal.SIGINT)  # pytest then drops its databases and ends its threads
        with contextlib.suppress(subprocess.TimeoutExpired):
            for process in processes:
                process.wait(PATIENCE_SECONDS)
        raise
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with whatever it left running
            process.wait()


def _end_tidily() -> None:
    """Let every way of being told to stop unwind the stack, once; cleaning up is not to be interrupted."""

    def stop(number: int, frame: FrameType | None) -> None:
        for name in ends:
            signal.signal(name, signal.SIG_IGN)
        sys.exit(128 + number)

    ends = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for name in ends:
        signal.signal(name, stop)


def main(wanted: str = "", *more: str) -> int:
    if wanted not in (*SUITES, "all"):
        sys.exit(f"usage: python -m tests.run {'|'.join(('all', *SUITES))} [for pytest ...]")
    _end_tidily()
    lines, ok = [], True
    for name in SUITES if wanted == "all" else [wanted]:
        print(f"== {name}", flush=True)
        start = time.monotonic()
        outcome = SUITES[name](*more)
        ok = ok and outcome.ok
        lines.append(f"{name:<9} {outcome.text} ({time.monotonic() - start:.0f} s)")
    print("", *lines, sep="\n")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
