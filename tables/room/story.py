"""What happened in a hand, told in sentences: the log, the last action of each seat, who won what."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tables.engine.cards import parse_card
from tables.room import words

if TYPE_CHECKING:
    from tables.room.scene import Scene

Seen = Mapping[str, Any]


def pot_name(number: int) -> str:
    return _("Main pot") if number == 0 else _("Side pot %(number)d") % {"number": number}


def did(event: Mapping[str, Any], amounts: words.Amounts) -> str:
    """An action as it stands in front of the player."""
    if event["verb"] == "fold":
        return _("Folded")
    if event["verb"] == "check":
        return _("Check")
    if event["verb"] == "pass":
        return _("Pass")
    numbers = {"amount": amounts(event["amount"]), "to": amounts(event["to"])}
    if event["all_in"]:
        return _("All-in %(to)s") % numbers
    if event["verb"] == "call":
        return _("Call %(amount)s") % numbers
    return (_("Raise to %(to)s") if event["verb"] == "raise" else _("Bet %(to)s")) % numbers


def last_actions(seen: Seen, amounts: words.Amounts) -> dict[int, str]:
    """By seat, on this street."""
    done: dict[int, str] = {}
    for event in seen["events"]:
        if event["event"] == "dealt_board":
            done = {}
        elif event["event"] == "acted":
            done[event["seat"]] = did(event, amounts)
    return done


def board(seen: Seen) -> list[tuple[str, int]]:
    """The cards, each with how many streets were dealt before it after all was said: those come one after the other."""
    cards: list[tuple[str, int]] = []
    wait = 0
    for event in seen["events"]:
        if event["event"] == "acted":
            wait = 0
            cards = [(card, 0) for card, _ in cards]
        elif event["event"] == "dealt_board":
            cards += [(card, wait) for card in event["cards"]]
            wait += 1
    return cards


def results(seen: Seen, names: Mapping[int, str], amounts: words.Amounts) -> list[str]:
    """A sentence for each share of each pot."""
    won = [event for event in seen["events"] if event["event"] == "won"]
    several = len({event["pot"] for event in won}) > 1
    return [_win(event, seen, names, amounts, several=several) for event in won]


def _win(
    event: Mapping[str, Any], seen: Seen, names: Mapping[int, str], amounts: words.Amounts, *, several: bool
) -> str:
    seat = next(seat for seat in seen["seats"] if seat["seat"] == event["seat"])
    values = {"name": names[event["seat"]], "amount": amounts(event["amount"]), "pot": pot_name(event["pot"])}
    if seat["shown"] and seat["best"]:
        hand = words.hand_name(seat["best"])
        values["hand"] = hand[:1].lower() + hand[1:]
        if several:
            return _("%(pot)s: %(name)s wins %(amount)s with %(hand)s") % values
        return _("%(name)s wins %(amount)s with %(hand)s") % values
    if several:
        return _("%(pot)s: %(name)s wins %(amount)s") % values
    return _("%(name)s wins %(amount)s") % values


def log(scene: "Scene") -> list[dict[str, str]]:
    """Every event of the hand as a line, oldest first; the key tells lines apart."""
    events = scene.seen["events"] if scene.seen else []
    told = scene.snapshot.told.setdefault((get_language(), scene.unit), [])
    for number in range(len(told), len(events)):
        kind, text = _line(events[number], scene)
        told.append({"key": f"{scene.hand_number}-{number}", "kind": kind, "text": text})
    begun = _("Hand %(number)s") % {"number": scene.hand_number}
    return [
        {"key": f"{scene.hand_number}-h", "kind": "hand", "text": begun},
        *(line for line in told[: len(events)] if line["text"]),
    ]


def _line(event: Mapping[str, Any], scene: "Scene") -> tuple[str, str]:
    name = scene.names.get(event["seat"], "") if "seat" in event else ""
    match event["event"]:
        case "posted":
            return "act", _posted(event, name, scene.amounts)
        case "dealt_board":
            cards = " ".join(_sign(card) for card in event["cards"])
            return "street", f"{words.STREETS[event['street']]}: {cards}"
        case "acted":
            return "act", f"{name}: {did(event, scene.amounts)}"
        case "returned":
            values = {"name": name, "amount": scene.amounts(event["amount"])}
            return "act", _("%(name)s gets %(amount)s back") % values
        case "shown":
            return "act", _("%(name)s shows %(cards)s") % {"name": name, "cards": " ".join(map(_sign, event["cards"]))}
        case "mucked":
            return "act", _("%(name)s mucks") % {"name": name}
        case "won":
            several = len({other["pot"] for other in _wins(scene)}) > 1
            return "win", _win(event, scene.seen or {}, scene.names, scene.amounts, several=several)
        case _:
            return "", ""


def _wins(scene: "Scene") -> list[Mapping[str, Any]]:
    return [event for event in (scene.seen or {"events": []})["events"] if event["event"] == "won"]


def _posted(event: Mapping[str, Any], name: str, amounts: words.Amounts) -> str:
    values = {"name": name, "amount": amounts(event["amount"])}
    if event["kind"] == "ante":
        return _("%(name)s puts in the ante of %(amount)s") % values
    if event["kind"] == "small_blind":
        return _("%(name)s posts the small blind of %(amount)s") % values
    if event["kind"] == "big_blind":
        return _("%(name)s posts the big blind of %(amount)s") % values
    return _("%(name)s posts %(amount)s to come in") % values


def _sign(text: str) -> str:
    """A card in running text: rank and suit sign."""
    rank = "10" if text[0] == "T" else text[0]
    return rank + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[words.suit_letter(parse_card(text))]
