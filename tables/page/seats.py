"""Describe the seats around the table as everybody sees them."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.selectors import shown_name
from poker_site.web.fragments import Attributes, Fragment, ViewModel, view_model
from tables.core import words
from tables.engine.view import SeatView
from tables.models import Seat
from tables.page.felt import Face, Felt
from tables.page.odds import Odds

if TYPE_CHECKING:
    from tables.page.scene import PublicScene


@view_model
class PublicSeat:
    """Describes all that everybody sees of one seat."""

    number: int
    state: str = "free"
    """Selects the style: free, held, idle, waiting, live, folded, allin, won, away or out."""
    status: str = ""
    """Says the state in words where that is needed."""
    user_id: int | None = None
    name: str = ""
    bot: str = ""
    owned: bool = False
    stack_text: str = ""
    bet: int = 0
    bet_text: str = ""
    did: str = ""
    offline: bool = False
    turn: bool = False
    button: bool = False
    has_cards: bool = False
    cards: tuple[Face, ...] = ()
    """Holds only cards that lie face up."""
    best: str = ""
    won_text: str = ""
    odds: tuple[Odds, ...] = ()

    @property
    def taken(self) -> bool:
        return self.state not in ("free", "held")


@view_model
class Who(ViewModel):
    number: int
    user_id: int | None
    """Links to the player's card; None in the replayer."""
    name: str
    bot: str


@view_model
class Stack(ViewModel):
    number: int
    text: str
    """Holds the amount, or says that the player is all-in."""
    amount: bool


@view_model
class Turn(ViewModel):
    """Says that it is the player's turn, or that the player has folded."""

    number: int
    turn: bool
    folded: str


@view_model
class Marks(ViewModel):
    """Shows what lies on a plate: cards face down, button, winnings, why a player does not play."""

    number: int
    face_down: str
    """Names the deck of the cards; empty if there are none or they lie face up."""
    button: bool
    won_text: str
    offline: bool
    status: str
    whose: str


@view_model
class Bet(ViewModel):
    """Shows what lies in front of a plate: chips, shown cards, or the last action in words."""

    number: int
    street: str
    did: str
    bet_text: str
    folded: str
    won: bool
    cards: tuple[Face, ...]
    best: str
    odds: tuple[Odds, ...]


@view_model
class SeatShown(ViewModel):
    number: int
    state: Attributes
    who: Fragment
    stack: Fragment
    turn: Fragment
    marks: Fragment
    bet: Fragment


def seat_shown(seat: PublicSeat, felt: Felt) -> SeatShown:
    n = seat.number
    state = (("data-state", seat.state), ("data-turn", seat.turn), ("data-offline", seat.offline))
    return SeatShown(
        number=n,
        state=Attributes(f"s-{n}", (*state, ("data-up", bool(seat.cards)))),
        who=Fragment(
            f"n{n}", "tables/page/who.html", Who(number=n, user_id=seat.user_id, name=seat.name, bot=seat.bot)
        ),
        stack=Fragment(f"stack-{n}", "tables/page/stack.html", _stack(seat)),
        turn=Fragment(f"turn-{n}", "tables/page/turn.html", _turn(seat)),
        marks=Fragment(f"marks-{n}", "tables/page/marks.html", _marks(seat, felt.deck)),
        bet=Fragment(f"bet-{n}", "tables/page/bet.html", _bet(seat, felt.street)),
    )


def _turn(seat: PublicSeat) -> Turn:
    return Turn(number=seat.number, turn=seat.turn, folded=seat.status if seat.state == "folded" else "")


def _stack(seat: PublicSeat) -> Stack:
    if seat.state == "allin":
        return Stack(number=seat.number, text=seat.status, amount=False)
    return Stack(number=seat.number, text=seat.stack_text, amount=True)


def _marks(seat: PublicSeat, deck: str) -> Marks:
    stays_away = seat.state in ("away", "out", "waiting")
    return Marks(
        number=seat.number,
        face_down=deck if seat.has_cards and not seat.cards else "",
        button=seat.button,
        won_text=seat.won_text,
        offline=seat.offline,
        status=seat.status if stays_away and not seat.offline else "",
        whose=seat.bot if seat.owned and not stays_away and not seat.offline else "",
    )


