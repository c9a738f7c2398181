"""The parts of the page that change, each rendered by the partial that the page itself uses."""

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from tables.room.scene import Scene

PARTS: Final = (
    "top",
    "elsewhere",
    "centre",
    "ticker",
    "bar",
    "log",
    "people",
    "events",
    "books",
    "game",
    "me",
    "hosting",
    "wishes",
    "live",
    "data",
)
SAME_FOR_ALL: Final = ("top", "ticker", "log", "people", "events")
"""Nothing in these depends on who looks."""
_PLACE: Final = re.compile(r'data-seat="\d+"')
_CLOCK: Final = re.compile(r'data-left="\d+"')
"""Runs by itself in the browser: a clock that only went on is no change."""

Fragments = Mapping[str, str]


def render(scene: Scene) -> Fragments:
    """By the id of the element."""
    found = {f"t-{part}": _part(scene, part) for part in PARTS}
    return found | {f"t-seat-{seat['number']}": _seat(scene, seat) for seat in scene.seats}


def is_news(name: str, before: str | None, now: str) -> bool:
    if name == "t-data" and before is not None:
        return _CLOCK.sub("", before) != _CLOCK.sub("", now)
    return before != now


def _part(scene: Scene, part: str) -> str:
    def draw() -> str:
        return render_to_string(f"tables/room/{part}.html", {"scene": scene})

    def remembered() -> str:
        shown = _SHOWN[part](scene) if part in _SHOWN else None
        return draw() if shown is None else memory.get((part, shown), draw)

    # Winners are told their hand even if they did not show it.
    if part in SAME_FOR_ALL or (part == "centre" and not scene.results):
        return _shared(scene, (part, get_current_timezone_name()) if part == "events" else part, remembered)
    return remembered()


def _own_place(scene: Scene) -> object:
    me = scene.me
    if me is None:
        return None
    shown = ("leaves", "sits_out_next", "state", "may_post", "top_up_most", "top_up_pending", "in_hand")
    return [me[name] for name in shown], bool(scene.actions or scene.pre), scene.guests.wish, scene.game


def _bar(scene: Scene) -> object:
    """Nobody else is at the same decision; of those who wait, many see the same."""
    if scene.actions or "held_number" in scene.sit:
        return None
    name = scene.turn and scene.turn["name"]
    if scene.pre:
        return scene.pre, name
    return _idle(scene), name


def _idle(scene: Scene) -> object:
    """Most wait for the same: little of what is theirs alone stands there."""
    table, me = scene.table, scene.me
    at = ("host", "host_name", "state", "code")
    mine = ("state", "can_show", "broke", "leaves", "must_wait", "may_post", "posts", "top_up_pending", "in_hand")
    has_forms = not me or me["can_show"] or scene.phase == "paused"
    return (
        scene.phase,
        scene.seats[0].get("state"),
        [table[name] for name in at],
        me and [*(me[name] for name in mine), me["broke"] and me["top_up_most"]],
        scene.sit,
        scene.results,
        scene.has_books,
        scene.guests.may_play_again,
        scene.moment if has_forms or scene.game else "",
        scene.game,
    )


def _top(scene: Scene) -> object:
    told = ("name", "game", "stakes", "next_stakes", "closing", "state", "progress")
    return [scene.table[name] for name in told], scene.hand_number, scene.phase, scene.people["watchers"]


def _centre(scene: Scene) -> object:
    if scene.results:
        return None
    board = [card and (card["code"], card["wait"]) for card in scene.board]
    pots = [(pot["label"], pot["amount_text"]) for pot in scene.pots]
    calm = scene.table["calm"]
    return calm, scene.phase, scene.street, scene.cutting, scene.hand_number, scene.pot_total_text, pots, board


def _people(scene: Scene) -> object:
    told = ("number", "held", "name", "user_id", "bot", "offline", "stack_text")
    seated = [[seat[name] for name in told] for seat in scene.seats if not seat["empty"]]
    return sorted(seated), scene.people, scene.table["host_id"], scene.table["host_name"], sorted(scene.cohosts)


