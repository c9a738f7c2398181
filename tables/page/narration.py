"""Word what happened in a hand: the log, the last action of each seat, the results."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from django.utils.translation import gettext as _

from poker_site.web.fragments import ViewModel, view_model
from tables.core import words
from tables.engine.cards import Card
from tables.engine.events import Acted, DealtBoard, DealtIn, Event, Mucked, Posted, Returned, Shown, Won
from tables.engine.places import BOARD_SIZE
from tables.engine.view import FeltView
from tables.page import odds

if TYPE_CHECKING:
    from tables.page.scene import PublicScene


@view_model
class LogLine(ViewModel):
    key: str
    """Identifies the line within the page."""
    kind: str
    text: str
    wait: int = 0
    """Holds the beats until the line is shown, after an all-in."""


class HandSource(Protocol):
    """Provides what a hand is worded from; a scene does, and an exported file."""

    @property
    def seen(self) -> FeltView | None: ...
    @property
    def names(self) -> Mapping[int, str]: ...
    @property
    def amounts(self) -> words.Amounts: ...


def pot_name(number: int, *, of: int) -> str:
    """Name a pot; a side pot has a number only if there are several."""
    if number == 0:
        return _("Main pot")
    return _("Side pot %(number)d") % {"number": number} if of > 2 else _("Side pot")


def action_text(event: Acted, amounts: words.Amounts) -> str:
    """Word an action as it is shown in front of the player."""
    if event.verb == "fold":
        return _("Folded")
    if event.verb == "check":
        return _("Check")
    if event.verb == "pass":
        return _("Pass")
    numbers = {"amount": amounts(event.amount), "to": amounts(event.to)}
    if event.all_in:
        return _("All-in %(to)s") % numbers
    if event.verb == "call":
        return _("Call %(amount)s") % numbers
    return (_("Raise to %(to)s") if event.verb == "raise" else _("Bet %(to)s")) % numbers


def last_actions(seen: FeltView, amounts: words.Amounts) -> dict[int, str]:
    """Word the last action of each seat on this street."""
    done: dict[int, Acted] = {}
    for event in seen.events:
        if isinstance(event, DealtBoard):
            done = {}
        elif isinstance(event, Acted):
            done[event.seat] = event
    return {seat: action_text(event, amounts) for seat, event in done.items()}


def beats(events: Sequence[Event]) -> list[int]:
    """Count the beats that each event waits: after the last action, streets and then winners appear one by one.

    Hands turned up before the board is complete are shown one beat earlier. If all but one folded, nothing waits.
    """
    if _live(events) < 2:
        return [0] * len(events)
    acted = [number for number, event in enumerate(events) if isinstance(event, Acted)]
    begin = acted[-1] + 1 if acted else 0
    cards = sum([len(event.cards) for event in events[:begin] if isinstance(event, DealtBoard)])
    found, wait = [0] * begin, 0
    for event in events[begin:]:
        found.append(wait if isinstance(event, DealtBoard) or (isinstance(event, Won) and wait > 1) else 0)
        if isinstance(event, DealtBoard):
            cards, wait = cards + len(event.cards), wait + 1
        elif isinstance(event, Shown) and not wait and cards < BOARD_SIZE:
            wait = 1
    return found


def _live(events: Sequence[Event]) -> int:
    """Count the players who have not folded."""
    dealt_in = [len(event.seats) for event in events if isinstance(event, DealtIn)]
    folded = [event.verb == "fold" for event in events if isinstance(event, Acted)]
    return sum(dealt_in) - sum(folded)


def board(seen: FeltView) -> list[tuple[Card, int]]:
    """Return the cards of the board, each with the beats that it waits."""
    told = zip(seen.events, beats(seen.events), strict=True)
    return [(card, wait) for event, wait in told if isinstance(event, DealtBoard) for card in event.cards]


def results(seen: FeltView, names: Mapping[int, str], amounts: words.Amounts) -> list[str]:
    """Word who wins how much, a sentence for each share of each pot."""
    return [_win(event, seen, names, amounts) for event in _wins(seen)]


def _wins(seen: FeltView) -> list[Won]:
    return [event for event in seen.events if isinstance(event, Won)]


def _win(event: Won, seen: FeltView, names: Mapping[int, str], amounts: words.Amounts) -> str:
    """Word a share of a pot; a winner's hand is named only with the first pot that they win."""
    wins = _wins(seen)
    several = len({other.pot for other in wins}) > 1
    pot = pot_name(event.pot, of=1 + max(other.pot for other in wins))
    first = min(other.pot for other in wins if other.seat == event.seat)
    winner = seen.at(event.seat)
    values = {"name": names[event.seat], "amount": amounts(event.amount), "pot": pot}
    if winner and winner.shown and winner.best and event.pot == first:
        values["hand"] = words.hand_name(winner.best, in_a_sentence=True)
        if several:
            return _("%(pot)s: %(name)s wins %(amount)s with %(hand)s") % values
        return _("%(name)s wins %(amount)s with %(hand)s") % values
    if several:
        return _("%(pot)s: %(name)s wins %(amount)s") % values
    return _("%(name)s wins %(amount)s") % values