def _bet(seat: PublicSeat, street: str) -> Bet:
    return Bet(
        number=seat.number,
        street=street if seat.bet else "",
        did=seat.did,
        bet_text=seat.bet_text if seat.bet else "",
        folded=seat.status if seat.state == "folded" else "",
        won=bool(seat.won_text),
        cards=seat.cards,
        best=seat.best,
        odds=seat.odds,
    )


def public_seats(scene: "PublicScene") -> tuple[PublicSeat, ...]:
    """Describe each seat, sorted by number."""
    return tuple([_public_seat(scene, number) for number in range(1, scene.table.seats + 1)])


def _public_seat(scene: "PublicScene", number: int) -> PublicSeat:
    seat = scene.snapshot.seats.get(number)
    if seat is None:
        return PublicSeat(number=number)
    if seat.state == Seat.State.HELD:
        return PublicSeat(number=number, state="held", status=_("Choosing a seat"))
    seen = _seen(scene, seat)
    state, status = _state(scene, seat, seen)
    stack = seen.stack if seen and scene.seen and not scene.seen.over else seat.stack
    faces, best = open_cards(scene, seen)
    return PublicSeat(
        number=number,
        state=state,
        status=status,
        user_id=seat.user_id,
        name=shown_name(seat.user),
        bot=_kind_of_bot(scene, seat),
        owned=seat.user_id in scene.snapshot.owners,
        stack_text=scene.amounts(stack),
        bet=seen.bet if seen else 0,
        bet_text=scene.amounts(seen.bet) if seen and seen.bet else "",
        did=scene.did.get(number, ""),
        offline=_is_offline(scene, seat),
        turn=scene.turn == number,
        button=scene.snapshot.table.button == number,
        has_cards=seen is not None and (not seen.folded or bool(seen.cards)),
        cards=faces,
        best=best,
        won_text=scene.amounts(seen.won) if seen and seen.won else "",
        odds=scene.odds.get(number, ()) if seen else (),
    )


def _kind_of_bot(scene: "PublicScene", seat: Seat) -> str:
    """Say in words what kind of bot sits here and whose; empty for people."""
    if not seat.user.is_bot:
        return ""
    owner = scene.snapshot.owners.get(seat.user_id)
    if owner is not None:
        return _("bot of %(name)s") % {"name": shown_name(owner)}
    return _("house bot") if seat.house else _("bot")


def _seen(scene: "PublicScene", seat: Seat) -> SeatView | None:
    """Return this seat's view of the hand on the felt, if the same player was dealt in there."""
    if not scene.seen or not scene.shows_hand or scene.dealt_in.get(seat.user_id) != seat.number:
        return None
    return scene.seen.at(seat.number)


def _is_offline(scene: "PublicScene", seat: Seat) -> bool:
    return not seat.house and seat.user_id not in scene.snapshot.present


def open_cards(felt: Felt, seen: SeatView | None) -> tuple[tuple[Face, ...], str]:
    """Return the cards that lie face up, and the name of the hand they make."""
    if seen is None or seen.cards is None:
        return (), ""
    return tuple([felt.face(card) for card in seen.cards]), words.hand_name(seen.best)


def _state(scene: "PublicScene", seat: Seat, seen: SeatView | None) -> tuple[str, str]:
    """Return the state for style sheets, and in words."""
    if seen is not None:
        if seen.won and scene.seen and scene.seen.over:
            return "won", _("Won")
        if seen.folded:
            return "folded", _("Folded")
        if seen.all_in:
            return "allin", _("All-in")
    if seat.state == Seat.State.AWAY:
        return "away", _("Away")
    if seat.state == Seat.State.OUT:
        if scene.snapshot.game is not None:
            return "out", _("Away") if seat.stack else pgettext("of a game", "Out")
        return "out", _("Leaving") if seat.leaves else _("Sitting out")
    if seen is None and seat.must_wait and not seat.posts and scene.phase == "running":
        return "waiting", _("Waits")
    return ("live" if seen is not None else "idle"), ""
