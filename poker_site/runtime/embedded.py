"""Run the whole site in one process: web server, Celery worker and Celery beat."""

from poker_site.web.server import LimitedServer  # isort: skip  must come before anything else imports Twisted

import logging
import sys
import threading
from collections.abc import Callable
from typing import Any

from celery.beat import Scheduler, Service
from celery.worker import state as worker_state
from twisted.internet import reactor
from twisted.python.failure import Failure

from poker_site.celery import HEARTBEAT, app, send_first_tasks, threads_worker
from tables.bots.duel.serving import Arena
from tables.play.due import start_embedded

logger = logging.getLogger("evenhand.play")

STOP_SECONDS = 2.5


class WebServer(LimitedServer):
    """Serves the web in this process; keeps the reason in `trouble` if it cannot listen."""

    trouble = ""

    def __init__(self, application: Any, *, host: str, port: int, ready: Callable[[], None]) -> None:
        escaped = host.strip("[]").replace(":", r"\:")
        # Daphne's own backlog of 50 stalls a burst of connections for a second.
        endpoint = f"tcp:port={port}:interface={escaped}:backlog=1024"
        super().__init__(application, endpoints=[endpoint], server_name="evenhand", application_close_timeout=2)
        self.ready = ready

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self.ready()

    def listen_error(self, failure: Failure) -> None:
        reason = getattr(failure.value, "socketError", failure.value)
        self.trouble = str(getattr(reason, "strerror", None) or reason)
        self.stop()


class EmbeddedSite:
    """Runs web server, worker and beat; when one of them ends, all do. The site can go on without the arena."""

    def __init__(self, server: WebServer, arena: Arena | None = None) -> None:
        self.server = server
        self.arena = arena
        self.worker = threads_worker(concurrency=4)
        self.beat = Service(app, scheduler_cls=Scheduler)
        self.stopping = threading.Event()
        self.fallen: list[str] = []

    def run(self) -> int:
        """Serve until told to stop; return 0 for a clean end and 1 if a part has failed."""
        start_embedded()
        send_first_tasks()  # they wait in the queue until the worker is up
        parts = [self._start("worker", self.worker.start), self._start("beat", self.beat.start)]
        if self.arena:
            parts.append(self.arena.start())
        self.server.run()
        self.stopping.set()
        if self.arena:
            self.arena.stop()
        self.beat.stop()
        worker_state.should_stop = 0  # type: ignore[assignment]
        for _ in range(2):  # a task ends the worker's wait of up to two seconds, and it waits once more as it stops
            app.send_task(HEARTBEAT)
        for part in parts:
            part.join(STOP_SECONDS / len(parts))
        for name in self.fallen:
            print(f"evenhand: the {name} has died, so the server ends too; see the lines above.", file=sys.stderr)
        return 1 if self.fallen or self.server.trouble else 0

    def _start(self, name: str, run: Callable[[], Any]) -> threading.Thread:
        thread = threading.Thread(target=self._guard, args=(name, run), name=name, daemon=True)
        thread.start()
        return thread

    def _guard(self, name: str, run: Callable[[], Any]) -> None:
        try:
            run()
        except (Exception, SystemExit):
            logger.exception("%s failed", name)
        finally:
            if not self.stopping.is_set():
                self.fallen.append(name)
                reactor.callFromThread(self.server.stop)
