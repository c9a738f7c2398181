"""The parts of the page that change, each rendered by the partial that the page itself uses."""

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.timezone import get_current_timezone_name

from tables.room.scene import Scene

PARTS: Final = (
    "top",
    "elsewhere",
    "centre",
    "asking",
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
    "standing",
    "data",
)
SAME_FOR_ALL: Final = ("top", "ticker", "log", "people", "events")
"""Nothing in these depends on who looks."""
_NAMED: Final = tuple((part, f"t-{part}") for part in PARTS)
STILL: Final = frozenset(f"t-{part}" for part in ("elsewhere", "events", "books", "game", "hosting", "wishes"))
"""Moves change nothing in these."""
_PLACE: Final = re.compile(r'data-seat="\d+"')
_HAND: Final = re.compile(r'id="([hscw])\d+-')
_MOMENT: Final = re.compile(r'(name="moment" value|data-key)="[^"]*"')
_LINES: Final = re.compile(r"\s*\n\s*")
_CLOCK: Final = re.compile(r'data-left="\d+"')
"""Runs by itself in the browser: a clock that only went on is no change."""

Fragments = Mapping[str, str]


def render(scene: Scene, known: Fragments | None = None) -> Fragments:
    """By the id of the element; `known` is what this viewer was shown if nothing but moves was made since."""
    known = known or {}
    found = {name: known[name] if name in known and name in STILL else _part(scene, part) for part, name in _NAMED}
    return found | {f"t-seat-{seat['number']}": _seat(scene, seat) for seat in scene.seats}


def is_news(name: str, before: str | None, now: str) -> bool:
    if name == "t-data" and before is not None:
        return _CLOCK.sub("", before) != _CLOCK.sub("", now)
    return before != now


def _part(scene: Scene, part: str) -> str:
    if part == "data":
        return _data(scene)

    def draw() -> str:
        return _template(part, {"scene": scene})

    def remembered() -> str:
        shown = _SHOWN[part](scene) if part in _SHOWN else None
        return draw() if shown is None else memory.get((scene.language, part, shown), draw)

    # Winners are told their hand even if they did not show it.
    if part in SAME_FOR_ALL or (part == "centre" and not scene.results):
        return _shared(scene, (part, get_current_timezone_name()) if part == "events" else part, remembered)
    return _at_this_moment(scene, remembered()) if part == "bar" else remembered()


def _template(part: str, context: Mapping[str, Any]) -> str:
    """Lines that only templates need are nobody's: a space is a space."""
    return _LINES.sub("\n", render_to_string(f"tables/room/{part}.html", dict(context))).strip()


def _data(scene: Scene) -> str:
    """New with every push to everybody, and nothing but attributes: the partial around them is drawn once."""
    around = memory.get("data", lambda: render_to_string("tables/room/data.html", {"scene": {"data": _ATTRIBUTES}}))
    return around.replace(_ATTRIBUTES, scene.data, 1)


_ATTRIBUTES: Final = " data-attributes"


def _at_this_moment(scene: Scene, text: str) -> str:
    """Many bars differ only in the decision that they are about."""
    keys = {"data-key": scene.pre["key"] if scene.pre else "", 'name="moment" value': scene.moment}
    return _MOMENT.sub(lambda found: f'{found[1]}="{keys[found[1]]}"', text)


_TOP_UP: Final = ("stack", "top_up_least", "top_up_most", "top_up_pending")
_OWN: Final = ("leaves", "may_stay", "sits_out_next", "state", "may_post", "may_top_up", *_TOP_UP, "in_hand", "all_in")


def _own_place(scene: Scene) -> Hashable:
    me = scene.me
    if me is None:
        return bool(scene.game and scene.game["in"])
    own = tuple(me[name] for name in _OWN)
    return own, bool(scene.actions or scene.pre), repr(scene.guests.wish), repr(scene.game)


def _bar(scene: Scene) -> Hashable:
    """Nobody else is at the same decision; of those who wait, many see the same."""
    if scene.actions or "held_number" in scene.sit:
        return None
    name = scene.turn and scene.turn["name"]
    if scene.pre:
        return scene.pre["price"], scene.pre["price_text"], scene.pre["all_in"], name
    return _idle(scene), name


