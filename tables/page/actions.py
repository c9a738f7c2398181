"""Offer the moves that the viewer may make now, or may choose before the turn."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from accounts.bet_sizes import read_bet_sizes
from poker_site.web.fragments import ViewModel, view_model
from tables.engine.legal import Legal
from tables.engine.view import HandView, SeatView
from tables.models import Seat

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
    word: str
    least: int
    most: int
    value: int
    value_text: str
    fixed: bool
    capped: bool
    """True if the most is what the deepest opponent can match, not the player's whole stack."""
    ends_all: bool
    presets: tuple[Preset, ...]


@view_model
class ActionButton(ViewModel):
    """Offers a move as a button that makes it at once."""

    verb: str
    word: str
    key: str
    look: str = ""
    form: str = ""
    """Names its form, where that is not the verb."""
    amount: int | None = None
    text: str = ""
    """Holds the amount in the viewer's unit."""
    sends: bool = False
    """True if the button sends the amount."""
    big: bool = False
    """True if it stakes most of the stack, so that the page asks for confirmation."""


@view_model
class Actions(ViewModel):
    """Offers all moves of the player to act."""

    door: str
    acts: tuple[ActionButton, ...]
    size: Size | None
    """Lets the player choose an amount; None if there is none to choose."""
    all_in: int | None
    step: int
    in_big_blinds: bool
    big: bool
    """True if the largest bet would be most of the stack."""


@view_model
class PreActions(ViewModel):
    """Offers boxes to tick before the turn comes; they are void as soon as the price changes."""

    price: int
    price_text: str
    all_in: bool


def offered(scene: "Scene", seen: HandView) -> Actions | None:
    legal, own = seen.legal, seen.own
    if legal is None or own is None:
        return None
    size = _size(scene, seen, legal)
    all_in = None if size and size.capped else legal.all_in  # nobody could call more than the slider's most
    big = _is_most(size.most, own) if size and size.capped else own.stack > own.bet
    acts = [
        *_simple(scene, legal, own),
        *_fixed(size, all_in, big=big),
        *_all_in(scene, legal, own, size, all_in, big=big),
    ]
    return Actions(
        door=scene.table.door,
        acts=tuple(acts),
        size=None if size is None or size.fixed else size,
        all_in=all_in,
        step=scene.table.big_blind,
        in_big_blinds=scene.in_big_blinds,
        big=big,
    )


def _simple(scene: "Scene", legal: Legal, own: SeatView) -> Iterator[ActionButton]:
    if legal.fold:
        yield ActionButton(verb="fold", word=_("Fold"), key="F")
    if legal.pass_:
        yield ActionButton(verb="pass", word=_("Pass"), key="P")
    if legal.check:
        yield ActionButton(verb="check", word=_("Check"), key="C", look="main")
    if legal.call:
        big = own.stack > own.bet and legal.call == own.stack
        text = scene.amounts(legal.call)
        yield ActionButton(verb="call", word=_("Call"), key="C", look="main", amount=legal.call, text=text, big=big)


def _fixed(size: Size | None, all_in: int | None, *, big: bool) -> Iterator[ActionButton]:
    """Offer a bet whose amount is given."""
    if size and size.fixed and size.least != all_in:
        yield ActionButton(
            verb=size.verb,
            word=size.word,
            key="R",
            look="lamp",
            form="size",
            amount=size.least,
            text=size.value_text,
            sends=True,
            big=size.capped and big,
        )


def _all_in(
    scene: "Scene", legal: Legal, own: SeatView, size: Size | None, all_in: int | None, *, big: bool
) -> Iterator[ActionButton]:
    """Offer all-in as a button of its own where it is neither the call nor the end of the slider."""
    if all_in and legal.call != own.stack and (size is None or size.fixed):
        look, text = "" if size else "lamp", scene.amounts(all_in)
        yield ActionButton(verb="all-in", word=_("All-in"), key="A", look=look, amount=all_in, text=text, big=big)


def price(seen: HandView | None) -> int:
    """Return what it costs the viewer to stay, or all that is left."""
    return _owed(seen, seen.own) if seen and seen.own else 0


def _is_most(amount: int, own: SeatView) -> bool:
    """Return whether betting this much in all would take most of the stack."""
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
        word=_("Bet") if legal.bet else _("Raise to"),
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
    """Propose one big blind, or double the price, within the bounds; the least where rules have no least raise."""
    play = scene.snapshot.play
    if play is None or not play.rules.raise_least:
        return least
    big_blind = play.rules.big_blind
    usual = 2 * max(seen.price, big_blind) if seen.price else big_blind
    return max(least, min(usual, most))


def _last_preset(capped: bool, ends_all: bool) -> str:
    return _("Max") if capped else _("All-in") if ends_all else ""


def _presets(scene: "Scene", seen: HandView, least: int, most: int, *, owed: int, last: str) -> tuple[Preset, ...]:
    """Offer parts of the pot after a call, on top of the price, and the most; each amount once."""
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
    """Return this part of the pot; 33 and 67 percent mean exact thirds."""
    thirds = {33: 1, 67: 2}.get(percent)
    return pot * thirds // 3 if thirds else pot * percent // 100


def _size_name(percent: int) -> str:
    if percent == 100:
        return _("Pot")
    return _("%(part)s pot") % {"part": FRACTIONS.get(percent, f"{percent}%")}


def before_turn(scene: "Scene") -> PreActions | None:
    """Offer boxes to tick to a player in the hand who is not to act."""
    seen = scene.seen
    if scene.phase != "running" or not seen or scene.in_hand is None or seen.turn in (None, scene.in_hand):
        return None
    if scene.mine is None or scene.mine.state != Seat.State.PLAYING:
        return None  # these cards will be folded
    own = seen.own
    if own is None or own.folded or own.all_in or own.seat not in seen.waiting:
        return None
    owed = _owed(seen, own)
    return PreActions(price=owed, price_text=scene.amounts(owed), all_in=owed == own.stack)


def _owed(seen: HandView, own: SeatView) -> int:
    """Return what it costs to stay, or all that is left."""
    return min(max(seen.price - own.bet, 0), own.stack)
