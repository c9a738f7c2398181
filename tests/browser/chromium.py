"""Run one Chromium for many tests; each person has a context of their own in it."""

import os
import signal
import threading
from collections.abc import Iterable

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Error

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",  # there is no GPU to draw with; saves a tenth of the work
    "--js-flags=--no-opt",  # pages are gone before it pays: 87 s of CPU time instead of 93 for 37 tests
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP room.test 127.0.0.1",
]
SLOWLY_MS = 400  # between two actions, for a developer who watches
CLOSING_SECONDS = 5  # closing a context usually takes 20 ms


class Chromium:
    """Keeps a browser running, and starts it again after it had to be killed."""

    def __init__(self, kind: BrowserType, program: str) -> None:
        self._kind = kind
        self._program = program
        self._browser: Browser | None = None
        self._process_id = 0

    def new_context(self, **options: object) -> BrowserContext:
        if self._browser is None or not self._browser.is_connected():
            self._launch()
        assert self._browser is not None
        return self._browser.new_context(**options)  # type: ignore[arg-type]  # as Playwright has them

    def _launch(self) -> None:
        if not self._program:
            pytest.skip("the shell of Chromium has no notifications, and there is no Chromium on PATH")
        shown = os.environ.get("SHOW_BROWSER", "") not in ("", "0")
        slowly = SLOWLY_MS if shown else 0
        self._browser = self._kind.launch(executable_path=self._program, args=FLAGS, headless=not shown, slow_mo=slowly)
        processes = self._browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        [self._process_id] = [process["id"] for process in processes if process["type"] == "browser"]

    def close_contexts(self, contexts: Iterable[BrowserContext]) -> None:
        """Close the contexts, and kill a browser that does not answer, which ends the wait.

        Chromium 156 may never answer when a page with an open socket is just leaving for another page. This was seen
        once or twice in a hundred such moments.
        """
        killer = threading.Timer(CLOSING_SECONDS, os.kill, (self._process_id, signal.SIGKILL))
        killer.start()
        try:
            for context in contexts:
                context.close()
        except Error:
            if self._browser is not None and self._browser.is_connected():
                raise
        finally:
            killer.cancel()

    def close(self) -> None:
        if self._browser is not None and self._browser.is_connected():
            self._browser.close()
