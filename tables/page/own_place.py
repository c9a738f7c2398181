"""Describe the viewer's own seat, and how a viewer without one gets one."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import pgettext

from poker_site.web.fragments import Attributes, Fragment, ViewModel, view_model
from tables.engine.cards import Card
from tables.engine.view import SeatView
from tables.models import Hand, Seat
from tables.page.felt import Face
from tables.page.odds import Odds
from tables.play.seating import least_top_up

if TYPE_CHECKING:
    from tables.page.scene import Scene


@view_model
class ViewerSeat:
    """Describes what only the viewer needs to know of their own seat."""

    number: int
    stack: int
    state: str
    sits_out_next: bool
    leaves: bool
    may_stay: bool
    must_wait: bool
    posts: bool
    may_post: bool
    broke: bool
    top_up_pending: int
    top_up_least: int
    top_up_most: int
    may_top_up: bool
    can_show: bool
    asked: bool
    """True while the player is asked to show or muck."""
    in_hand: bool
    all_in: bool

    @property
    def stays_away(self) -> bool:
        return self.state in (Seat.State.AWAY, Seat.State.OUT)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOffer:
    """Says how a viewer without a seat can get one."""

    full: bool
    may: bool
    password: bool
    """True if a password is asked for first."""
    waiting: int
    """Holds the viewer's place on the waiting list; 0 if not on it."""
    waiting_count: int


@view_model
class HeldSeat(ViewModel):
    """Lets the viewer, for whom a seat is held, choose the chips to sit down with."""

    door: str
    number: int
    step: int
    least: int
    most: int
    value: int
    value_text: str
    purse: int
    in_big_blinds: bool


@view_model
class OwnCards(ViewModel):
    """Shows the viewer's own cards."""

    number: int
    deck: str
    cards: tuple[Face, ...]
    odds: tuple[Odds, ...]


@view_model
class OwnHand(ViewModel):
    """Names the viewer's hand and a pending wish to leave or sit out; empty at others' seats."""

    cards: tuple[Card, ...] = ()
    """Holds the cards of the hand, whose name is looked up when it is drawn; empty before the flop."""
    tag: str = ""


@view_model
class FreeSeat(ViewModel):
    """Offers a seat that nobody has taken, as far as this viewer may take it."""

    number: int
    kind: str
    """Says what the seat offers: sit, locked (a password follows), enter (a game), password, held, mine or ""."""
    at: str
    """Holds the address of the form or of the link."""


@view_model
class EmptySeat(ViewModel):
    """Fills the viewer's part of another player's plate with nothing."""

    number: int


@view_model
class OwnPlate(ViewModel):
    """Fills the viewer's part of their own plate."""

    own: Fragment
    hand: Fragment


@view_model
class SeatPosition(ViewModel):
    """Says where a seat lies for this viewer; the viewer's own plate is filled by `MySeat` instead."""

    place: Attributes
    own: Fragment | None
    hand: Fragment | None


def me(scene: "Scene") -> ViewerSeat | None:
    seat = scene.mine
    if seat is None or seat.state == Seat.State.HELD:
        return None
    seen = scene.my_hand
    broke = not seat.stack and not (seen and scene.phase == "running")
    top_up_most = 0 if scene.snapshot.game else max(scene.snapshot.table.buy_in_most - seat.stack, 0)
    can_show = _can_show(scene, seen)
    return ViewerSeat(
        number=seat.number,
        stack=seat.stack,
        state=seat.state,
        sits_out_next=seat.sits_out_next,
        leaves=seat.leaves,
        may_stay=seat.leaves and not seat.sent_away,
        must_wait=seat.must_wait,
        posts=bool(seat.posts),
        may_post=seat.must_wait and not seat.posts and scene.snapshot.table.played_by.takes_posts,
        broke=broke,
        top_up_pending=seat.top_up,
        top_up_least=least_top_up(scene.snapshot.table, seat),
        top_up_most=top_up_most,
        may_top_up=bool(top_up_most) and not broke and not seat.leaves,
        can_show=can_show,
        asked=can_show and seen is not None and not seen.folded,
        in_hand=seen is not None and scene.phase == "running" and not seen.folded,
        all_in=seen is not None and seen.all_in,
    )


def _can_show(scene: "Scene", seen: SeatView | None) -> bool:
    """Return whether the player may still show. A player who folded may too, but is not asked to."""
    hand, play = scene.snapshot.hand, scene.snapshot.play
    if seen is None or hand is None or play is None or hand.state != Hand.State.OVER:
        return False
    return not seen.shown and seen.seat not in play.put_away


