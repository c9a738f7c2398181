"""What one viewer's browser shows, and what has to be sent so that it shows the present."""

from dataclasses import dataclass, field
from operator import is_
from typing import Final

from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from tables.room import fragments
from tables.room.envelopes import envelope
from tables.room.scene import Scene
from tables.room.snapshot import Elsewhere

NOTHING: Final[fragments.Fragments] = {}


@dataclass(frozen=True)
class Screen:
    """As far as it was sent."""

    version: int = -1
    others: tuple[Elsewhere, ...] | None = None
    looks: str = ""
    parts: fragments.Fragments = field(default_factory=dict)
    stands_on: tuple[object, ...] = ()


def redrawn(before: Screen, scene: Scene) -> tuple[Screen, str]:
    """The screen as it should be, and the frame that makes it so; no frame if nothing on it changed."""
    found = _drawn(scene, before.parts if _stands(before, scene) else {})
    news = {name: text for name, text in found.items() if fragments.is_news(name, before.parts.get(name), text)}
    frame = envelope(news, before.parts) if news else ""
    return Screen(scene.version, scene.others, scene.looks, found, scene.stands_on), frame


def as_loaded(scene: Scene) -> Screen:
    """The page that was just loaded shows this version already; other tables may have moved on since."""
    known = {name: text for name, text in _drawn(scene).items() if name != "t-elsewhere"}
    return Screen(scene.version, None, scene.looks, known)


def _stands(before: Screen, scene: Scene) -> bool:
    """Nothing but moves was made since; a game, too, goes on by moves."""
    known, now = before.stands_on, scene.stands_on
    return scene.snapshot.game is None and bool(known) and all(map(is_, known, now))


def _drawn(scene: Scene, known: fragments.Fragments = NOTHING) -> fragments.Fragments:
    """Watchers who read the same language and like the same looks share one rendering."""
    if scene.shared_key is None:
        return fragments.render(scene, known)
    shared, key = scene.snapshot.drawn, (scene.shared_key, get_language(), get_current_timezone_name())
    if key not in shared:
        shared[key] = fragments.render(scene, known)
    found: fragments.Fragments = shared[key]
    return found
