"""Tell in words what happened in a hand: street by street, each line with its step."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tables.core import words
from tables.engine.events import DealtBoard, DealtIn, Event, Mucked, Posted, Shown, Won
from tables.engine.steps import END, Step
from tables.history.replay.scene import StepScene
from tables.page import narration

PARTS: Final = {**words.STREETS, "preflop": gettext_lazy("Deal")}


@dataclass
class Line:
    step: int
    """The number of the step, from 1."""
    text: str
    kind: str = "act"


@dataclass
class Part:
    """Holds a street, or what came after the last one."""

    name: str
    title: str
    pot: str
    """The chips in the middle when it began, in words; empty for the first part."""
    steps: list[int] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


def parts_of(steps: Sequence[Step], last: StepScene) -> list[Part]:
    """Group the steps by street. `last` is the scene of the last step: by then it is known who won with what."""
    parts: list[Part] = []
    for number, step in enumerate(steps, start=1):
        if not parts or parts[-1].name != step.part:
            pot = last.amounts(step.seen.middle) if parts else ""
            parts.append(Part(step.part, _title(step.part, steps), pot))
        parts[-1].steps.append(number)
        parts[-1].lines += [Line(number, text, _kind(step.events[0])) for text in _texts(step, last)]
    return parts


def said(line: Sequence[str]) -> str:
    return pgettext("between sentences", " · ").join(line)


def step_text(step: Step, last: StepScene) -> str:
    """Tell a step in one line."""
    if len(step.events) > 1 and isinstance(step.events[0], Posted):
        return _("The antes go in")
    if isinstance(step.events[0], DealtBoard):
        return narration.line(step.events[0], last)[1]
    return said(_texts(step, last))


def _title(part: str, steps: Sequence[Step]) -> str:
    if part != END:
        return str(PARTS[part])
    compared = any(isinstance(event, (Shown, Mucked)) for step in steps for event in step.events)
    return _("Showdown") if compared else pgettext("of a hand", "End")


def _kind(event: Event) -> str:
    return "win" if isinstance(event, Won) else "act"


def _texts(step: Step, last: StepScene) -> list[str]:
    return [_text(event, last) for event in step.events]


def _text(event: Event, last: StepScene) -> str:
    if isinstance(event, Shown) and event.seat not in last.source.known:
        event = Mucked(event.seat)  # the file does not name these cards: they were made up
    if isinstance(event, DealtIn):
        return _("Everybody gets two cards")
    if isinstance(event, DealtBoard):
        return narration.by_sign(event.cards)
    return narration.line(event, last)[1]