def _idle(scene: Scene) -> Hashable:
    """Most wait for the same: little of what is theirs alone stands there."""
    table, me = scene.table, scene.me
    at = ("host", "host_name", "state", "code", "seats")
    mine = (
        "state",
        "can_show",
        "asked",
        "broke",
        "leaves",
        "must_wait",
        "may_post",
        "posts",
        "top_up_pending",
        "in_hand",
    )
    return (
        scene.phase,
        scene.in_hand is None,
        scene.seats[0].get("state"),
        tuple(table[name] for name in at),
        me and (*(me[name] for name in mine), *(me["broke"] and me[name] for name in _TOP_UP)),
        repr(scene.sit),
        tuple(scene.results),
        (scene.board[4] or {}).get("wait"),
        scene.has_books,
        scene.replay,
        scene.guests.may_play_again,
        bool(scene.moment),
        repr(scene.game),
    )


def _top(scene: Scene) -> Hashable:
    told = ("name", "game", "stakes", "next_stakes", "closing", "state", "progress")
    return tuple(scene.table[name] for name in told), scene.hand_number, scene.phase, scene.people["watchers"]


def _centre(scene: Scene) -> Hashable:
    if scene.results:
        return None
    board = tuple(card and (card["code"], card["wait"]) for card in scene.board)
    pots = tuple((pot["label"], pot["amount_text"]) for pot in scene.pots)
    calm = scene.table["calm"]
    return calm, scene.phase, scene.street, scene.cutting, scene.hand_number, scene.pot_total_text, pots, board


def _people(scene: Scene) -> Hashable:
    told = ("number", "held", "name", "user_id", "bot", "offline", "stack_text")
    seated = sorted(tuple(seat[name] for name in told) for seat in scene.seats if not seat["empty"])
    return (*seated, repr(scene.people), scene.table["host_id"], scene.table["host_name"], scene.cohosts)


def _last_line(scene: Scene) -> Hashable:
    return scene.log[-1]["text"] if scene.log else None


_SHOWN: Final[Mapping[str, Callable[[Scene], Hashable]]] = {
    "top": _top,
    "centre": _centre,
    "ticker": _last_line,
    "people": _people,
    "elsewhere": lambda scene: scene.others,
    "me": lambda scene: (_own_place(scene), scene.table["code"]),
    "asking": lambda scene: (repr(scene.asking), scene.table["name"]) if scene.asking else (),
    "hosting": lambda scene: repr((scene.hosting, scene.guests.invite, scene.game)),
    "game": lambda scene: repr((scene.game, scene.table["code"])) if scene.game else (),
    "wishes": lambda scene: (scene.table["code"], repr(scene.guests.wishes)),
    "books": lambda scene: (scene.table["code"], scene.has_books),
    "bar": _bar,
    "standing": lambda scene: scene.standing,
}
"""All that these parts show."""


def _seat(scene: Scene, seat: Mapping[str, Any]) -> str:
    def draw() -> str:
        return _template("seat", {"scene": scene, "seat": seat})

    text = _free_seat(scene, seat, draw) if seat["empty"] or seat["held"] else _taken_seat(scene, seat, draw)
    return _PLACE.sub(f'data-seat="{seat["place"]}"', text, count=1)  # where it is drawn, not what it shows


def _taken_seat(scene: Scene, seat: Mapping[str, Any], draw: Callable[[], str]) -> str:
    def remembered() -> str:
        shown = tuple(value for name, value in seat.items() if name not in _APART)
        own = tuple(scene.me[name] for name in _OWN_SEAT) if seat["me"] and scene.me else ()
        key = ("seat", shown, repr(seat["cards"]), own, scene.street if seat["bet"] else "")
        text = memory.get((scene.language, *key), draw)
        return _HAND.sub(rf'id="\g<1>{scene.hand_number}-', text)

    return remembered() if seat["me"] else _shared(scene, ("seat", seat["number"]), remembered)


_OWN_SEAT: Final = ("hand_name", "leaves", "sits_out_next")
_APART: Final = ("place", "user", "clock", "cards")
"""Of a seat: not shown, or compared in another way."""


def _free_seat(scene: Scene, seat: Mapping[str, Any], draw: Callable[[], str]) -> str:
    sit = scene.sit
    shown = (seat["number"], seat["empty"], sit["may"], sit["password"], sit.get("held_number"), scene.door)
    return memory.get((scene.language, "free", *shown), draw)


class _Memory:
    """What was drawn, by all that it shows: the same values give the same text, at every table and for every viewer."""

    def __init__(self) -> None:
        self.texts: OrderedDict[Hashable, str] = OrderedDict()
        self.lock = Lock()

    def get(self, key: Hashable, draw: Callable[[], str]) -> str:
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
    drawn, key = scene.snapshot.drawn, (what, scene.language, scene.unit)
    if key not in drawn:
        drawn[key] = draw()
    text: str = drawn[key]
    return text
