"""Write a finished hand as text in the reader's language, as PHH, or as a line of JSON.

Each takes the hand as one viewer may see it (`Found`), and names no card beyond that.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.utils import translation
from django.utils.translation import gettext as _

from tables.core import words
from tables.engine.cards import card_text
from tables.engine.events import DealtIn
from tables.engine.phh import Details, to_phh
from tables.engine.view import FeltView, to_json, view
from tables.history.hands.found_hand import SeenHand
from tables.page import narration

VERSION: Final = 1
"""The version of the JSON lines: another one if a field changes its meaning or disappears."""
_VENUE: Final = "Evenhand"
_MINUS: Final = "\N{MINUS SIGN}"


def phh_of(found: SeenHand) -> str:
    hand = found.hand
    details = Details(
        venue=_VENUE,
        table=hand.table.name,
        hand=hand.number,
        began=hand.began_at,
    )
    return to_phh(found.play, names=found.names, known=found.known, details=details)


def line_of(found: SeenHand) -> str:
    """Write one line of JSON, without its end."""
    return json.dumps(record_of(found), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def record_of(found: SeenHand) -> dict[str, Any]:
    """Return the fields of a JSON line. `templates/export/fields.html` documents each of them, which a test checks."""
    hand, play = found.hand, found.play
    return {
        "version": VERSION,
        "id": hand.pk,
        "table": hand.table.name,
        "number": hand.number,
        "began_at": _moment(hand.began_at),
        "ended_at": hand.ended_at and _moment(hand.ended_at),
        "rules": play.rules.to_json(),
        "button": play.opening.button,
        "board": [card_text(card) for card in play.board],
        "pot": sum(play.won),
        "seats": [_seat(found, place) for place in range(len(play.seats))],
        "events": [to_json(event) for event in play.events],
    }


def _seat(found: SeenHand, place: int) -> dict[str, Any]:
    play = found.play
    seat = play.seats[place]
    return {
        "seat": seat,
        "name": found.names[seat],
        "you": seat == found.viewer,
        "stack": play.opening.stacks[place],
        "cards": [card_text(card) for card in play.hole(seat)] if seat in found.known else None,
        "shown": seat in play.shown,
        "folded": play.folded[place],
        "won": play.won[place],
        "net": play.net[place],
    }


@dataclass(frozen=True)
class _Told:
    """Holds what the sentences of the log are made from."""

    seen: FeltView
    names: Mapping[int, str]
    amounts: words.Amounts = words.chips


def text_of(found: SeenHand, language: str) -> str:
    with translation.override(language):
        return "\n".join([*_heading(found), *_story(found), *_outcome(found), ""])


def _heading(found: SeenHand) -> Iterator[str]:
    hand, play = found.hand, found.play
    kind = f"{words.game(hand.rules)} {words.stakes(play.rules)}"
    yield " · ".join([_VENUE, kind, _("Hand %(number)s") % {"number": words.chips(hand.number)}])
    yield f"{hand.table.name} · {hand.began_at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    yield ""
    for place, seat in enumerate(play.seats):
        values = {"seat": seat, "name": found.names[seat], "chips": words.chips(play.opening.stacks[place])}
        button = _("Seat %(seat)s: %(name)s, %(chips)s chips, button")
        yield (button if seat == play.opening.button else _("Seat %(seat)s: %(name)s, %(chips)s chips")) % values
    yield ""


def _story(found: SeenHand) -> Iterator[str]:
    seen = view(found.play, None)
    told = _Told(seen, {int(seat): name for seat, name in found.names.items()})
    for event in seen.events:
        if isinstance(event, DealtIn):
            yield from ("", str(words.STREETS["preflop"]), *_dealt(found))
        kind, sentence = narration.line(event, told)
        if kind == "street":
            yield ""
        if sentence:
            yield sentence


def _dealt(found: SeenHand) -> Iterator[str]:
    """Tell the viewer's own cards, and those that others showed later on."""
    for seat in found.play.seats:
        if seat in found.known:
            cards = narration.by_sign(found.play.hole(seat))
            yield _("%(name)s is dealt %(cards)s") % {"name": found.names[seat], "cards": cards}


def _outcome(found: SeenHand) -> Iterator[str]:
    play = found.play
    yield from ("", _("Result"))
    yield _("Pot: %(chips)s") % {"chips": words.chips(sum(play.won))}
    if play.board:
        yield _("Board: %(cards)s") % {"cards": narration.by_sign(play.board)}
    for place, seat in enumerate(play.seats):
        values = {"name": found.names[seat], "net": _signed(play.net[place]), "chips": words.chips(play.stacks[place])}
        yield _("%(name)s: %(net)s, has %(chips)s") % values


def _signed(chips: int) -> str:
    sign = "+" if chips > 0 else _MINUS if chips < 0 else ""
    return sign + words.chips(abs(chips))


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
