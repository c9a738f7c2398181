"""Offer what the viewer may do now, or may arrange in advance."""

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from accounts.bet_sizes import read_bet_sizes
from tables.engine.legal import Legal
from tables.engine.view import HandView, SeatView
from tables.models import Seat
from tables.page.fragments import ViewModel, view_model

if TYPE_CHECKING:
    from tables.page.scene import Scene

USUAL_SIZES: Final = (50, 67, 100)
FRACTIONS: Final = {25: "¼", 33: "⅓", 50: "½", 67: "⅔", 75: "¾"}


@view_model
class Preset(ViewModel):
    label: str
    amount: int
    amount_text: str


@view_model
class Size(ViewModel):
    """Offers a bet or raise whose amount is chosen."""

    verb: str
    least: int
    most: int
    value: int
    value_text: str
    fixed: bool
    capped: bool
    """More than the deepest opponent can match is not offered."""
    ends_all: bool
    presets: tuple[Preset, ...]


@view_model
class Actions(ViewModel):
    """Offers all that the player to act may do."""

    door: str
    in_big_blinds: bool
    step: int
    fold: bool
    check: bool
    call: int
    call_text: str
    big_call: bool
    passes: bool
    size: Size | None
    all_in: int | None
    all_in_text: str
    all_in_is_call: bool
    big: bool
    """Most of the stack, so that it is asked about."""


@view_model
class Ahead(ViewModel):
    """Offers boxes to tick before the turn comes; they are void as soon as the price changes."""

    price: int
    price_text: str
    all_in: bool


def offered(scene: "Scene", seen: HandView) -> Actions | None:
    legal, own = seen.legal, seen.own
    if legal is None or own is None:
        return None
    size = _size(scene, seen, legal)
    all_in = None if size and size.capped else legal.all_in  # more than anybody can call is not offered
    big = _is_most(size.most, own) if size and size.capped else own.stack > own.bet
    return Actions(
        door=scene.table.door,
        in_big_blinds=scene.in_big_blinds,
        step=scene.table.big_blind,
        fold=legal.fold,
        check=legal.check,
        call=legal.call,
        call_text=scene.amounts(legal.call),
        big_call=own.stack > own.bet and legal.call == own.stack,
        passes=legal.pass_,
        size=size,
        all_in=all_in,
        all_in_text=scene.amounts(all_in or 0),
        all_in_is_call=bool(all_in) and legal.call == own.stack,
        big=big,
    )


def price(seen: HandView | None) -> int:
    """Return what it costs the viewer to stay, or all that is left."""
    return _owed(seen, seen.own) if seen and seen.own else 0


def _is_most(amount: int, own: SeatView) -> bool:
    """Whether a bet of so much in all would be most of the stack."""
    return 2 * (amount - own.bet) > own.stack


def _size(scene: "Scene", seen: HandView, legal: Legal) -> Size | None:
    bounds = legal.bet or legal.raise_
    if not bounds:
        return None
    least = bounds.least
    most = max(least, min(bounds.most, _deepest_opponent(seen)))
    value = _usual(scene, seen, least, most)
    capped = most < bounds.most
    ends_all = capped or most == legal.all_in
    return Size(
        verb="bet" if legal.bet else "raise",
        least=least,
        most=most,
        value=value,
        value_text=scene.amounts(value),
        fixed=least == most,
        capped=capped,
        ends_all=ends_all,
        presets=_presets(scene, seen, least, most, owed=legal.call, last=_last_preset(capped, ends_all)),
    )


def _deepest_opponent(seen: HandView) -> int:
    """Return the largest bet that an opponent can match on this street; more than that would come back."""
    others = [seat for seat in seen.seats if seat.seat != seen.viewer and not seat.folded]
    return max((seat.bet + seat.stack for seat in others), default=0)


def _usual(scene: "Scene", seen: HandView, least: int, most: int) -> int:
    """Propose an amount: where a single chip would do, still what people bet, one big blind or double the price."""
    play = scene.snapshot.play
    if play is None or not play.rules.raise_least:
        return least
    big_blind = play.rules.big_blind
    usual = 2 * max(seen.price, big_blind) if seen.price else big_blind
    return max(least, min(usual, most))


def _last_preset(capped: bool, ends_all: bool) -> str:
    return _("Max") if capped else _("All-in") if ends_all else ""


def _presets(scene: "Scene", seen: HandView, least: int, most: int, *, owed: int, last: str) -> tuple[Preset, ...]:
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
    return tuple(
        Preset(label=label, amount=amount, amount_text=scene.amounts(amount)) for amount, label in found.items()
    )


def _part(pot: int, percent: int) -> int:
    """Thirds are thirds, though percentages only come close."""
    thirds = {33: 1, 67: 2}.get(percent)
    return pot * thirds // 3 if thirds else pot * percent // 100


def _size_name(percent: int) -> str:
    if percent == 100:
        return _("Pot")
    return _("%(part)s pot") % {"part": FRACTIONS.get(percent, f"{percent}%")}


def before_turn(scene: "Scene") -> Ahead | None:
    """Offer it to a player in the hand who is not to act."""
    seen = scene.seen
    if scene.phase != "running" or not seen or scene.in_hand is None or seen.turn in (None, scene.in_hand):
        return None
    if scene.mine is None or scene.mine.state != Seat.State.PLAYING:
        return None  # these cards will be folded
    own = seen.own
    if own is None or own.folded or own.all_in or own.seat not in seen.waiting:
        return None
    owed = _owed(seen, own)
    return Ahead(price=owed, price_text=scene.amounts(owed), all_in=owed == own.stack)


def _owed(seen: HandView, own: SeatView) -> int:
    """Return what it costs to stay, or all that is left."""
    return min(max(seen.price - own.bet, 0), own.stack)
