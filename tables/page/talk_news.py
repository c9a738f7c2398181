"""What has to be sent so that a browser shows the chat as it is: what came, what changed and what went."""

from collections.abc import Iterator
from itertools import groupby

from django.template.loader import render_to_string

from tables.page.fragments import partial, replaced
from tables.page.talk import Heard, Hearing, Key

LINES, MUTED = "t-chat-lines", "t-chat-muted"


def whole(hearing: Hearing) -> dict[str, str]:
    """The parts of the page, each in the element of its id."""
    lines = render_to_string("tables/page/chat_lines.html", {"chat": hearing})
    return {LINES: lines, MUTED: _muted(hearing)}


def frame(before: Heard | None, hearing: Hearing) -> str:
    """What makes the one, if it is known, into the other: mostly a line more."""
    if before is None:
        return "".join(replaced(name, text) for name, text in whole(hearing).items())
    now = hearing.heard
    parts = [*_gone(before, hearing), *_changed(before, hearing), *_came(before, hearing)] if now != before else []
    if now.muted != before.muted:
        parts.append(replaced(MUTED, _muted(hearing)))
    return "".join(parts)


def _gone(before: Heard, hearing: Hearing) -> Iterator[str]:
    """But not those that are merely too old to be shown to whoever comes now."""
    oldest = min((message.pk for message in hearing.talk.messages), default=0)
    left = {key.message for key in hearing.heard.keys}
    for key in before.keys:
        if key.message not in left and key.message >= oldest:
            yield partial(_line(key), "delete", "")


def _changed(before: Heard, hearing: Hearing) -> Iterator[str]:
    known = {key.message: key for key in before.keys}
    for key in hearing.heard.keys:
        if known.get(key.message, key) != key:
            yield replaced(_line(key), hearing.drawn([key]))


def _came(before: Heard, hearing: Hearing) -> Iterator[str]:
    """At the end, or after the line that stands before them."""
    known = {key.message for key in before.keys}
    newest = max(known, default=0)
    anchor = None
    for is_known, keys in groupby(hearing.heard.keys, key=lambda key: key.message in known):
        run = tuple(keys)
        if is_known:
            anchor = run[-1]
        elif run[-1].message > newest:
            yield partial(LINES, "beforeend", hearing.drawn(run))
        elif anchor:
            yield partial(_line(anchor), "afterend", hearing.drawn(run))
        else:
            yield partial(LINES, "afterbegin", hearing.drawn(run))


def _line(key: Key) -> str:
    return f"c-{key.message}"


def _muted(hearing: Hearing) -> str:
    return render_to_string("tables/page/chat_muted.html", {"muted": hearing.muted, "door": hearing.door})
