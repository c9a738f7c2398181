"""Draw one snapshot of a table once for all its viewers, and work out the frame for each of them."""

from dataclasses import dataclass, replace
from operator import is_
from typing import NamedTuple

from django.utils.translation import get_language

from poker_site.web.fragments import Fragment, ViewModel, delta
from tables.page.private import PrivatePage, StaticPage, private_page
from tables.page.public import PublicPage, public_page
from tables.page.scene import PublicScene, Scene
from tables.page.screen import Screen
from tables.page.snapshot import Snapshot


@dataclass(frozen=True)
class Page:
    public: PublicPage
    private: PrivatePage


@dataclass(frozen=True)
class TableScreen(Screen):
    """Remembers the page that a browser shows; the page is None while nothing is known of it."""

    page: Page | None = None
    stands_on: tuple[object, ...] = ()
    """Holds objects that only change with more than moves: if they are identical, the static fragments are reused."""


class _Public(NamedTuple):
    scene: PublicScene
    page: PublicPage


class Drawing:
    """Draws a snapshot for all its viewers, and what they share only once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._public: dict[tuple[str, str], _Public] = {}
        self._news: dict[tuple[int, int], str] = {}

    def page(self, scene: Scene, still: StaticPage | None = None) -> Page:
        """Build the viewer's page; the public part is built once per language and unit of amounts."""
        key = (get_language(), scene.unit)
        if key not in self._public:
            shared = PublicScene(self.snapshot, scene.unit)
            self._public[key] = _Public(shared, public_page(shared))
        scene.shared = self._public[key].scene
        return Page(self._public[key].page, private_page(scene, still))

    def news(self, before: Page | None, now: Page) -> str:
        """Return the frame that turns one page into the other; its public part is worked out once for all viewers."""
        known = before.public if before else None
        key = (id(known), id(now.public))
        if key not in self._news:
            self._news[key] = delta(known, now.public)
        return self._news[key] + delta(before.private if before else None, now.private)


def redrawn(before: TableScreen, scene: Scene, drawing: Drawing | None = None) -> tuple[TableScreen, str]:
    """Return the screen as it should be and the frame for it, which is empty if nothing changed."""
    drawing = drawing or Drawing(scene.snapshot)
    page = drawing.page(scene, before.page.private.still if before.page and _only_moved(before, scene) else None)
    screen = TableScreen(scene.snapshot.version, scene.others, scene.looks, page, scene.stands_on)
    return screen, drawing.news(before.page, page)


def _only_moved(before: TableScreen, scene: Scene) -> bool:
    """Return whether only moves happened since; never in a game with an end, which moves change too."""
    return scene.snapshot.game is None and bool(before.stands_on) and all(map(is_, before.stands_on, scene.stands_on))


def as_loaded(scene: Scene) -> TableScreen:
    """Describe a page that was just loaded: it shows this version, but its list of other tables may be outdated."""
    page = Drawing(scene.snapshot).page(scene)
    still = page.private.still
    unknown = replace(still, elsewhere=Fragment(still.elsewhere.id, "", ViewModel()))
    known = replace(page, private=replace(page.private, still=unknown))
    return TableScreen(scene.snapshot.version, None, scene.looks, known)