_SHOWN: Final[Mapping[str, Callable[[Scene], object]]] = {
    "top": _top,
    "centre": _centre,
    "ticker": lambda scene: scene.log[-1:],
    "people": _people,
    "elsewhere": lambda scene: scene.others,
    "me": lambda scene: (_own_place(scene), scene.table["code"]),
    "hosting": lambda scene: (scene.hosting or (), scene.guests.invite or (), scene.game),
    "game": lambda scene: (scene.game, scene.table["code"]) if scene.game else (),
    "wishes": lambda scene: (scene.table["code"], scene.guests.wishes),
    "books": lambda scene: (scene.table["code"], scene.has_books),
    "bar": _bar,
    "live": lambda scene: (scene.log[-1:], bool(scene.turn and scene.turn["mine"])),
}
"""All that these parts show."""


def _seat(scene: Scene, seat: Mapping[str, Any]) -> str:
    def draw() -> str:
        return render_to_string("tables/room/seat.html", {"scene": scene, "seat": seat})

    text = _free_seat(scene, seat, draw) if seat["empty"] or seat["held"] else _taken_seat(scene, seat, draw)
    return _PLACE.sub(f'data-seat="{seat["place"]}"', text, count=1)  # where it is drawn, not what it shows


def _taken_seat(scene: Scene, seat: Mapping[str, Any], draw: Callable[[], str]) -> str:
    def remembered() -> str:
        shown = [value for name, value in seat.items() if name not in ("place", "user", "clock")]
        own = scene.me["hand_name"] if seat["me"] and scene.me else ""
        hand = scene.hand_number if seat["cards"] or seat["bet"] or seat["won"] else None
        return memory.get(("seat", shown, own, hand, scene.street if seat["bet"] else ""), draw)

    return remembered() if seat["me"] else _shared(scene, ("seat", seat["number"]), remembered)


def _free_seat(scene: Scene, seat: Mapping[str, Any], draw: Callable[[], str]) -> str:
    sit = scene.sit
    shown = (seat["number"], seat["empty"], sit["may"], sit["password"], sit.get("held_number"), scene.door)
    return memory.get(("free", *shown), draw)


class _Memory:
    """What was drawn, by all that it shows: the same values give the same text, at every table and for every viewer."""

    def __init__(self) -> None:
        self.texts: OrderedDict[str, str] = OrderedDict()
        self.lock = Lock()

    def get(self, values: object, draw: Callable[[], str]) -> str:
        key = f"{get_language()} {values!r}"
        with self.lock:
            text = self.texts.get(key)
            if text is not None:
                self.texts.move_to_end(key)
                return text
        text = draw()
        with self.lock:
            self.texts[key] = text
            while len(self.texts) > _KEPT:
                self.texts.popitem(last=False)
        return text


memory = _Memory()
_KEPT: Final = 20_000


def _shared(scene: Scene, what: Hashable, draw: Callable[[], str]) -> str:
    """Drawn once for all who read the same language and count in the same unit."""
    drawn, key = scene.snapshot.drawn, (what, get_language(), scene.unit)
    if key not in drawn:
        drawn[key] = draw()
    text: str = drawn[key]
    return text


def envelope(fragments: Fragments, *, log: str = "") -> str:
    """For htmx: each fragment is morphed into the element of its id; of the log go the lines that are not there yet."""
    parts = []
    for name, text in fragments.items():
        more = _added(log, text) if name == "t-log" else None
        swap, content = ("outerMorph", text) if more is None else ("beforeend", more)
        parts.append(f'<hx-partial hx-target="#{name}" hx-swap="{swap}">{content}</hx-partial>')
    return "".join(parts)


def _added(before: str, now: str) -> str | None:
    """None: it is not the same log with more lines."""
    head = before.rpartition("</ol>")[0].rstrip()
    return now[len(head) :].rpartition("</ol>")[0] if head and now.startswith(head) else None
