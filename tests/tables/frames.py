"""Apply frames as a browser does: fill, replace or lengthen the element of each id."""

import re
from html.parser import HTMLParser

from django.utils.translation import get_language

from accounts.models import User
from poker_site.web.fragments import elements
from tables.models import Table
from tables.page import snapshot
from tables.page.drawing import Drawing
from tables.page.scene import Scene

PARTIAL = re.compile(r"<hx-partial id=([a-z0-9-]+)(?: hx-swap=(\w+))?>(.*?)</hx-partial>", re.DOTALL)
_VOID = {"br", "hr", "img", "input"}
_GROUPS = (
    (r"(?:n|(?:t-seat|s|stack|turn|own|hand|marks|bet)-)(\d+)", r"t-seat-\1"),
    (r"t-(?:centre|pot|board|outcome|calm)", "t-centre"),
    (r"t-bar(?:-says|-body)?", "t-bar"),
    (r"t-add|t-leaving|t-leave-now|t-top-up-most", "t-me"),
    (r"t-viewer", "t-data"),
    (r"[ak]\d+|t-player-\d+", "t-people"),
    (r"t-host(?:ing)?-.*|t-rest-.*", "t-hosting"),
)


def group_of(name: str) -> str:
    """Name the thing on the page that an element belongs to: a seat, the bar, a menu."""
    for pattern, group in _GROUPS:
        if found := re.fullmatch(pattern, name):
            return found.expand(group)
    return name


def grouped(parts: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, text in parts.items():
        found[group_of(name)] = found.get(group_of(name), "") + text
    return found


class Parts(dict[str, str]):
    """Holds the elements of a page by id; a group of them, like a seat, can be asked for as one text."""

    def __missing__(self, name: str) -> str:
        found = [text for one, text in self.items() if group_of(one) == name]
        if not found:
            raise KeyError(name)
        return "".join(found)

    def __getitem__(self, name: str) -> str:
        is_group = any(group_of(one) == name != one for one in self)
        return self.__missing__(name) if is_group else super().__getitem__(name)


def parts_of(scene: Scene) -> Parts:
    """Return all elements of the page that this viewer is shown."""
    page, language = Drawing(scene.snapshot).page(scene), get_language()
    found = (*elements(page.public), *elements(page.private))
    return Parts({element.id: element.html(language) for element in found})


def drawn(table: Table, viewer: User) -> Parts:
    return parts_of(Scene(snapshot.take(table.pk), viewer, viewer.preferences))


def apply_frame(parts: dict[str, str], frame: str) -> None:
    """Apply a frame to `parts`, the elements of a page by id."""
    for name, swap, text in PARTIAL.findall(frame):
        if swap == "beforeend":
            parts[name] += text
        elif dict.__contains__(parts, name) or not any(_replaced(parts, part, name, text) for part in list(parts)):
            parts[name] = text


def _replaced(parts: dict[str, str], part: str, name: str, text: str) -> bool:
    whole = dict.__getitem__(parts, part)
    if f' id="{name}"' not in whole:
        return False
    finder = _Finder(name)
    finder.feed(whole)
    start, end = finder.offsets(whole)
    parts[part] = whole[:start] + text + whole[end:]
    return True


class _Finder(HTMLParser):
    """Finds where the content of an element begins and ends."""

    def __init__(self, name: str) -> None:
        super().__init__(convert_charrefs=True)
        self.name, self.depth = name, 0
        self.start = self.end = (0, 0)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if dict(attrs).get("id") == self.name:
            line, column = self.getpos()
            self.start, self.depth = (line, column + len(self.get_starttag_text() or "")), 1
        elif self.depth and tag not in _VOID:
            self.depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Leave the depth as it is: such a tag opens nothing."""

    def handle_endtag(self, tag: str) -> None:
        if self.depth:
            self.depth -= 1
            if not self.depth:
                self.end = self.getpos()

    def offsets(self, text: str) -> tuple[int, int]:
        lines = [0, *[place.end() for place in re.finditer("\n", text)]]
        start, end = (lines[line - 1] + column for line, column in (self.start, self.end))
        return start, end
