"""Check that public elements are drawn once for all viewers, private ones only where values changed."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from poker_site.web import fragments
from tables.models import Table
from tables.page import snapshot
from tables.page.drawing import Drawing, TableScreen, redrawn
from tables.page.public import PublicPage
from tables.page.scene import Scene
from tests.tables.helpers import act

pytestmark = pytest.mark.django_db


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Counter[str]]]:
    """Count the templates rendered since the last call, beginning with an empty cache."""
    found: Counter[str] = Counter()
    real = render_to_string

    def counted(template: str, context: dict[str, object]) -> str:
        found[template] += 1
        return str(real(template, context))

    def since() -> Counter[str]:
        told = Counter(found)
        found.clear()
        return told

    monkeypatch.setattr("poker_site.web.fragments.render_to_string", counted)
    fragments._drawn.cache_clear()
    yield since
    fragments._drawn.cache_clear()


def watchers(number: int) -> list[User]:
    return [User.objects.create_user(username=f"watcher{n}") for n in range(number)]


def show(table: Table, viewers: list[User], screens: dict[User, TableScreen]) -> None:
    drawing = Drawing(snapshot.take(table.pk))
    for viewer in viewers:
        scene = Scene(drawing.snapshot, viewer, viewer.preferences)
        screens[viewer], _ = redrawn(screens.get(viewer, TableScreen()), scene, drawing)


def test_forty_watchers_need_as_many_templates_as_two(
    three: Table, alice: User, bob: User, carol: User, rendered: Callable[[], Counter[str]]
) -> None:
    people, told = watchers(42), []
    for group, actor in ((people[:2], alice), (people[2:], bob)):
        screens: dict[User, TableScreen] = {}
        show(three, group, screens)
        fragments._drawn.cache_clear()
        rendered()
        act(three, actor, "call")
        show(three, group, screens)
        told.append(rendered())
    assert told[0] == told[1]
    assert sum(told[0].values()) < 20


def test_private_parts_are_drawn_only_for_those_whose_values_have_changed(
    three: Table, alice: User, bob: User, carol: User, rendered: Callable[[], Counter[str]]
) -> None:
    """Bob's turn comes and Alice's is over; for Carol, who still waits, only the name in the bar changes."""
    screens: dict[User, TableScreen] = {}
    show(three, [alice, bob, carol], screens)
    rendered()
    act(three, alice, "call")
    show(three, [alice, bob, carol], screens)
    told = rendered()
    assert told["tables/page/acting.html"] == 1
    assert told["tables/page/bar_says.html"] <= 3
    private = {"own_seat", "free_seat", "empty_seat", "host", "invite", "top_up", "hosting", "elsewhere", "events"}
    assert not {f"tables/page/{name}.html" for name in private} & told.keys()


def test_public_page_is_drawn_once_per_language_and_unit(three: Table, rendered: Callable[[], Counter[str]]) -> None:
    one, two = watchers(2)
    drawing = Drawing(snapshot.take(three.pk))
    pages: list[PublicPage] = []
    for language, unit in (("en", "chips"), ("zh-hans", "chips"), ("en", "bb"), ("en", "chips")):
        viewer = one if len(pages) < 3 else two
        viewer.preferences.amounts = unit
        with translation.override(language):
            pages.append(drawing.page(Scene(drawing.snapshot, viewer, viewer.preferences)).public)
    assert pages[0] is pages[3]
    assert len({id(page) for page in pages}) == 3


def test_public_page_does_not_depend_on_the_viewer(three: Table, alice: User, bob: User) -> None:
    drawing = Drawing(snapshot.take(three.pk))
    pages = [drawing.page(Scene(drawing.snapshot, viewer, viewer.preferences)) for viewer in (alice, bob)]
    assert pages[0].public is pages[1].public
    assert pages[0].private != pages[1].private