def log(scene: "PublicScene") -> list[LogLine]:
    """Return the hand's log, a line for each event that has words, oldest first."""
    events = scene.seen.events if scene.seen else ()
    told = scene.snapshot.told.setdefault((scene.language, scene.unit), [])
    waits = beats(events) if len(told) < len(events) else ()
    for number in range(len(told), len(events)):
        kind, text = line(events[number], scene)
        told.append(LogLine(key=f"{scene.hand_number}-{number}", kind=kind, text=text, wait=waits[number]))
    begun = _("Hand %(number)s") % {"number": scene.hand_number}
    lines = odds.among(told[: len(events)], events, scene) if scene.chances else told[: len(events)]
    return [LogLine(key=f"{scene.hand_number}-h", kind="hand", text=begun), *[line for line in lines if line.text]]


def by_sign(cards: Iterable[Card]) -> str:
    """Write cards in running text."""
    return " ".join(map(sign, cards))


def line(event: Event, teller: HandSource) -> tuple[str, str]:
    match event:
        case Posted():
            return "act", _posted(event, teller)
        case DealtBoard():
            values = {"street": words.STREETS[event.street], "cards": by_sign(event.cards)}
            return "street", _("%(street)s: %(cards)s") % values
        case Acted():
            return "act", _acted(event, teller)
        case Returned():
            values = {"name": _name(event.seat, teller), "amount": teller.amounts(event.amount)}
            return "act", _("%(name)s gets %(amount)s back") % values
        case Shown():
            values = {"name": _name(event.seat, teller), "cards": by_sign(event.cards)}
            return "act", _("%(name)s shows %(cards)s") % values
        case Mucked():
            return "act", _("%(name)s mucks") % {"name": _name(event.seat, teller)}
        case Won() if teller.seen:
            return "win", _win(event, teller.seen, teller.names, teller.amounts)
        case _:
            return "", ""


def _name(seat: int, teller: HandSource) -> str:
    return teller.names.get(seat, "")


def _acted(event: Acted, teller: HandSource) -> str:
    values = {
        "name": _name(event.seat, teller),
        "amount": teller.amounts(event.amount),
        "to": teller.amounts(event.to),
    }
    if event.verb not in ("fold", "check", "pass") and event.all_in:
        return _("%(name)s goes all-in for %(to)s") % values
    match event.verb:
        case "fold":
            return (_("%(name)s folds, out of time") if event.late else _("%(name)s folds")) % values
        case "check":
            return (_("%(name)s checks, out of time") if event.late else _("%(name)s checks")) % values
        case "pass":
            return _("%(name)s passes") % values
        case "call":
            return _("%(name)s calls %(amount)s") % values
        case "raise":
            return _("%(name)s raises to %(to)s") % values
        case _:
            return _("%(name)s bets %(to)s") % values


def _posted(event: Posted, teller: HandSource) -> str:
    values = {"name": _name(event.seat, teller), "amount": teller.amounts(event.amount)}
    if event.kind == "ante":
        return _("%(name)s puts in the ante of %(amount)s") % values
    if event.kind == "small_blind":
        return _("%(name)s posts the small blind of %(amount)s") % values
    if event.kind == "big_blind":
        return _("%(name)s posts the big blind of %(amount)s") % values
    return _("%(name)s posts %(amount)s to come in") % values


def sign(card: Card) -> str:
    """Write a card in running text: rank and suit sign."""
    rank = words.rank_letter(card)
    return ("10" if rank == "T" else rank) + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[words.suit_letter(card)]
