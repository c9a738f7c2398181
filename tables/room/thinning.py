"""A part of the page without what in it is the same as before: the browser keeps its own.

An element with an id that is what it was is sent as no more than that id, and htmx is held back from it (`room.js`).
One that only holds what it held is sent empty: htmx takes over its attributes and leaves its children alone (the page's
configuration says so, "morphSkipChildren"). What has no id, or gains nothing, is sent as it is.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

KEPT: Final = " data-kept"
SAME: Final = " data-same"
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^<>]*?)(/?)>")
_ID: Final = re.compile(r' id="([^"]+)"')
_VOID: Final = frozenset({"br", "hr", "img", "input"})


class Element(NamedTuple):
    """Where it stands in a text: `inner` is where its start tag ends, `last` where its end tag begins."""

    id: str
    start: int
    inner: int
    last: int
    end: int


@lru_cache(20_000)
def elements(text: str) -> tuple[Element, ...]:
    """Those with an id, outer ones first; none of what is not written as a tree."""
    opened: list[tuple[str, str, int, int]] = []
    found = []
    for tag in _TAG.finditer(text):
        closes, name, attributes, alone = tag.groups()
        if closes:
            if not opened or opened[-1][0] != name:
                return ()
            _, own, start, inner = opened.pop()
            if own:
                found.append(Element(own, start, inner, tag.start(), tag.end()))
        elif not alone and name not in _VOID:
            named = _ID.search(attributes)
            opened.append((name, named[1] if named else "", tag.start(), tag.end()))
    return tuple(sorted(found, key=lambda element: element.start)) if not opened else ()


@lru_cache(5_000)
def thinned(before: str, now: str) -> str:
    """Many viewers have the same before them."""
    return "".join(_pieces(before, now))


def changed(before: str, now: str) -> list[tuple[str, str, str]]:
    """The smallest elements in which all lies that changed: id, how it was and how it is. None: another whole."""
    ours, theirs = (_children(text) for text in (now, before))
    if not ours or _around(now, ours) != _around(before, theirs):
        return []
    known = {element.id: before[element.start : element.end] for element in theirs}
    found = []
    for element in ours:
        was, is_ = known[element.id], now[element.start : element.end]
        if was != is_:
            found += changed(was, is_) or [(element.id, was, is_)]
    return found


def _children(text: str) -> list[Element]:
    """Of the whole: those with an id that lie in no other but that."""
    inside: list[Element] = []
    for element in elements(text)[1:]:
        if not inside or element.start >= inside[-1].end:
            inside.append(element)
    return inside


def _around(text: str, children: list[Element]) -> list[str]:
    ends = [0, *[element.end for element in children]]
    begins = [*[element.start for element in children], len(text)]
    between = [text[end:begin] for end, begin in zip(ends, begins, strict=True)]
    return [*between, *[element.id for element in children]]


def _pieces(before: str, now: str) -> Iterator[str]:
    known = {element.id: element for element in elements(before)}
    at = 0
    for element in elements(now):
        was = known.get(element.id)
        if was is None or element.start < at:  # it is new, or inside one that stays
            continue
        tag = now[element.start : element.inner]
        if before[was.start : was.end] == now[element.start : element.end]:
            sent = f'{tag.split(maxsplit=1)[0]} id="{element.id}"{KEPT}>'
        elif before[was.inner : was.last] == now[element.inner : element.last]:
            sent = f"{tag[:-1]}{SAME}>"
        else:
            continue
        if len(sent) < element.last - element.start:
            yield now[at : element.start] + sent
            at = element.last
    yield now[at:]