def own_places(scene: "Scene") -> tuple[SeatPosition, ...]:
    """Place all seats, sorted by number. The viewer sits at the bottom; watchers look from seat 1."""
    count, bottom = len(scene.public.seats), scene.mine.number if scene.mine else 1
    return tuple(
        [
            SeatPosition(
                place=place(number, (number - bottom) % count, me=scene.mine is not None and number == bottom),
                own=None if mine else _not_mine(scene, number),
                hand=None if mine else Fragment(f"hand-{number}", "tables/page/own_hand.html", OwnHand()),
            )
            for number in range(1, count + 1)
            for mine in [scene.me is not None and scene.me.number == number]
        ]
    )


def my_seat(scene: "Scene") -> OwnPlate | None:
    me = scene.me
    if me is None:
        return None
    return OwnPlate(
        own=Fragment(f"own-{me.number}", "tables/page/own_seat.html", _own_seat(scene, me)),
        hand=Fragment(f"hand-{me.number}", "tables/page/own_hand.html", _own_hand_name(scene, me)),
    )


def place(number: int, at: int, *, me: bool) -> Attributes:
    """Say where a seat lies, counted clockwise from the bottom."""
    return Attributes(f"t-seat-{number}", (("class", "seat me" if me else "seat"), ("data-seat", at)), "li")


def _not_mine(scene: "Scene", number: int) -> Fragment:
    seat, name = scene.public.seats[number - 1], f"own-{number}"
    if seat.taken:
        return Fragment(name, "tables/page/empty_seat.html", EmptySeat(number=number))
    return Fragment(name, "tables/page/free_seat.html", _free_seat(scene, number, held=seat.state == "held"))


def _own_seat(scene: "Scene", me: ViewerSeat) -> OwnCards:
    seen = scene.my_hand
    faces = tuple([scene.public.face(card) for card in seen.cards]) if seen and seen.cards else ()
    return own_seat(me.number, scene.public.deck, faces, scene.public.seats[me.number - 1].odds)


def own_seat(number: int, deck: str, faces: tuple[Face, ...], odds: tuple[Odds, ...] = ()) -> OwnCards:
    return OwnCards(number=number, deck=deck if faces else "", cards=faces, odds=odds)


def _own_hand_name(scene: "Scene", me: ViewerSeat) -> OwnHand:
    seat, seen = scene.public.seats[me.number - 1], scene.my_hand
    wanted = scene.preferences is None or scene.preferences.hand_name
    marked = seat.offline or seat.state in ("away", "out", "waiting")
    return OwnHand(cards=named_cards(seen) if seen and wanted else (), tag="" if marked else _tag(me))


def named_cards(seen: SeatView) -> tuple[Card, ...]:
    """Return hole cards and board of a player who has not folded; nothing before the flop."""
    return (*seen.cards, *seen.board) if seen.cards and seen.board and not seen.folded else ()


def _tag(me: ViewerSeat) -> str:
    if me.leaves:
        return pgettext("button", "Leaving")
    return pgettext("button", "Sitting out") if me.sits_out_next else ""


def _free_seat(scene: "Scene", number: int, *, held: bool) -> FreeSeat:
    if held:
        mine = scene.mine is not None and scene.mine.number == number
        return FreeSeat(number=number, kind="mine" if mine else "held", at="")
    sit, game = scene.sit, scene.snapshot.game is not None
    if sit.may or (sit.password and not game):
        kind = "enter" if game else "locked" if sit.password else "sit"
        return FreeSeat(number=number, kind=kind, at=scene.table.door)
    if sit.password:
        return FreeSeat(number=number, kind="password", at=scene.table.password_at)
    return FreeSeat(number=number, kind="", at="")


def sit(scene: "Scene") -> SeatOffer:
    table = scene.snapshot.table
    waiting = [user.pk for user in scene.snapshot.waiting]
    game = scene.snapshot.game
    outside = scene.mine is None and not table.is_closed and (game is None or game.is_open)
    return SeatOffer(
        full=len(scene.snapshot.seats) >= scene.table.seats,
        may=outside and scene.guests.may_sit,
        password=outside and scene.guests.password,
        waiting=waiting.index(scene.user.pk) + 1 if scene.user and scene.user.pk in waiting else 0,
        waiting_count=len(waiting),
    )


def holding(scene: "Scene") -> HeldSeat | None:
    table, seat, user = scene.snapshot.table, scene.mine, scene.user
    if user is None or seat is None or seat.state != Seat.State.HELD or seat.held_until is None:
        return None
    least, most, purse = scene.snapshot.buy_ins[user.pk]
    value = max(least, min(most, 100 * table.rules["big_blind"]))
    return HeldSeat(
        door=scene.table.door,
        number=seat.number,
        step=scene.table.big_blind,
        least=least,
        most=most,
        value=value,
        value_text=scene.amounts(value),
        purse=purse,
        in_big_blinds=scene.in_big_blinds,
    )
