"""Draw the elements of a page from plain values, and send those whose values have changed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol, TypeVar, dataclass_transform

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

C = TypeVar("C")
Plain = str | int | bool | None


class ViewModel:
    """Holds the plain values that a template shows as `it`, and nothing else; elements may be among them."""

    __slots__: tuple[str, ...] = ()
    __getitem__ = object.__getattribute__
    """Django tries this first to look up a name; an exception would cost more than the whole lookup."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def view_model(cls: type[C]) -> type[C]:
    """Make a frozen class of values without `repr`, which might end up in a log: cards are among the values."""
    return dataclass(frozen=True, slots=True, kw_only=True, repr=False)(cls)


class Element(Protocol):
    """Is a part of the page that is sent on its own, to the element with its id."""

    @property
    def id(self) -> str: ...
    def html(self, language: str) -> str: ...
    def whole(self, language: str) -> str:
        """Return the frame that shows it whole, whatever was shown before."""

    def news(self, before: Any, language: str) -> str:
        """Return the frame that turns an element of the same kind and id, shown before, into this different one."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """Fills an element with what a template draws from a view model."""

    id: str
    template: str
    value: ViewModel

    def html(self, language: str) -> str:
        """Draw the content of the element; `language` must be the active one."""
        return _drawn(self.template, language, self.value)

    def whole(self, language: str) -> str:
        return content_partial(self.id, self.html(language))

    def news(self, before: Any, language: str) -> str:
        """Return a frame of only the elements within, if nothing else has changed."""
        within = _changes(before.value, self.value, language) if before.template == self.template else None
        return self.whole(language) if within is None else within


@dataclass(frozen=True, slots=True)
class Attributes:
    """Changes only the attributes of an element: htmx leaves its content alone ("morphSkipChildren" in base.html)."""

    id: str
    values: tuple[tuple[str, Plain], ...]
    tag: str = "div"
    running: tuple[tuple[str, Plain], ...] = field(default=(), compare=False)
    """Holds values that the browser counts by itself, such as milliseconds left: their changes alone are not sent."""

    def html(self, language: str) -> str:
        """Draw the element without content."""
        return f"<{self.tag}{self.written}></{self.tag}>"

    @property
    def written(self) -> SafeString:
        pairs = "".join([_attribute(name, value) for name, value in (*self.values, *self.running)])
        return mark_safe(f' id="{self.id}"{pairs}')  # noqa: S308  escaped there

    def whole(self, language: str) -> str:
        return element_partial(self.id, self.html(language))

    def news(self, before: Any, language: str) -> str:
        return self.whole(language)


@dataclass(frozen=True, slots=True)
class Lines:
    """Fills a list that mostly grows at its end: then only the new lines are sent."""

    id: str
    lines: tuple[Fragment, ...]

    def html(self, language: str) -> str:
        return "".join([line.html(language) for line in self.lines])

    def whole(self, language: str) -> str:
        return content_partial(self.id, self.html(language))

    def news(self, before: Any, language: str) -> str:
        known = before.lines
        if not known or self.lines[: len(known)] != known:
            return self.whole(language)
        return swap_partial(self.id, "beforeend", "".join([line.html(language) for line in self.lines[len(known) :]]))


class _OtherValues(Exception):
    """Says that more than elements have changed."""


def delta(before: ViewModel | Fragment | None, now: ViewModel | Fragment) -> str:
    """Return the frame that turns one page, or element, into another; the whole of it if there is none before."""
    language = get_language()
    changes = _changes(before, now, language) if before else None
    if changes is None:  # for example the viewer has sat down, or got up
        return "".join([element.whole(language) for element in elements(now)])
    return changes


def _changes(before: ViewModel | Fragment, now: ViewModel | Fragment, language: str) -> str | None:
    """Return the frame for the elements within that have changed; None if anything else has."""
    found: list[str] = []
    try:
        _add_changes(found, before, now, language)
    except _OtherValues:
        return None
    return "".join(found)


def _add_changes(found: list[str], before: object, now: object, language: str) -> None:
    """Compare part by part; raise `_OtherValues` if anything but elements is different."""
    if before is now or before == now:
        return
    if isinstance(now, (Fragment, Attributes, Lines)) and type(before) is type(now) and before.id == now.id:
        found.append(now.news(before, language))
    elif isinstance(now, tuple) and isinstance(before, tuple) and len(before) == len(now):
        for one, other in zip(before, now, strict=True):
            _add_changes(found, one, other, language)
    elif isinstance(now, ViewModel) and type(before) is type(now):
        for name in now.__slots__:
            _add_changes(found, getattr(before, name), getattr(now, name), language)
    else:
        raise _OtherValues


def elements(shown: object) -> Iterator[Element]:
    """Yield the outermost elements, in order."""
    if isinstance(shown, (Fragment, Attributes, Lines)):
        yield shown
    elif isinstance(shown, tuple):
        for one in shown:
            yield from elements(one)
    elif isinstance(shown, ViewModel):
        for name in shown.__slots__:
            yield from elements(getattr(shown, name))


@lru_cache(20_000)
def _drawn(template: str, language: str, value: ViewModel) -> str:
    """Draw once for all viewers and tables with the same values: most changes of an action are drawn already."""
    return collapse_white_space(render_to_string(template, {"it": value}))


def collapse_white_space(html: str) -> str:
    """Collapse the white space that templates leave."""
    return "\n".join([line.strip() for line in html.splitlines() if line and not line.isspace()])


def content_partial(name: str, content: str) -> str:
    """Wrap the new content of the element with this id, which is morphed into it by default on our pages."""
    return f"<hx-partial id={name}>{content}</hx-partial>"


def element_partial(name: str, element: str) -> str:
    """Wrap an element that takes the place of the one with this id."""
    return swap_partial(name, "outerMorph", element)


def swap_partial(name: str, swap: str, content: str) -> str:
    return f"<hx-partial id={name} hx-swap={swap}>{content}</hx-partial>"


def _attribute(name: str, value: Plain) -> str:
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{value if isinstance(value, int) else escape(value)}"'
