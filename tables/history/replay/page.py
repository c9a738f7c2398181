"""Show the replayer's page for any hand: one's own, one that was shared, one to study.

One address answers all: the page at a step (`?step=`), as seen from a seat (`?seat=`), what changes on the felt from
step to step (`?part=steps`) and the chances to win (`?part=chances`, or `?chances` within the page for viewers without
script).
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import Preferences
from accounts.requests import is_number
from poker_site.web.fragments import Element, elements
from tables.core import words
from tables.engine.steps import Step, steps_of
from tables.history.replay.chances import chances
from tables.history.replay.narration import Part, parts_of, step_text
from tables.history.replay.scene import StepScene
from tables.history.replay.source import Source
from tables.templatetags.cards import inked


def replayer_page(request: HttpRequest, source: Source, more: Mapping[str, Any] | None = None) -> HttpResponse:
    """Answer with what the address asks for; the caller checks whether the viewer may look.

    `more` is for the page's corners: `back_to` (address and word), `earlier` and `later` (addresses of hands), `net`,
    `files` (words and addresses), `proof` (an address), `share` (see `replay/share.html`); `public` for viewers of a
    shared link, who may be anybody.
    """
    replay = Replay(request, source)
    wanted = request.GET.get("part")
    if wanted == "steps":
        response: HttpResponse = JsonResponse({"steps": list(replay.changes())})
    elif wanted == "chances":
        response = render(request, "replay/chances.html", {"chances": chances(source), "replay": replay})
    else:
        given = chances(source) if "chances" in request.GET else None
        context = {
            "source": source,
            "replay": replay,
            "felt": replay.scene.page,
            "street": replay.scene.street,
            "chances": given,
            **(more or {}),
        }
        response = render(request, "replay/page.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


class Button(NamedTuple):
    go: str
    """The direction, by which scripts and icons know the button."""
    to: int
    label: str
    key: str
    sign: str = ""
    """The character on the key."""


class Replay:
    """Tells what the page shows, and where its links lead."""

    def __init__(self, request: HttpRequest, source: Source) -> None:
        self.source, self.path = source, request.path
        preferences = getattr(request.user, "preferences", None)
        unit = preferences.amounts if preferences else Preferences.Amounts.CHIPS
        self.amounts = words.amounts_in(unit, source.play.rules.big_blind)
        self.bottom = source.bottom(request.GET.get("seat", ""))
        self.steps = steps_of(source.play, source.known, source.viewer)
        self.count = len(self.steps)
        wanted = request.GET.get("step", "")
        self.number = min(max(int(wanted), 1), self.count) if is_number(wanted) else 1

    def scene_at(self, step: Step) -> StepScene:
        return StepScene(self.source, step, self.bottom, self.amounts)

    @cached_property
    def scene(self) -> StepScene:
        return self.scene_at(self.steps[self.number - 1])

    @cached_property
    def last(self) -> StepScene:
        return self.scene_at(self.steps[-1])

    @cached_property
    def parts(self) -> list[Part]:
        return parts_of(self.steps, self.last)

    @property
    def told(self) -> str:
        return step_text(self.steps[self.number - 1], self.last)

    @property
    def buttons(self) -> dict[str, list[Button]]:
        back, forward = max(self.number - 1, 1), min(self.number + 1, self.count)
        return {
            "back": [
                Button("first", 1, _("First step"), "Home"),
                Button("back", back, _("Step back"), "ArrowLeft", "←"),
            ],
            "on": [
                Button("next", forward, _("Step forward"), "ArrowRight", "→"),
                Button("last", self.count, _("Last step"), "End"),
            ],
        }

    @property
    def looked_at_from(self) -> str:
        """Return the seat for links; empty if it is the one that the viewer has anyway."""
        return "" if self.bottom == self.source.bottom("") else f"&seat={self.bottom}"

    @property
    def data(self) -> str:
        return f"{self.path}?{urlencode({'part': 'steps', 'seat': self.bottom})}"

    @property
    def asks_chances(self) -> str:
        return f"{self.path}?part=chances"

    @property
    def places(self) -> list[tuple[str, str, bool]]:
        """Return the seats one can look from."""
        return [(str(seat), self.source.names[seat], seat == self.bottom) for seat in sorted(self.source.play.seats)]

    def changes(self) -> Iterator[dict[str, Any]]:
        """Yield for each step the parts of the felt that differ from the step before; for the first one all of them."""
        shown: dict[str, Element] = {}
        language = get_language()
        for step in self.steps:
            scene = self.scene_at(step)
            now = {element.id: element for element in elements(scene.page)}
            drawn = {name: element.whole(language) for name, element in now.items() if element != shown.get(name)}
            shown = now
            yield {"told": str(inked(step_text(step, self.last))), "street": scene.street, "parts": drawn}
