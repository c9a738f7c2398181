"""What is sent so that a page shows the present: of each fragment what is new in it, as htmx takes it."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

_ROW: Final = re.compile(r'<li id="(t-player-\d+)".*?</li>', re.DOTALL)


def envelope(fragments: Mapping[str, str], before: Mapping[str, str] | None = None) -> str:
    """Each is morphed into the element of its id. Of the log go the lines that are not there yet, of the list of
    players the rows that have changed: a bet changes one."""
    known = before or {}
    return "".join([_news(name, known.get(name, ""), text) for name, text in fragments.items()])


def _news(name: str, before: str, now: str) -> str:
    if name == "t-log" and (lines := _added(before, now)) is not None:
        return partial(name, "beforeend", lines)
    if name == "t-people" and (rows := _changed_rows(before, now)) is not None:
        return rows
    return partial(name, "outerMorph", now)


def partial(name: str, swap: str, content: str) -> str:
    return f'<hx-partial hx-target="#{name}" hx-swap="{swap}">{content}</hx-partial>'


def _added(before: str, now: str) -> str | None:
    """None: it is not the same log with more lines."""
    head = before.rpartition("</ol>")[0].rstrip()
    return now[len(head) :].rpartition("</ol>")[0] if head and now.startswith(head) else None


@lru_cache(1_000)
def _changed_rows(before: str, now: str) -> str | None:
    """None: it is not the same list but for what stands in its rows. Many viewers have the same before them."""
    if _ROW.sub(r"\1", before) != _ROW.sub(r"\1", now):
        return None
    known = {row[0] for row in _ROW.finditer(before)}
    return "".join(partial(row[1], "outerMorph", row[0]) for row in _ROW.finditer(now) if row[0] not in known)
