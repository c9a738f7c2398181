"""Keep what a failed browser test leaves in `var/failures/`: what each person saw, and what the server said."""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page

from poker_site.environment import BASE_DIR

FOLDER = BASE_DIR / "var" / "failures"


def keep(test: pytest.Item, pages: Sequence[Page], server_lines: Sequence[str]) -> Path:
    """Save a screenshot and the HTML of each open page, and the server's log; return their folder."""
    folder = FOLDER / re.sub(r"\W+", "-", test.nodeid.removeprefix("tests/browser/")).strip("-")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for number, page in enumerate(pages, start=1):
        try:
            (folder / f"{number}.html").write_text(f"<!-- {page.url} -->\n{page.content()}")
            page.screenshot(path=folder / f"{number}.png", timeout=5_000)
        except Error as error:
            (folder / f"{number}.txt").write_text(f"{page.url}: {error}")
    (folder / "server.log").write_text("\n".join(server_lines))
    return folder
