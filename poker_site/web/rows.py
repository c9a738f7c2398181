"""Send a list row by row: its rows come, go, move and change one by one."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from poker_site.web.fragments import Fragment, Lines, element_partial, swap_partial


@dataclass(frozen=True, slots=True)
class Rows(Lines):
    """Fills a list. Each row is drawn with the element that holds it, which has the row's id."""

    def news(self, before: Any, language: str) -> str:
        """Return a frame of the rows that go, come or change; a row that moves goes first, then comes back."""
        gone: list[Fragment] = []
        came: list[str] = []
        changed: list[tuple[Fragment, Fragment]] = []
        for start, end, first, last, is_same in _blocks(before.lines, self.lines):
            if is_same:
                changed += zip(before.lines[start:end], self.lines[first:last], strict=True)
                continue
            gone += before.lines[start:end]
            came.append(self._put(first, last, language))
        return "".join(
            [
                *[swap_partial(row.id, "delete", "") for row in gone],
                *came,
                *[element_partial(now.id, now.html(language)) for known, now in changed if known != now],
            ]
        )

    def _put(self, first: int, last: int, language: str) -> str:
        """Put new rows behind the row before them: the browser finds all places before it changes anything."""
        html = "".join([row.html(language) for row in self.lines[first:last]])
        if not html:
            return ""
        return (
            swap_partial(self.lines[first - 1].id, "afterend", html)
            if first
            else swap_partial(self.id, "afterbegin", html)
        )


def _blocks(before: tuple[Fragment, ...], now: tuple[Fragment, ...]) -> Iterator[tuple[int, int, int, int, bool]]:
    """Yield the runs of rows that are in both lists, and between them those that are in only one."""
    known, wanted = ([row.id for row in rows] for rows in (before, now))
    if known == wanted:
        yield 0, len(known), 0, len(wanted), True
        return
    for what, *places in SequenceMatcher(None, known, wanted, autojunk=False).get_opcodes():
        start, end, first, last = places
        yield start, end, first, last, what == "equal"
