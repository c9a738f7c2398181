"""Word the chances of hands that lay face up before the board was complete, for their seats and the log."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.translation import gettext as _

from tables.core import words
from tables.engine.events import DealtBoard, Event
from tables.engine.state import STREETS

if TYPE_CHECKING:
    from tables.page.narration import LogLine
    from tables.page.scene import PublicScene

StreetChances = Sequence[Mapping[str, Any]]
"""Holds the chances by street, as `face_up_chances` returned them."""
WORTH_TELLING: Final = 0.0005


class Odds(NamedTuple):
    """Holds the chances of one player on one street, in words."""

    street: str
    win: str
    tie: str


def chances(scene: "PublicScene") -> StreetChances:
    """Return the chances of a hand that is over; they are worked out a moment later, and empty until then."""
    hand = scene.snapshot.hand
    return (hand.chances or ()) if hand and scene.shows_hand and scene.seen and scene.seen.over else ()


def of_seats(kept: StreetChances) -> dict[int, tuple[Odds, ...]]:
    """Map each seat to its chances, street by street."""
    found: dict[int, tuple[Odds, ...]] = {}
    for at in kept:
        for seat, win, tie in zip(at["seats"], at["win"], at["tie"], strict=True):
            told = words.percent(tie) if tie >= WORTH_TELLING else ""
            found[seat] = (*found.get(seat, ()), Odds(str(words.STREETS[at["street"]]), words.percent(win), told))
    return found


def among(lines: "Sequence[LogLine]", events: Sequence[Event], scene: "PublicScene") -> "list[LogLine]":
    """Add to the log, which has one line per event, how chances stood before each street dealt with hands face up."""
    before = {STREETS[STREETS.index(at["street"]) + 1]: at for at in scene.chances}
    found: list[LogLine] = []
    for line, event in zip(lines, events, strict=True):
        if isinstance(event, DealtBoard) and event.street in before:
            text = _sentence(before[event.street], scene.names)
            found.append(replace(line, key=f"{line.key}-odds", kind="act", text=text, wait=max(line.wait - 1, 0)))
        found.append(line)
    return found


def _sentence(at: Mapping[str, Any], names: Mapping[int, str]) -> str:
    of_each = [f"{names[seat]} {words.percent(win)}" for seat, win in zip(at["seats"], at["win"], strict=True)]
    tie = 1 - sum(at["win"])
    if tie >= WORTH_TELLING:
        of_each.append(_("tie %(percent)s") % {"percent": words.percent(tie)})
    return _("Chance to win: %(chances)s") % {"chances": " · ".join(of_each)}
