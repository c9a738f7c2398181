"""The action bar: what the viewer may do now, or may arrange in advance."""

from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _

from accounts.bet_sizes import read_bet_sizes
from tables.engine.legal import Legal
from tables.engine.view import HandView, SeatView
from tables.models import Seat
from tables.refusals import reason

if TYPE_CHECKING:
    from tables.room.scene import Scene

USUAL_SIZES: Final = (50, 67, 100)
FRACTIONS: Final = {25: "¼", 33: "⅓", 50: "½", 67: "⅔", 75: "¾"}


def bar(scene: "Scene", seen: HandView) -> dict[str, Any] | None:
    legal, own = seen.legal, seen.own
    if legal is None or own is None:
        return None
    size = _size(scene, seen, legal)
    capped = size is not None and size["capped"]
    all_in = None if capped else legal.all_in  # more than anybody can call is not offered
    big = _is_most(size["most"], own) if size and capped else own.stack > own.bet
    return {
        "fold": legal.fold,
        "check": legal.check,
        "call": legal.call,
        "call_text": scene.amounts(legal.call),
        "pass": legal.pass_,
        "all_in": all_in,
        "all_in_text": scene.amounts(all_in or 0),
        "all_in_is_call": bool(all_in) and legal.call == own.stack,
        "size": size,
        "price": _owed(seen, own),
        "big": big,
        "big_call": own.stack > own.bet and legal.call == own.stack,
        "no_raise": reason(legal.no_raise),
    }


def _is_most(amount: int, own: SeatView) -> bool:
    """Whether a bet of so much in all would be most of the stack."""
    return 2 * (amount - own.bet) > own.stack


def _size(scene: "Scene", seen: HandView, legal: Legal) -> dict[str, Any] | None:
    bounds = legal.bet or legal.raise_
    if not bounds:
        return None
    least = bounds.least
    most = max(least, min(bounds.most, _deepest_opponent(seen)))
    value = _usual(scene, seen, least, most)
    capped = most < bounds.most
    ends_all = capped or most == legal.all_in
    return {
        "verb": "bet" if legal.bet else "raise",
        "least": least,
        "most": most,
        "value": value,
        "value_text": scene.amounts(value),
        "fixed": least == most,
        "all_in": most == legal.all_in,
        "capped": capped,
        "ends_all": ends_all,
        "presets": _presets(scene, seen, least, most, owed=legal.call, last=_last_preset(capped, ends_all)),
    }


def _deepest_opponent(seen: HandView) -> int:
    """Return the largest bet that an opponent can match on this street; more than that would come back."""
    others = [seat for seat in seen.seats if seat.seat != seen.viewer and not seat.folded]
    return max((seat.bet + seat.stack for seat in others), default=0)


def _usual(scene: "Scene", seen: HandView, least: int, most: int) -> int:
    """What is proposed. Where a single chip will do, still what people bet: one big blind, or double the price."""
    play = scene.snapshot.play
    if play is None or not play.rules.raise_least:
        return least
    big_blind = play.rules.big_blind
    usual = 2 * max(seen.price, big_blind) if seen.price else big_blind
    return max(least, min(usual, most))


def _last_preset(capped: bool, ends_all: bool) -> str:
    return _("Max") if capped else _("All-in") if ends_all else ""


def _presets(scene: "Scene", seen: HandView, least: int, most: int, *, owed: int, last: str) -> list[dict[str, Any]]:
    """Parts of the pot as it would be after a call, on top of the price, and all there is; each amount once."""
    found = dict[int, str]()
    pot = seen.middle + owed
    chosen = scene.preferences.bet_sizes if scene.preferences else ""
    for percent in read_bet_sizes(chosen or scene.snapshot.table.bet_sizes) or USUAL_SIZES:
        amount = seen.price + _part(pot, percent)
        if amount < least:
            found.setdefault(least, _("Min"))
        elif amount < most or not last:
            found.setdefault(min(amount, most), _size_name(percent))
    if last:
        found[most] = last
    return [{"label": label, "amount": amount, "amount_text": scene.amounts(amount)} for amount, label in found.items()]


def _part(pot: int, percent: int) -> int:
    """Thirds are thirds, though percentages only come close."""
    thirds = {33: 1, 67: 2}.get(percent)
    return pot * thirds // 3 if thirds else pot * percent // 100


def _size_name(percent: int) -> str:
    if percent == 100:
        return _("Pot")
    return _("%(part)s pot") % {"part": FRACTIONS.get(percent, f"{percent}%")}


def before_turn(scene: "Scene") -> dict[str, Any] | None:
    """For a player in the hand who is not to act; void as soon as the key changes."""
    seen = scene.seen
    if scene.phase != "running" or not seen or scene.in_hand is None or seen.turn in (None, scene.in_hand):
        return None
    if scene.mine is None or scene.mine.state != Seat.State.PLAYING:
        return None  # these cards will be folded
    own = seen.own
    if own is None or own.folded or own.all_in or own.seat not in seen.waiting:
        return None
    price = _owed(seen, own)
    key = f"{scene.hand_number}.{seen.street}.{seen.price}"
    return {"price": price, "price_text": scene.amounts(price), "all_in": price == own.stack, "key": key}


def _owed(seen: HandView, own: SeatView) -> int:
    """What it costs to stay, or all that is left."""
    return min(max(seen.price - own.bet, 0), own.stack)
