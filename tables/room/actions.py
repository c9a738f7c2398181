"""The action bar: what the viewer may do now, or may arrange in advance."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tables.models import Seat
from tables.refusals import reason

if TYPE_CHECKING:
    from tables.room.scene import Scene


def bar(scene: "Scene", legal: Mapping[str, Any]) -> dict[str, Any]:
    seen = scene.seen or {}
    own = next(seat for seat in seen["seats"] if seat["seat"] == scene.in_hand)
    big = own["stack"] > own["bet"]  # going all-in would be most of what there was on this street
    return {
        "fold": legal["fold"],
        "check": legal["check"],
        "call": legal["call"],
        "call_text": scene.amounts(legal["call"]),
        "pass": legal["pass"],
        "all_in": legal["all_in"],
        "all_in_text": scene.amounts(legal["all_in"] or 0),
        "all_in_is_call": bool(legal["all_in"]) and legal["call"] == own["stack"],
        "size": _size(scene, legal, own),
        "price": _owed(seen, own),
        "big": big,
        "big_call": big and legal["call"] == own["stack"],
        "no_raise": reason(legal["no_raise"]),
    }


def _size(scene: "Scene", legal: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any] | None:
    bounds = legal["bet"] or legal["raise"]
    if not bounds:
        return None
    least, most = bounds["least"], bounds["most"]
    value = _usual(scene, least, most)
    return {
        "verb": "bet" if legal["bet"] else "raise",
        "least": least,
        "most": most,
        "value": value,
        "value_text": scene.amounts(value),
        "fixed": least == most,
        "all_in": most == legal["all_in"],
        "presets": _presets(scene, least, most, owed=legal["call"], everything=most == legal["all_in"]),
    }


def _usual(scene: "Scene", least: int, most: int) -> int:
    """What is proposed. Where a single chip will do, still what people bet: one big blind, or double the price."""
    play, seen = scene.snapshot.play, scene.seen or {}
    if play is None or not play.rules.raise_least:
        return least
    big_blind = play.rules.big_blind
    usual = 2 * max(seen["price"], big_blind) if seen["price"] else big_blind
    return max(least, min(usual, most))


def _presets(scene: "Scene", least: int, most: int, *, owed: int, everything: bool) -> list[dict[str, Any]]:
    """Parts of the pot as it would be after a call, on top of the price."""
    seen = scene.seen or {}
    pot = seen["middle"] + owed
    wanted = [(_("½ pot"), pot // 2), (_("⅔ pot"), pot * 2 // 3), (_("Pot"), pot)]
    presets = [{"label": label, "amount": min(max(seen["price"] + size, least), most)} for label, size in wanted]
    if everything:
        presets.append({"label": _("All-in"), "amount": most})
    return [{**preset, "amount_text": scene.amounts(preset["amount"])} for preset in presets]


def before_turn(scene: "Scene") -> dict[str, Any] | None:
    """For a player in the hand who is not to act; void as soon as the key changes."""
    seen = scene.seen
    if scene.phase != "running" or not seen or scene.in_hand is None or seen["turn"] in (None, scene.in_hand):
        return None
    if scene.mine is None or scene.mine.state != Seat.State.PLAYING:
        return None  # these cards will be folded
    own = next(seat for seat in seen["seats"] if seat["seat"] == scene.in_hand)
    if own["folded"] or own["all_in"] or scene.in_hand not in seen["waiting"]:
        return None
    price = _owed(seen, own)
    key = f"{scene.hand_number}.{seen['street']}.{seen['price']}"
    return {"price": price, "price_text": scene.amounts(price), "all_in": price == own["stack"], "key": key}


def _owed(seen: Mapping[str, Any], own: Mapping[str, Any]) -> int:
    """What it costs to stay, or all that is left."""
    owed: int = min(max(seen["price"] - own["bet"], 0), own["stack"])
    return owed
