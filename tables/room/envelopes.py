"""What is sent so that a page shows the present: of each fragment what is new in it, as htmx takes it."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from tables.room.thinning import changed, thinned

_PLACE: Final = re.compile(r'data-seat="\d+"')
_PLACELESS: Final = "data-seat"
_IN_PIECES: Final = frozenset({"t-people", "t-hosting", "t-ticker", "t-me"})


def envelope(fragments: Mapping[str, str], before: Mapping[str, str] | None = None) -> str:
    """Each is morphed into the element of its id, without what in it is the same. Of the log go the lines that are not
    there yet, of lists and menus what has changed in them: of the players' list, a bet changes one stack."""
    known = before or {}
    return "".join([_news(name, known.get(name, ""), text) for name, text in fragments.items()])


def _news(name: str, before: str, now: str) -> str:
    if name == "t-log" and (lines := _added(before, now)) is not None:
        return partial(name, "beforeend", lines)
    if name in _IN_PIECES and (parts := _changed(before, now)):
        return parts
    if name.startswith("t-seat-") and before:
        return morphed(name, _seat(before, now))
    return morphed(name, thinned(before, now) if before else now)


def _seat(before: str, now: str) -> str:
    """It has another place before every viewer, and mostly nothing else of its own."""
    stood, stands = _PLACE.search(before), _PLACE.search(now)
    if not stood or not stands or stood[0] != stands[0]:
        return thinned(before, now)
    place = stands[0]
    news = thinned(before.replace(place, _PLACELESS, 1), now.replace(place, _PLACELESS, 1))
    return news.replace(_PLACELESS, place, 1)  # of the seat itself; somebody may be called that


def morphed(name: str, content: str) -> str:
    """Into the element of that id, as our pages do unless told otherwise."""
    return f'<hx-partial id="{name}">{content}</hx-partial>'


def partial(name: str, swap: str, content: str) -> str:
    return f'<hx-partial hx-target="#{name}" hx-swap="{swap}">{content}</hx-partial>'


def _added(before: str, now: str) -> str | None:
    """None: it is not the same log with more lines."""
    head = before.rpartition("</ol>")[0].rstrip()
    return now[len(head) :].rpartition("</ol>")[0] if head and now.startswith(head) else None


@lru_cache(1_000)
def _changed(before: str, now: str) -> str:
    """Nothing: it is another list or menu. Many viewers have the same before them."""
    return "".join([morphed(name, thinned(was, is_)) for name, was, is_ in changed(before, now)])
