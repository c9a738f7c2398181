"""Compare the chat lines of a page with those before, and send the ones that came, changed or went."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from poker_site.web.fragments import Fragment, Lines, ViewModel, element_partial, swap_partial, view_model


@view_model
class ChatLine(ViewModel):
    """Holds what one viewer sees of a message."""

    id: int
    name: str
    text: str
    at: datetime
    zone: str
    """The reader's time zone, in which the time is shown."""
    seat: int | None
    watches: bool
    own: bool
    removed: bool
    reaction: bool
    reported: bool
    may_remove: bool
    door: str
    """The address for forms that are sent without a script."""


@dataclass(frozen=True, slots=True)
class ChatLines(Lines):
    """Describes the list of messages: each line is an element of its own, and may come in between, change or go."""

    oldest: int = field(default=0, compare=False)
    """Number of the oldest message in this list; lines before it are not sent, but stay where they are shown."""

    def news(self, before: Any, language: str) -> str:
        return "".join([*self._gone(before), *self._changed(before, language), *self._came(before, language)])

    def _gone(self, before: "ChatLines") -> Iterator[str]:
        left = {line.id for line in self.lines}
        for line in before.lines:
            if line.id not in left and _number(line) >= self.oldest:
                yield swap_partial(line.id, "delete", "")

    def _changed(self, before: "ChatLines", language: str) -> Iterator[str]:
        known = {line.id: line for line in before.lines}
        for line in self.lines:
            if known.get(line.id, line) != line:
                yield element_partial(line.id, line.html(language))

    def _came(self, before: "ChatLines", language: str) -> Iterator[str]:
        """Put new lines at the end, or after the line that stands before them."""
        known = {line.id for line in before.lines}
        newest = max(map(_number, before.lines), default=0)
        anchor = None
        for is_known, lines in groupby(self.lines, key=lambda line: line.id in known):
            run = tuple(lines)
            html = "" if is_known else "".join([line.html(language) for line in run])
            if is_known:
                anchor = run[-1]
            elif _number(run[-1]) > newest:
                yield swap_partial(self.id, "beforeend", html)
            elif anchor:
                yield swap_partial(anchor.id, "afterend", html)
            else:
                yield swap_partial(self.id, "afterbegin", html)


def _number(line: Fragment) -> int:
    return int(line.id.removeprefix("c-"))
