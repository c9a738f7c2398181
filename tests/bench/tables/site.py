"""Start the production profile as the README does, with two web processes and one worker for both queues."""

import http.client
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from poker_site.environment import BASE_DIR
from tests.play import MANAGE, PATIENCE_SECONDS, environment, outcome
from tests.ports import free_port
from tests.real_services.processes import end_with_parent

BIN = Path(sys.executable).parent
WEB = (sys.executable, "-m", "poker_site.web.server")
CELERY = (str(BIN / "celery"), "-A", "poker_site")
TROUBLE = re.compile(r"Traceback|ERROR|CRITICAL|^evenhand: ", re.MULTILINE)
ALONE = ("--without-gossip", "--without-mingle")
WORKER = (*CELERY, "worker", "--pool", "threads", "--concurrency", "4", *ALONE, "-Q", "clock,default")


class Trouble(Exception):
    """Raised when the site does not start or a program of it fails; the text says why."""


@dataclass
class Site:
    """Holds the processes of a site by name; two of them serve the web, each on a port of its own."""

    folder: Path
    variables: Mapping[str, str]
    ports: list[str] = field(default_factory=list)
    processes: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def run(self, name: str, *command: str) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command,
                cwd=BASE_DIR,
                env=environment(self.folder, **self.variables),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=end_with_parent,  # noqa: PLW1509  no other thread runs here
            )

    def serve(self, number: int) -> None:
        endpoint = f"tcp:port={self.ports[number]}:interface=127.0.0.1:backlog=1024"
        self.run(f"web {number + 1}", *WEB, "-v", "0", "-e", endpoint, "poker_site.asgi:application")

    def kill(self, name: str) -> None:
        """Kill a process without a warning, and return when it is gone."""
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def wait_until_healthy(self, *ports: str) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not all(map(_healthy, ports or self.ports)):
            self._see_that_all_run()
            if time.monotonic() > deadline:
                raise Trouble(f"the site does not become healthy:\n{self.complaints()}")
            time.sleep(0.05)

    def _see_that_all_run(self) -> None:
        for name, process in self.processes.items():
            if process.poll() is not None:
                raise Trouble(f"{name} has ended:\n{self.complaints()}")

    def complaints(self) -> str:
        """Return the end of each log that has an error in it; Celery's greeting is none."""
        logs = {log.stem: log.read_text(errors="replace") for log in sorted(self.folder.glob("*.log"))}
        return "\n".join(f"{name}: {text[-2000:]}" for name, text in logs.items() if TROUBLE.search(text))

    def tell(self, module: str, *words: object) -> Any:
        """Run a module of ours in the site's environment, and return what it printed as JSON."""
        command = (sys.executable, "-m", module, *map(str, words))
        status, text = outcome(self.folder, *command, DJANGO_SETTINGS_MODULE="poker_site.settings", **self.variables)
        if status:
            raise Trouble(text)
        return json.loads(text.splitlines()[-1])

    def end(self) -> None:
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _healthy(port: str) -> bool:
    try:
        with closing(http.client.HTTPConnection("127.0.0.1", int(port), timeout=PATIENCE_SECONDS)) as connection:
            connection.request("GET", "/healthz/")
            return connection.getresponse().status == 200
    except OSError:
        return False


def variables(database_url: str, redis_url: str) -> dict[str, str]:
    return {
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "SECRET_KEY": "not a secret, but long enough and with some variety: 0123456789",
        "ALLOWED_HOSTS": "127.0.0.1",
    }


@contextmanager
def prepared_site(folder: Path, named: Mapping[str, str], ports: Sequence[str] = ()) -> Iterator[Site]:
    """Make a site with an empty database that no process serves yet; end with the block whatever is started.

    Two ports are chosen if none are given, one for each of two web processes.
    """
    status, text = outcome(folder, *MANAGE, "upgrade", **named)
    if status:
        raise Trouble(text)
    with ExitStack() as stack:
        site = Site(folder, named, list(ports) or [free_port(), free_port()])
        stack.callback(site.end)
        yield site


def start(site: Site) -> None:
    for number in range(len(site.ports)):
        site.serve(number)
    site.run("worker", *WORKER)
    site.run("beat", *CELERY, "beat")
    site.wait_until_healthy()
